import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  copySlotWeek,
  createSlot,
  listSlots,
  openSlotDays,
  type SlotReply,
  updateSlot,
} from '#areas/places/calls/delivery-slots.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, never, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import type { OpenPage } from '#platform/web/testing/open-page.tsx';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { DeliverySlots } from './delivery-slots.tsx';

const server = fakeServer();

const MONDAY = '2026-11-23';
const WEEK: OrderingWeekReply = {
  timeZone: 'Australia/Brisbane',
  now: '2026-11-24T20:00:00Z',
  cutoff: '2026-11-29T07:00:00Z',
  pastDeadline: false,
  sale: { state: 'open' },
  weekStart: '2026-12-01',
  weekEnd: '2026-12-07',
  days: [],
};

function aSlot(change: Partial<SlotReply> = {}): SlotReply {
  return {
    id: 1,
    date: '2026-11-25',
    timeSlot: '11:00-13:00',
    maxDeliveries: 30,
    currentDeliveries: 4,
    held: 1,
    booked: 3,
    isActive: true,
    ...change,
  };
}

const NOON = aSlot();
const EVENING = aSlot({ id: 2, timeSlot: '16:00-18:00', maxDeliveries: 10, held: 0 });

const openSlots = (at = '/delivery-slots'): Promise<OpenPage> =>
  openPortalPage(<DeliverySlots />, { server, heading: 'Delivery Slots', at });

const slot = (name: string) => page.getByRole('group', { name });
const noon = () => slot('Wed 25 Nov 11am-1pm');
const evening = () => slot('Wed 25 Nov 4pm-6pm');
const places = (group = noon()) => group.getByRole('spinbutton');
const day = (name: string) => page.getByRole('region', { name });
const banner = () => page.getByRole('status').filter({ hasText: 'Unsaved changes' });
const saveAll = () => page.getByRole('button', { name: 'Save All Changes' });
const resetAll = () => page.getByRole('button', { name: 'Reset Changes' });
const toast = () => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

let slots: SlotReply[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  slots = [NOON, EVENING];
  server.answers(getOrderingWeek, () => WEEK);
  server.answers(listSlots, ({ query: { from = '', to = '' } }) =>
    slots.filter(({ date }) => date >= from && date <= to),
  );
  server.answers(updateSlot, ({ params, body }) => {
    const changed = slots.find(({ id }) => id === params.id)!;
    return {
      ...changed,
      maxDeliveries: Number(body.maxDeliveries ?? changed.maxDeliveries),
      isActive: body.isActive ?? changed.isActive,
    };
  });
});

describe('loading', () => {
  test('says so until the week is there', async () => {
    server.answers(listSlots, never);
    await openSlots();
    await expect.element(page.getByRole('status')).toMatchTextContent('Loading the delivery slots');
    await expect.element(page.getByRole('region', { name: /Nov/ })).not.toBeInTheDocument();
  });

  test.each([
    ['the slots', () => server.answers(listSlots, () => UNREACHABLE)],
    ['the week', () => server.answers(getOrderingWeek, () => UNREACHABLE)],
  ])('without %s it says so, and trying again brings them', async (_, breakIt) => {
    breakIt();
    await openSlots();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Check your connection');
    server.answers(listSlots, () => slots);
    server.answers(getOrderingWeek, () => WEEK);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(noon()).toBeVisible();
  });
});

describe('a day that the address asks to open', () => {
  test('opens after a question, with the window it names', async () => {
    slots = [NOON, { ...EVENING, isActive: false }];
    server.answers(openSlotDays, () => ({ slots: [NOON, EVENING], closures: [] }));
    const { address } = await openSlots(
      '/delivery-slots?week=2026-11-25&open=2026-11-25&window=16:00-18:00',
    );
    const dialog = page.getByRole('dialog', { name: 'Open Wed 25 Nov, 4pm-6pm' });
    await expect.element(dialog).toMatchTextContent('Customers can order for 11am-1pm, 4pm-6pm.');
    expect(await listViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Open' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.sent(openSlotDays).map(({ body }) => body)).toEqual([
      { from: '2026-11-25', until: '2026-11-25', windows: ['16:00-18:00'] },
    ]);
    expect(address()).toBe('/delivery-slots?week=2026-11-25');
  });

  test('that is open says so', async () => {
    await openSlots('/delivery-slots?week=2026-11-25&open=2026-11-25');
    await expect
      .element(page.getByRole('dialog'))
      .toMatchTextContent('Wed 25 Nov is open already.');
  });
});

