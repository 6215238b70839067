import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  arrangeRun,
  type DeliveryReply,
  getRun,
  listDeliveries,
  type SetDeliveryStatusRequest,
  setDeliveryStatus,
  undoDeliveryChange,
} from '#areas/orders/calls/deliveries.ts';
import { listIncidents } from '#areas/delivery/calls/incidents.ts';
import { listMessages } from '#areas/messages/calls/emails.ts';
import { messageMany } from '#areas/orders/calls/order-bulk.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { DeliveriesTab } from '#areas/delivery/web/portal/deliveries/deliveries-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const CHANGE = '0190a0b8-0000-7000-8000-000000000001';
const DATE = '2026-01-13';

const aDelivery = (stop: number, change: Partial<DeliveryReply> = {}): DeliveryReply => ({
  id: stop,
  orderId: stop,
  orderNumber: `RT-0000-000${stop}`,
  date: DATE,
  timeSlot: '11:00-13:00',
  status: 'planned',
  stop,
  nearStop: null,
  version: 1,
  flag: null,
  flagSeenBy: null,
  isSettled: false,
  madeOn: null,
  customer: {
    firstName: 'Ann',
    lastName: `Stop${stop}`,
    phone: '+61412345678',
    address: '12 Shore Street, Cleveland',
    suburb: 'Cleveland',
    specialInstructions: '',
    deliveryPreference: 'cold',
  },
  payer: null,
  isGift: false,
  people: [{ name: 'Mia', allergens: [], avoid: [], diets: [], note: '', items: [] }],
  bags: 1,
  driver: null,
  notices: [],
  events: [],
  ...change,
});

let deliveries: DeliveryReply[];
let sent: SetDeliveryStatusRequest[];

const open = (role?: StaffRole) =>
  openPortalPage(<DeliveriesTab />, {
    server,
    heading: 'Admin Portal',
    at: `/admin?tab=deliveries&date=${DATE}`,
    ...(role && { role }),
  });

beforeEach(() => {
  deliveries = [aDelivery(1), aDelivery(2), aDelivery(3, { timeSlot: '16:00-18:00' })];
  sent = [];
  server.answers(listDeliveries, () => deliveries);
  server.answers(listIncidents, () => []);
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-13T02:00:00.000Z',
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  server.answers(getRun, () => ({
    version: 4,
    isArranged: false,
    arrangedBy: null,
    fixedAt: null,
  }));
  server.answers(setDeliveryStatus, ({ body }) => {
    sent.push(body);
    return {
      changeId: CHANGE,
      results: body.deliveries.map(({ id }) => ({
        id,
        ok: true,
        status: body.status,
        version: 2,
      })),
    };
  });
});

