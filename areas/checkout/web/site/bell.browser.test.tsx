import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { askForBell, confirmBells, getBells, stopBells } from '#areas/checkout/calls/slot-bells.ts';
import { savePlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { BellPage } from '#areas/checkout/web/site/bell-page.tsx';
import {
  anOrderOf,
  aWeek,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  fakeOrdering,
  openWizard,
  withCustomer,
  withWindow,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

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
    kitchen.server.answers(askForBell, () => ({
      until: '2026-11-22T07:00:00.000Z',
      isConfirmed: false,
    }));
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
      .element(page.getByRole('status').filter({ hasText: 'One more step: open our email' }))
      .toMatchTextContent('until orders close on Sunday 22 November at 5pm');
    expect(kitchen.server.sent(askForBell).map(({ body }) => body)).toEqual([
      { date: TUESDAY, window: EVENING, email: 'mia@example.com' },
    ]);
  });

  test('needs no confirming by the person who has just ordered with that email', async () => {
    withFull([TUESDAY, EVENING]);
    savePlacedOrder({ orderNumber: 'RT-7K3F-9Q2X', trackingToken: 'token' });
    kitchen.server.answers(askForBell, () => ({
      until: '2026-11-22T07:00:00.000Z',
      isConfirmed: true,
    }));
    await openWizard(kitchen, { order, step: 2 });
    await open().click();
    await form().getByRole('button', { name: 'Tell me' }).click();
    await expect
      .element(page.getByText('We’ll email you once if a place comes free'))
      .toBeVisible();
    expect(kitchen.server.sent(askForBell)[0]?.body).toMatchObject({ trackingToken: 'token' });
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

describe('the page of the email', () => {
  const one = { date: TUESDAY, window: EVENING };
  const openLink = () =>
    openPage(
      <main>
        <BellPage />
      </main>,
      { at: '/bell/1.secret', routes: ['/bell/:token'] },
    );

  test('confirms by its button alone, and ends what is not wanted', async () => {
    kitchen.server.answers(getBells, () => ({ bells: [{ ...one, state: 'asked' as const }] }));
    kitchen.server.answers(confirmBells, () => ({
      bells: [{ ...one, state: 'confirmed' as const }],
    }));
    kitchen.server.answers(stopBells, () => ({ bells: [{ ...one, state: 'over' as const }] }));
    await openLink();
    await expect.element(page.getByText('Tue 24 Nov 2026, 4pm-6pm')).toBeVisible();
    expect(kitchen.server.sent(confirmBells)).toEqual([]);
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Yes, tell me' }).click();
    await expect.element(page.getByRole('listitem')).toMatchTextContent('we’ll email you once');
    expect(kitchen.server.sent(confirmBells).map(({ body }) => body)).toEqual([
      { token: '1.secret' },
    ]);
    await page.getByRole('button', { name: 'Don’t tell me' }).click();
    await expect
      .element(page.getByRole('listitem'))
      .toMatchTextContent('we don’t email you about it');
    await expect.element(page.getByRole('button', { name: 'tell me' })).not.toBeInTheDocument();
  });

  test('leads to the order once a place came free, and says when its week is over', async () => {
    kitchen.server.answers(getBells, () => ({ bells: [{ ...one, state: 'told' as const }] }));
    const first = await openLink();
    await expect
      .element(page.getByRole('link', { name: 'Order', exact: true }))
      .toHaveAttribute('href', '/order?step=2');
    await first.close();
    kitchen.server.answers(getBells, () =>
      refused(404, { message: 'Not found', code: 'not_found' }),
    );
    await openLink();
    await expect.element(page.getByText('This link has expired')).toBeVisible();
  });
});