describe('the week', () => {
  test('is the one of the kitchen’s today, from Monday on, with what is past marked', async () => {
    await openSlots();
    await expect
      .element(page.getByRole('heading', { name: 'Mon 23 Nov to Sun 29 Nov 2026' }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'This Week' })).toBeDisabled();
    await expect.element(day('Tue 24 Nov')).toMatchTextContent('Past');
    await expect.element(day('Wed 25 Nov')).not.toMatchTextContent('Past');
    expect(
      day('Tue 24 Nov')
        .getByRole('button', { name: /^Create slots/ })
        .elements(),
    ).toEqual([]);
    await expect
      .element(day('Tue 24 Nov').getByRole('button', { name: /Close day/ }))
      .not.toBeInTheDocument();
  });

  test('another one is a button away, and the address says which', async () => {
    const opened = await openSlots();
    await page.getByRole('button', { name: 'Next Week' }).click();
    await expect.element(day('Tue 1 Dec')).toMatchTextContent('Order week');
    await expect.element(day('Mon 30 Nov')).not.toMatchTextContent('Order week');
    expect(opened.address()).toBe('/delivery-slots?week=2026-11-30');
    await page.getByRole('button', { name: 'This Week' }).click();
    await expect.element(noon()).toBeVisible();
    await page.getByRole('button', { name: 'Previous Week' }).click();
    await expect.element(day('Mon 16 Nov')).toBeVisible();
  });

  test.each(['2026-12-02', 'soon'])(
    'an address of the week %s shows the right one',
    async (asked) => {
      await openSlots(`/delivery-slots?week=${asked}`);
      const monday = asked === 'soon' ? 'Mon 23 Nov' : 'Mon 30 Nov';
      await expect.element(day(monday)).toBeVisible();
    },
  );

  test('its figures count set and not set slots together', async () => {
    slots = [NOON, { ...EVENING, isActive: false }];
    await openSlots();
    const metrics = page.getByRole('term');
    await expect.element(metrics).toHaveLength(4);
    const texts = page
      .getByRole('definition')
      .elements()
      .map((each) => each.textContent);
    expect(texts).toEqual(['13', '270', '6', '266']);
  });
});

describe('what is not set', () => {
  test('is open with the default capacity, and is created for the day as a whole', async () => {
    slots = [];
    await openSlots();
    const wednesday = day('Wed 25 Nov');
    await expect.element(wednesday).toMatchTextContent('Not Set');
    await expect.element(wednesday).toMatchTextContent('20 places');
    server.answers(createSlot, ({ body }) => {
      const created = aSlot({
        id: slots.length + 1,
        date: body.date,
        timeSlot: body.timeSlot,
        maxDeliveries: Number(body.maxDeliveries),
        booked: 0,
      });
      slots = [...slots, created];
      return created;
    });
    await wednesday
      .getByRole('button', { name: /^Create slots/ })
      .first()
      .click();
    await expect.element(toast()).toMatchTextContent('Delivery Slots Created');
    await expect.element(places()).toHaveValue(20);
    await expect.element(places(evening())).toHaveValue(20);
    expect(server.sent(createSlot).map(({ body }) => body.timeSlot)).toEqual([
      '11:00-13:00',
      '16:00-18:00',
    ]);
  });

  test('a window that is set stays as it is', async () => {
    slots = [NOON];
    await openSlots();
    server.answers(createSlot, () => EVENING);
    await day('Wed 25 Nov')
      .getByRole('button', { name: /^Create slots/ })
      .click();
    await expect.element(toast()).toMatchTextContent('Delivery Slots Created');
    expect(server.sent(createSlot).map(({ body }) => body.timeSlot)).toEqual(['16:00-18:00']);
  });

  test('one that someone else has just set is as good as created', async () => {
    slots = [];
    await openSlots();
    server.answers(createSlot, () => refused(409, { message: 'Is set.', code: 'slot_exists' }));
    await day('Wed 25 Nov')
      .getByRole('button', { name: /^Create slots/ })
      .first()
      .click();
    await expect.element(toast()).toMatchTextContent('Delivery Slots Created');
  });

  test('a failure is told, and what was made is shown', async () => {
    slots = [];
    await openSlots();
    server.answers(createSlot, ({ body }) => {
      if (body.timeSlot === '16:00-18:00')
        return refused(500, { message: 'No.', code: 'internal' });
      slots = [NOON];
      return NOON;
    });
    await day('Wed 25 Nov')
      .getByRole('button', { name: /^Create slots/ })
      .first()
      .click();
    await expect.element(toast()).toMatchTextContent('Failed to create delivery slot');
    await expect.element(noon()).toBeVisible();
  });
});

