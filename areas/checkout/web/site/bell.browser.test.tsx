import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { askForBell, type BellReply, getBell, stopBell } from '#areas/checkout/calls/slot-bells.ts';
import { saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { clearSlotBell, saveSlotBell } from '#areas/checkout/web/site/kept-save-slot-bell.ts';
import { readSlotBell } from '#areas/checkout/web/site/kept-slot-bell.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { OrderPage } from '#areas/checkout/web/site/order/order-page.tsx';
import {
  anOrderOf,
  aWeek,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  chosenIn,
  fakeOrdering,
  openWizard,
  withCustomer,
  withWindow,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();
afterEach(() => clearSlotBell());

const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
const FULL = { open: false, placesLeft: 0 };
const order = withCustomer(anOrderOf({ Mia: [TUESDAY, WEDNESDAY] }));

const open = () => page.getByRole('button', { name: 'Tell me when a place comes free' });
const form = () => page.getByRole('form', { name: 'Tell me when a place comes free' });

function withFull(...slots: [string, typeof NOON | typeof EVENING][]) {
  kitchen.week = slots.reduce(
    (week, [date, timeSlot]) => withWindow(week, date, { timeSlot, ...FULL }),
    aWeek(),
  );
}

describe('asking to be told', () => {
  test('is offered only where a window is full, not where staff have closed it', async () => {
    kitchen.week = withWindow(aWeek(), TUESDAY, { timeSlot: NOON, open: false, placesLeft: null });
    await openWizard(kitchen, { order, step: 2 });
    await expect.element(page.getByRole('group', { name: 'Delivery window' })).toBeVisible();
    await expect.element(open()).not.toBeInTheDocument();
  });

  test('takes the email of the order and begins with its own window', async () => {
    withFull([TUESDAY, EVENING], [TUESDAY, NOON], [WEDNESDAY, NOON]);
    kitchen.server.answers(askForBell, () => ({ until: '2026-11-22T07:00:00.000Z' }));
    await openWizard(kitchen, { order, step: 2 });
    await open().click();
    await expect.element(form().getByLabelText('Your email')).toHaveFocus();
    await expect
      .element(form().getByLabelText('Which delivery?'))
      .toHaveDisplayValue('Tue 24 Nov, 11am-1pm');
    expect(await listViolations()).toEqual([]);
    await form().getByLabelText('Which delivery?').selectOptions('Tue 24 Nov, 4pm-6pm');
    await form().getByRole('button', { name: 'Tell me' }).click();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'We’ll email you once' }))
      .toMatchTextContent('until orders close on Sunday 22 November at 5pm');
    expect(kitchen.server.sent(askForBell).map(({ body }) => body)).toEqual([
      { date: TUESDAY, timeSlot: EVENING, email: 'mia@example.com' },
    ]);
  });

  test('keeps what was typed when it goes wrong, and says so at the field', async () => {
    withFull([TUESDAY, EVENING]);
    kitchen.server.answers(askForBell, () => UNREACHABLE);
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await open().click();
    await form().getByRole('button', { name: 'Tell me' }).click();
    const email = form().getByLabelText('Your email');
    await expect.element(email).toHaveAccessibleDescription(/Please enter your email address/);
    await email.fill('mia@example.com');
    await form().getByRole('button', { name: 'Tell me' }).click();
    await expect
      .element(form().getByRole('alert'))
      .toMatchTextContent('What you typed is still here');
    await expect.element(email).toHaveValue('mia@example.com');
  });
});

describe('the place that is held', () => {
  const held: BellReply = {
    date: TUESDAY,
    timeSlot: EVENING,
    state: 'held',
    heldUntil: '2026-11-18T04:35:00.000Z',
  };
  const openByLink = (query: string) => {
    saveOrderDraft(order);
    return openPage(<OrderPage />, { at: `/order?step=2&${query}`, meals: kitchen.meals });
  };

  test('opens its window for whoever has the link, says until when, and is used by one tap', async () => {
    withFull([TUESDAY, EVENING]);
    kitchen.server.answers(getBell, () => held);
    await openByLink('bell=1.secret');
    const notice = page.getByRole('status').filter({ hasText: 'We’re holding a place' });
    await expect.element(notice).toMatchTextContent('Tue 24 Nov 2026, 4pm-6pm');
    await expect.element(notice).toMatchTextContent('Start paying by 2:35pm');
    await expect.element(chosenIn('Delivery window', /^4pm-6pm/)).toBeEnabled();
    expect(await listViolations()).toEqual([]);
    await notice.getByRole('button', { name: 'Deliver then' }).click();
    await expect.element(chosenIn('Delivery window', /^4pm-6pm/)).toBeChecked();
    await expect.element(notice).toMatchTextContent('Your order uses it.');
    expect(readSlotBell()).toBe('1.secret');
  });

  test('is known in the tab with the basket too', async () => {
    withFull([TUESDAY, EVENING]);
    saveSlotBell('1.secret');
    kitchen.server.answers(getBell, () => held);
    await openWizard(kitchen, { order, step: 2 });
    await expect.element(chosenIn('Delivery window', /^4pm-6pm/)).toBeEnabled();
    expect(kitchen.server.sent(getBell)[0]?.query).toEqual({ token: '1.secret' });
  });

  test('is given up only after a question', async () => {
    withFull([TUESDAY, EVENING]);
    kitchen.server.answers(getBell, () => held);
    kitchen.server.answers(stopBell, () => ({ ...held, state: 'over' as const }));
    await openByLink('bell=1.secret&give-up=1');
    const question = page.getByRole('dialog', { name: 'Give your place to the next person?' });
    await expect.element(question).toBeVisible();
    expect(kitchen.server.sent(stopBell)).toEqual([]);
    await question.getByRole('button', { name: 'Give it up' }).click();
    await expect.element(page.getByText('Thank you. The next person gets the place')).toBeVisible();
    await expect.element(chosenIn('Delivery window', /^4pm-6pm/)).toBeDisabled();
    expect(readSlotBell()).toBeNull();
  });

  test('is said to be gone once its time is up, and a link of another week says nothing', async () => {
    withFull([TUESDAY, EVENING]);
    kitchen.server.answers(getBell, () => ({ ...held, state: 'over' as const }));
    const first = await openByLink('bell=1.secret');
    await expect.element(page.getByText('Your place is no longer held')).toBeVisible();
    await expect.element(chosenIn('Delivery window', /^4pm-6pm/)).toBeDisabled();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect.element(page.getByText('Your place is no longer held')).not.toBeInTheDocument();
    await first.close();
    kitchen.server.answers(getBell, () =>
      refused(404, { message: 'Not found', code: 'not_found' }),
    );
    await openByLink('bell=2.other');
    await expect.element(page.getByRole('group', { name: 'Delivery window' })).toBeVisible();
    await expect.poll(readSlotBell).toBeNull();
  });
});