const bagOf = (stop: number) =>
  page.getByRole('checkbox', { name: `Stop ${stop}, Ann Stop${stop}` });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('stops stand by window and number, and one tap says what comes next', async () => {
  await open();
  await expect.element(page.getByText('0 of 2 delivered, 2 planned')).toBeVisible();
  await button('Cooked: stop 2, Ann Stop2').click();
  expect(sent).toEqual([{ deliveries: [{ id: 2, version: 1 }], status: 'cooked' }]);
  await expect.element(page.getByText('1 delivery: cooked.')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('many are set at once, and Undo takes all of it back', async () => {
  const undone: string[] = [];
  server.answers(undoDeliveryChange, ({ body }) => {
    undone.push(body.changeId);
    return { changeId: CHANGE, results: [{ id: 1, ok: true, status: 'planned', version: 3 }] };
  });
  await open();
  await bagOf(1).click();
  await bagOf(3).click();
  await page
    .getByRole('region', { name: 'Ticked deliveries' })
    .getByRole('button', { name: 'Delivered', exact: true })
    .click();
  expect(sent).toMatchObject([{ deliveries: [{ id: 1 }, { id: 3 }], status: 'delivered' }]);
  await button('Undo').click();
  expect(undone).toEqual([CHANGE]);
});

test('of a day that has passed it asks when, and tells nobody unless staff say so', async () => {
  server.answers(getOrderingWeek, () => ({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-14T02:00:00.000Z',
    cutoff: '2026-01-18T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-20',
    weekEnd: '2026-01-26',
    days: [],
  }));
  deliveries = [aDelivery(1, { status: 'out' }), aDelivery(2, { status: 'out' })];
  await open();
  await bagOf(1).click();
  await bagOf(2).click();
  const bar = page.getByRole('region', { name: 'Ticked deliveries' });
  await bar.getByRole('button', { name: 'Delivered', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /2 deliveries have no ending/ });
  const tell = dialog.getByRole('switch', { name: 'Tell the customers (2)' });
  await expect.element(tell).not.toBeChecked();
  await expect.element(dialog.getByRole('radio', { name: 'Not known' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'At…' }).click();
  await dialog.getByLabelText('Time', { exact: true }).fill('17:30');
  await dialog.getByText('Tell the customers (2)').click();
  expect(await listViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'End 2' }).click();
  const at = '2026-01-13T07:30:00.000Z';
  expect(sent).toMatchObject([
    {
      status: 'delivered',
      notify: true,
      deliveries: [
        { id: 1, at },
        { id: 2, at },
      ],
    },
  ]);
});

test('what could not be set stays ticked and says why', async () => {
  server.answers(setDeliveryStatus, () => ({
    changeId: CHANGE,
    results: [
      {
        id: 1,
        ok: false,
        status: 'planned',
        version: 2,
        code: 'changed_meanwhile',
        message: 'Someone changed this delivery. Check it first.',
      },
    ],
  }));
  await open();
  await bagOf(1).click();
  await page
    .getByRole('region', { name: 'Ticked deliveries' })
    .getByRole('button', { name: 'Cooked' })
    .click();
  await expect
    .element(page.getByText('Someone changed this delivery. Check it first.'))
    .toBeVisible();
  await expect.element(bagOf(1)).toBeChecked();
});

test('not delivered asks for the reason', async () => {
  deliveries = [aDelivery(1, { status: 'out' })];
  await open();
  await bagOf(1).click();
  await page
    .getByRole('region', { name: 'Ticked deliveries' })
    .getByRole('button', { name: 'Not delivered' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabelText('Ending of stop 1, Ann Stop1')
    .selectOptions('Not delivered: dog or locked gate');
  await dialog.getByRole('button', { name: 'End 1' }).click();
  expect(sent).toEqual([
    {
      status: 'missed',
      deliveries: [{ id: 1, version: 1, status: 'missed', reason: 'Dog or locked gate' }],
    },
  ]);
});

test('another reason is written in words', async () => {
  deliveries = [aDelivery(1, { status: 'out' })];
  await open();
  await bagOf(1).click();
  await page
    .getByRole('region', { name: 'Ticked deliveries' })
    .getByRole('button', { name: 'Not delivered' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabelText('Ending of stop 1, Ann Stop1')
    .selectOptions('Not delivered: another reason');
  await expect.element(dialog.getByRole('button', { name: 'End 1' })).toBeDisabled();
  await dialog.getByLabelText('What happened?').fill('Road is flooded');
  await dialog.getByRole('button', { name: 'End 1' }).click();
  expect(sent).toMatchObject([
    { deliveries: [{ id: 1, status: 'missed', reason: 'Road is flooded' }] },
  ]);
});

describe('the end of a day', () => {
  const MONDAY = '2026-01-12';
  const dialog = () => page.getByRole('dialog', { name: /have no ending|How did/ });
  const ending = (stop: number) =>
    dialog().getByLabelText(`Ending of stop ${stop}, Ann Stop${stop}`, { exact: true });
  const openEnd = () =>
    openPortalPage(<DeliveriesTab />, {
      server,
      heading: 'Admin Portal',
      at: `/admin?tab=deliveries&date=${MONDAY}&end=day`,
    });

  beforeEach(() => {
    deliveries = [
      aDelivery(1, { date: MONDAY, status: 'out' }),
      aDelivery(2, { date: MONDAY, status: 'packed', timeSlot: '16:00-18:00' }),
      aDelivery(3, { date: MONDAY, status: 'packed', timeSlot: '16:00-18:00' }),
      aDelivery(4, { date: MONDAY, status: 'delivered' }),
    ];
  });

  test('is one call for all that have none, at no known time but for one, and tells only of news', async () => {
    await openEnd();
    await expect
      .element(dialog())
      .toMatchTextContent('Mon 12 Jan 2026: 3 deliveries have no ending');
    await expect.element(dialog().getByText('Nobody is told.')).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await ending(3).selectOptions('Not delivered: no one home');
    await dialog().getByLabelText('Time of stop 2, if known').fill('16:52');
    await dialog().getByRole('button', { name: 'End 3' }).click();
    expect(sent).toEqual([
      {
        status: 'delivered',
        when: 'unknown',
        deliveries: [
          { id: 1, version: 1, status: 'delivered', reason: '' },
          {
            id: 2,
            version: 1,
            status: 'delivered',
            reason: '',
            at: '2026-01-12T06:52:00.000Z',
          },
          { id: 3, version: 1, status: 'missed', reason: 'No one home' },
        ],
      },
    ]);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a window is set at once, one is left open, and all are told when asked', async () => {
    await page.viewport(390, 844);
    await openEnd();
    await dialog().getByLabelText('All of 4pm-6pm').selectOptions('Not delivered: damaged');
    await ending(3).selectOptions('No ending yet');
    await dialog().getByText('Tell the customers (2)').click();
    expect(await listViolations()).toEqual([]);
    await dialog().getByRole('button', { name: 'End 2' }).click();
    expect(sent).toMatchObject([
      {
        notify: true,
        deliveries: [
          { id: 1, status: 'delivered' },
          { id: 2, status: 'missed', reason: 'Damaged' },
        ],
      },
    ]);
  });

  test('a bag on hold stays with its reason, and is ended by itself', async () => {
    server.answers(setDeliveryStatus, ({ body }) => {
      sent.push(body);
      const results = body.deliveries.map(({ id }) =>
        id === 2 && body.deliveries.length > 1
          ? { id, ok: false, status: 'packed' as const, version: 1, message: 'Milk for Mia.' }
          : { id, ok: true, status: 'delivered' as const, version: 2 },
      );
      deliveries = deliveries.map((one) => {
        const isEnded = results.some(({ id, ok }) => id === one.id && ok);
        return isEnded ? { ...one, status: 'delivered' } : one;
      });
      return { changeId: CHANGE, results };
    });
    await openEnd();
    await dialog().getByRole('button', { name: 'End 3' }).click();
    await expect.element(dialog().getByText('Milk for Mia.')).toBeVisible();
    await expect.element(dialog()).toMatchTextContent('How did Ann Stop2’s delivery end?');
    await dialog().getByRole('button', { name: 'End this one: stop 2' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent[1]).toMatchObject({ deliveries: [{ id: 2, status: 'delivered' }] });
  });

  test('of today, what is not over yet begins without an ending', async () => {
    deliveries = [aDelivery(1), aDelivery(2, { timeSlot: '09:00-10:00' })];
    await openPortalPage(<DeliveriesTab />, {
      server,
      heading: 'Admin Portal',
      at: `/admin?tab=deliveries&date=${DATE}&end=day`,
    });
    await expect.element(ending(1)).toHaveValue('open');
    await dialog().getByRole('button', { name: 'End 1' }).click();
    expect(sent).toMatchObject([{ deliveries: [{ id: 2, status: 'delivered' }] }]);
  });
});

test('an ending that was reported wrongly is corrected, with a reason, for a week', async () => {
  deliveries = [
    aDelivery(1, { status: 'delivered' }),
    aDelivery(2, { status: 'missed' }),
    aDelivery(3, { status: 'delivered', date: '2026-01-05' }),
  ];
  await open();
  await expect.element(page.getByRole('button', { name: /Correct… stop/ }).nth(1)).toBeVisible();
  expect(page.getByRole('button', { name: /Correct… stop/ }).elements()).toHaveLength(2);
  await button('Correct… stop 1, Ann Stop1').click();
  await expect.element(button('Correct it')).toBeDisabled();
  await page.getByLabelText('This delivery is').selectOptions('Delivered, left somewhere else');
  await page.getByLabelText('Why it was wrong').fill('Sam rang');
  await expect.element(button('Correct it')).toBeDisabled();
  await page.getByLabelText('Where was it left?').fill('Side gate');
  expect(await listViolations()).toEqual([]);
  await button('Correct it').click();
  expect(sent).toEqual([
    {
      deliveries: [{ id: 1, version: 1 }],
      status: 'delivered',
      reason: 'Sam rang',
      place: 'Side gate',
    },
  ]);
  await button('Correct… stop 2, Ann Stop2').click();
  await page.getByLabelText('Why it was wrong').fill('Still in the van');
  await button('Correct it').click();
  expect(sent[1]).toMatchObject({ status: 'out', reason: 'Still in the van' });
});

test('bags of people with allergies are not packed over their names', async () => {
  deliveries = [
    aDelivery(1, {
      status: 'cooked',
      people: [{ name: 'Mia', allergens: ['peanut'], avoid: [], diets: [], note: '', items: [] }],
    }),
  ];
  await open();
  await button('Packed: stop 1, Ann Stop1').click();
  expect(sent).toEqual([]);
  await expect.element(page.getByRole('dialog').getByText('Stop 1, Mia')).toBeVisible();
  await button('Checked, all packed').click();
  expect(sent).toMatchObject([{ status: 'packed', reason: 'Allergies checked: Mia' }]);
});

test('what the server asks about is confirmed once for all, and sent again', async () => {
  const left = new Set([1, 2]);
  server.answers(setDeliveryStatus, ({ body }) => {
    sent.push(body);
    const isConfirmed = body.confirm?.includes('not_ticked') ?? false;
    return {
      changeId: CHANGE,
      results: body.deliveries.map(({ id }) => ({
        id,
        ok: isConfirmed || !left.has(id),
        status: 'planned' as const,
        version: 1,
        ...(!isConfirmed &&
          left.has(id) && {
            code: 'not_ticked',
            message: '1 portion is not ticked yet.',
            canConfirm: true,
          }),
      })),
    };
  });
  await open();
  for (const stop of [1, 2, 3]) await bagOf(stop).click();
  await button('Packed').click();
  const dialog = page.getByRole('dialog', { name: '2 stops: packed all the same?' });
  await expect.element(dialog.getByText('1 portion is not ticked yet. Stops 1, 2')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Yes, packed' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent[1]).toEqual({
    status: 'packed',
    deliveries: [
      { id: 1, version: 1 },
      { id: 2, version: 1 },
    ],
    confirm: ['not_ticked'],
  });
});

test('the customers of a window are written to in one dialog', async () => {
  deliveries = [aDelivery(1), aDelivery(2), aDelivery(3, { status: 'delivered' })];
  server.answers(listMessages, () => ({
    mode: 'kept',
    textMode: 'kept',
    failed: 0,
    waiting: 0,
    messages: [],
    nextCursor: null,
  }));
  server.answers(messageMany, ({ body }) => ({
    isDryRun: body.dryRun,
    previewHash: 'seen',
    textMode: 'kept' as const,
    emails: body.ids.length,
    texts: 0,
    example: null,
    results: [],
  }));
  await open();
  await button('Message to 11am-1pm').click();
  await page.getByLabelText('Subject').fill('The bridge');
  await page.getByLabelText('Message', { exact: true }).fill('We come later.');
  await button('Send to 2 customers').click();
  await expect.element(page.getByText('On its way to 2 customers')).toBeVisible();
  expect(server.sent(messageMany).at(-1)?.body).toMatchObject({
    dryRun: false,
    previewHash: 'seen',
  });
});

test('ticked stops are put elsewhere in the run', async () => {
  const arranged: unknown[] = [];
  server.answers(arrangeRun, ({ body }) => {
    arranged.push(body);
    return { version: 5, stops: [] };
  });
  await open();
  await bagOf(2).click();
  await page.getByLabelText('Move 1 to').selectOptions('First');
  expect(arranged).toEqual([{ date: DATE, window: '11:00-13:00', ids: [2], after: 0, version: 4 }]);
});

test('the kitchen sees the day, and nothing to press that it may not', async () => {
  await open('kitchen');
  await expect.element(page.getByText('0 of 2 delivered, 2 planned')).toBeVisible();
  expect(page.getByRole('checkbox', { name: /^Stop/ }).elements()).toEqual([]);
  expect(button(/^Cooked/).elements()).toEqual([]);
});

test('a day without deliveries says so', async () => {
  deliveries = [];
  await open();
  await expect.element(page.getByText('No deliveries on Tue 13 Jan 2026')).toBeVisible();
});