describe('changing slots', () => {
  test('saving and resetting are always there, and possible once something has changed', async () => {
    await openSlots();
    await expect.element(saveAll()).toBeDisabled();
    await expect.element(resetAll()).toBeDisabled();
    await places().fill('25');
    await expect.element(saveAll()).toBeEnabled();
    await resetAll().click();
    await expect.element(places()).toHaveValue(30);
    await expect.element(saveAll()).toBeDisabled();
    await expect.element(resetAll()).toBeDisabled();
  });

  test('a capacity is staged, counted in the figures, and saved', async () => {
    await openSlots();
    await expect.element(noon()).toMatchTextContent('3 booked, 1 being paid');
    await expect.element(noon()).toMatchTextContent('26 not sold');
    await expect.element(banner()).not.toBeInTheDocument();
    await places().fill('25');
    await expect.element(noon()).toMatchTextContent('21 not sold');
    await expect.element(banner()).toMatchTextContent('Unsaved changes on 1 slot');
    expect(server.sent(updateSlot)).toEqual([]);
    await saveAll().click();
    await expect.element(toast()).toMatchTextContent('Delivery Slots Saved');
    await expect.element(banner()).not.toBeInTheDocument();
    await expect.element(places()).toHaveValue(25);
    expect(server.sent(updateSlot)).toEqual([
      { params: { id: 1 }, query: undefined, body: { maxDeliveries: 25 } },
    ]);
  });

  test('says who waits for a place, and who was told of one', async () => {
    slots = [aSlot({ held: 1, bells: { waiting: 5, told: 2 } })];
    await openSlots();
    await expect
      .element(noon())
      .toMatchTextContent('3 booked, 1 being paid, 2 told of a place, 5 waiting');
  });

  test('a switch closes a window', async () => {
    await openSlots();
    await expect.element(noon().getByRole('switch')).toBeChecked();
    await noon()
      .getByText(/^Active/)
      .click();
    await expect.element(noon()).toMatchTextContent('Closed');
    await saveAll().click();
    await expect.element(toast()).toMatchTextContent('1 delivery slot is up to date');
    expect(server.sent(updateSlot)[0]?.body).toEqual({ isActive: false });
  });

  test('with the keyboard: arrows count, Space switches', async () => {
    await openSlots();
    await expect.element(places()).toBeVisible();
    (places().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(places()).toHaveValue(32);
    await userEvent.tab();
    await expect.element(noon().getByRole('switch')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(noon().getByRole('switch')).not.toBeChecked();
    await expect.element(banner()).toMatchTextContent('1 slot');
  });

  test('fewer places than are taken are said to be over', async () => {
    await openSlots();
    await places().fill('2');
    await expect.element(noon()).toMatchTextContent('2 over');
    await expect.element(saveAll()).toBeEnabled();
  });

  test.each(['101', '-1', '2.5'])('a capacity of %s cannot be saved', async (typed) => {
    await openSlots();
    await places().fill(typed);
    await expect.element(places()).toHaveAttribute('aria-invalid');
    await expect
      .element(places())
      .toHaveAccessibleDescription('Please enter a whole number from 0 to 100');
    await expect.element(saveAll()).toBeDisabled();
    await places().fill('40');
    await expect.element(saveAll()).toBeEnabled();
    await expect.element(places()).not.toHaveAttribute('aria-invalid');
  });

  test('an emptied field becomes the default when it is left', async () => {
    await openSlots();
    await places().fill('');
    await userEvent.tab();
    await expect.element(places()).toHaveValue(20);
  });

  test('what is as it was before is no change', async () => {
    await openSlots();
    await places().fill('31');
    await expect.element(banner()).toBeVisible();
    await places().fill('30');
    await expect.element(banner()).not.toBeInTheDocument();
  });

  test('all changes can be taken back', async () => {
    await openSlots();
    await places().fill('5');
    await evening()
      .getByText(/^Active/)
      .click();
    await expect.element(banner()).toMatchTextContent('2 slots');
    await resetAll().click();
    await expect.element(places()).toHaveValue(30);
    await expect.element(evening().getByRole('switch')).toBeChecked();
    await expect.element(banner()).not.toBeInTheDocument();
  });

  test('nothing can be changed while it is being saved', async () => {
    await openSlots();
    server.answers(updateSlot, never);
    await places().fill('25');
    await saveAll().click();
    await expect.element(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    await expect.element(places()).toBeDisabled();
    await expect.element(places(evening())).toBeDisabled();
    await expect.element(resetAll()).toBeDisabled();
  });

  test('what fails stays unsaved beside its reason, what went through is saved', async () => {
    await openSlots();
    server.answers(updateSlot, ({ params, body }) =>
      params.id === 2
        ? refused(409, { message: 'The capacity is locked today.', code: 'locked' })
        : { ...NOON, maxDeliveries: Number(body.maxDeliveries) },
    );
    await places().fill('25');
    await places(evening()).fill('11');
    await saveAll().click();
    await expect.element(toast()).toMatchTextContent('Failed to save changes');
    await expect.element(toast()).toMatchTextContent('Not saved: Wed 25 Nov 4pm-6pm');
    await expect
      .element(places(evening()))
      .toHaveAccessibleDescription('The capacity is locked today.');
    await expect.element(places(evening())).toHaveValue(11);
    await expect.element(places()).not.toHaveAttribute('aria-invalid');
    await expect.element(banner()).toMatchTextContent('1 slot');

    server.answers(updateSlot, () => ({ ...EVENING, maxDeliveries: 11 }));
    await saveAll().click();
    await expect.element(banner()).not.toBeInTheDocument();
    await expect.element(places(evening())).not.toHaveAttribute('aria-invalid');
    expect(server.sent(updateSlot)).toHaveLength(3);
  });
});

describe('a closed day', () => {
  const WEDNESDAY = '2026-11-25';
  const openDay = () => page.getByRole('button', { name: 'Open day Wed 25 Nov' });

  beforeEach(() => {
    slots = [aSlot({ isActive: false }), aSlot({ ...EVENING, isActive: false })];
  });

  test('is opened with its windows from where it stands', async () => {
    await openSlots();
    server.answers(openSlotDays, () => ({ slots: [NOON, EVENING], closures: [] }));
    await openDay().click();
    await expect.element(toast()).toMatchTextContent('Day Opened');
    await expect.element(noon().getByRole('switch')).toBeChecked();
    await expect.element(banner()).not.toBeInTheDocument();
    expect(server.sent(openSlotDays)[0]?.body).toEqual({
      from: WEDNESDAY,
      until: WEDNESDAY,
      windows: ['11:00-13:00', '16:00-18:00'],
    });
    await expect.element(page.getByRole('button', { name: 'Close day… Wed 25 Nov' })).toBeVisible();
  });

  test('stays as it is when opening fails', async () => {
    await openSlots();
    server.answers(openSlotDays, () => UNREACHABLE);
    await openDay().click();
    await expect.element(toast()).toMatchTextContent('Failed to update delivery slot');
    await expect.element(noon().getByRole('switch')).not.toBeChecked();
  });
});

describe('a week', () => {
  test('that is closed for orders says since when, and what was not sold', async () => {
    await openSlots();
    await expect
      .element(page.getByText('Closed for orders since Sun 22 Nov 2026, 5pm'))
      .toBeVisible();
    await expect.element(page.getByText('Not sold this week')).toBeVisible();
  });

  test('that can be ordered says what is free', async () => {
    slots = [aSlot({ date: '2026-12-02' })];
    await openSlots('/delivery-slots?week=2026-11-30');
    await expect.element(slot('Wed 2 Dec 11am-1pm')).toMatchTextContent('26 free');
    await expect.element(page.getByText('Free this week')).toBeVisible();
    expect(page.getByText(/Closed for orders/).elements()).toEqual([]);
  });
});

describe('the settings of last week', () => {
  const copyButton = () => page.getByRole('button', { name: 'Copy last week’s settings' });
  const question = () => page.getByRole('dialog', { name: 'Copy last week’s settings' });

  test('are copied after asking', async () => {
    await openSlots();
    server.answers(copySlotWeek, () => [{ ...NOON, maxDeliveries: 55 }, EVENING]);
    await copyButton().click();
    await expect.element(question()).toMatchTextContent('Mon 16 Nov');
    await question().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    expect(server.sent(copySlotWeek)).toEqual([]);

    await copyButton().click();
    await question().getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(toast()).toMatchTextContent('Delivery Slots Saved');
    await expect.element(places()).toHaveValue(55);
    await expect.element(question()).not.toBeInTheDocument();
    expect(server.sent(copySlotWeek)[0]?.body).toEqual({ from: '2026-11-16', to: MONDAY });
  });

  test('that are none are told in the words of the server', async () => {
    const message = 'The week from Mon 16 Nov has no slots.';
    await openSlots();
    server.answers(copySlotWeek, () => refused(409, { message, code: 'nothing_to_copy' }));
    await copyButton().click();
    await question().getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(toast()).toMatchTextContent(message);
    await expect.element(places()).toHaveValue(30);
  });

  test('would overwrite what is not saved, so they wait for it', async () => {
    await openSlots();
    await places().fill('25');
    await expect.element(copyButton()).toBeDisabled();
    await resetAll().click();
    await expect.element(copyButton()).toBeEnabled();
  });
});

describe('leaving with unsaved changes', () => {
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  test('asks first; staying keeps them, leaving drops them', async () => {
    const opened = await openSlots();
    await places().fill('25');
    await page.getByRole('tab', { name: 'Weekly Meals' }).click();
    await question().getByRole('button', { name: 'Stay' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(places()).toHaveValue(25);
    expect(opened.address()).toBe('/delivery-slots');

    await page.getByRole('tab', { name: 'Weekly Meals' }).click();
    await question().getByRole('button', { name: 'Leave', exact: true }).click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(opened.address()).toBe('/admin?tab=meals');
  });

  test('another week is leaving too', async () => {
    await openSlots();
    await places().fill('25');
    await page.getByRole('button', { name: 'Next Week' }).click();
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(places()).toHaveValue(25);
  });

  test('without any the way is free', async () => {
    const opened = await openSlots();
    await places().fill('25');
    await saveAll().click();
    await expect.element(banner()).not.toBeInTheDocument();
    await page.getByRole('tab', { name: 'Weekly Meals' }).click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(opened.address()).toBe('/admin?tab=meals');
  });
});

test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
  await page.viewport(width, 844);
  await openSlots();
  await places().fill('101');
  await expect.element(banner()).toBeVisible();
  expect(await listViolations()).toEqual([]);
});
