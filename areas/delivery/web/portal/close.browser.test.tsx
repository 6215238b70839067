import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type ClosureReply,
  getIncident,
  type IncidentReply,
  listIncidents,
  makeClosure,
  retryIncident,
  settleIncident,
} from '#areas/delivery/calls/incidents.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { getSettings, listSettingsVersions } from '#areas/business/calls/settings.ts';
import { listDeliveries } from '#areas/orders/calls/deliveries.ts';
import { listSlots, type SlotReply, updateSlot } from '#areas/places/calls/delivery-slots.ts';
import { ClosuresField } from '#areas/places/web/portal/settings/delivery-fields.tsx';
import { DeliverySlots } from '#areas/places/web/portal/delivery-slots.tsx';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { DeliveriesTab } from '#areas/delivery/web/portal/deliveries/deliveries-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const DATE = '2026-01-13';
const EVENING = '16:00-18:00';
const THURSDAY = { date: '2026-01-15', window: '11:00-13:00' as const };

type Row = ClosureReply['rows'][number];

const aRow = (id: number, change: Partial<Row> = {}): Row => ({
  id,
  orderNumber: `RT-0000-000${id}`,
  customer: `Ann Stop${id}`,
  stop: id,
  date: DATE,
  window: EVENING,
  status: 'planned',
  meals: 2,
  choice: 'move',
  to: THURSDAY,
  ok: true,
  code: null,
  message: null,
  joins: false,
  isKept: false,
  cookedAgain: null,
  cookCents: null,
  amount: '0.00',
  told: 'email',
  ...change,
});

const PREVIEW: ClosureReply = {
  isDryRun: true,
  previewHash: 'agreed',
  isClosed: false,
  incidentId: null,
  isJoined: false,
  closures: [],
  inProgress: 0,
  paying: 0,
  rows: [
    aRow(1, { onHold: ['Curry for Mia contains milk'] }),
    aRow(2, { choice: 'refund', to: null, amount: '24.98' }),
  ],
  leftOut: [{ id: 9, customer: 'Bo Lee', status: 'out' }],
  places: [{ ...THURSDAY, free: 1, taken: 1 }],
  amount: '24.98',
  told: { emails: 2, texts: 1 },
  examples: [
    {
      kind: 'delivery_moved',
      customer: 'Ann Stop1',
      subject: 'Your delivery moves to Thu 15 Jan',
      email: 'Because of the storm we can’t come.',
      text: null,
    },
  ],
};

const RESULT: IncidentReply = {
  id: 4,
  date: DATE,
  until: DATE,
  windows: [EVENING],
  startedAt: '2026-01-13T04:00:00.000Z',
  by: 'Jo Chen',
  counts: { waiting: 0, done: 1, failed: 1, left: 0 },
  isSettled: false,
  cause: 'the storm',
  notify: true,
  note: null,
  rows: [1, 2].map((id) => ({
    id,
    deliveryId: id,
    orderId: id,
    orderNumber: `RT-0000-000${id}`,
    customer: `Ann Stop${id}`,
    stop: id,
    date: DATE,
    window: EVENING,
    choice: 'move',
    to: THURSDAY,
    state: id === 1 ? 'done' : 'failed',
    message: id === 1 ? null : 'No place left on Thu 15 Jan 2026, 11am-1pm.',
    amount: null,
    isTold: id === 1,
    doneAt: null,
  })),
  places: [{ ...THURSDAY, free: 1, taken: 0 }],
};

const open = (more: string, role?: StaffRole) =>
  openPortalPage(<DeliveriesTab />, {
    server,
    heading: 'Admin Portal',
    at: `/admin?tab=close${more}`,
    ...(role && { role }),
  });

beforeEach(() => {
  server.answers(listIncidents, () => []);
  server.answers(listSlots, () => []);
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
  server.answers(listDeliveries, () => []);
  server.answers(makeClosure, ({ body }) => ({
    ...PREVIEW,
    isDryRun: body.dryRun,
    incidentId: body.dryRun ? null : 4,
  }));
  server.answers(getIncident, () => RESULT);
});

const AT_WINDOW = `&date=${DATE}&window=${EVENING}`;
const dialog = (name: string | RegExp = 'Close') => page.getByRole('dialog', { name });
const go = () =>
  dialog().getByRole('button', { name: 'Close Tue 13 Jan 4pm-6pm, move 1, refund 1' });

test('one dialog says what, what becomes of whom in numbers, and does just that', async () => {
  await open(AT_WINDOW);
  await expect.element(go()).toBeEnabled();
  const booked = dialog().getByRole('region', { name: 'Who has booked' });
  await expect.element(booked).toMatchTextContent('Who has booked: 2 deliveries, 4 meals');
  await expect.element(booked).toMatchTextContent('1 to Thu 15 Jan 11am-1pm. 0 places stay free.');
  await expect
    .element(booked)
    .toMatchTextContent('1 finds no place: cancelled and refunded, $24.98.');
  await expect.element(booked).toMatchTextContent('2 emails and 1 text. Nobody is told until you');
  await expect.element(page.getByText('Bo Lee: on the way')).toBeVisible();
  await expect.element(page.getByText('Ann Stop1: Curry for Mia contains milk.')).toBeVisible();
  await expect.element(page.getByText('What Ann Stop1 reads')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Read the message' }).click();
  await expect.element(page.getByText('What Ann Stop1 reads')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await go().click();
  await expect.element(dialog(/is closed$/)).toMatchTextContent('1 of 2 done, 1 failed');
  expect(server.sent(makeClosure).at(-1)?.body).toMatchObject({
    dryRun: false,
    previewHash: 'agreed',
    from: DATE,
    until: DATE,
    windows: [EVENING],
    booked: 'move',
    rows: [],
  });
  await dialog(/is closed$/)
    .getByRole('button', { name: 'Done' })
    .click();
  await expect.element(dialog(/is closed$/)).not.toBeInTheDocument();
});

test('one by one, each gets another choice', async () => {
  await page.viewport(390, 844);
  await open(AT_WINDOW);
  await page.getByRole('button', { name: 'One by one…' }).click();
  await page.getByLabelText('What happens to Ann Stop2').selectOptions('leave');
  await expect
    .poll(() => server.sent(makeClosure).at(-1)?.body)
    .toMatchObject({ dryRun: true, rows: [{ id: 2, choice: 'leave' }] });
  expect(await listViolations()).toEqual([]);
});

test('where nobody has booked, nothing is asked of them', async () => {
  const none = { ...PREVIEW, rows: [], leftOut: [], places: [], told: { emails: 0, texts: 0 } };
  server.answers(makeClosure, ({ body }) => ({ ...none, isDryRun: body.dryRun, paying: 1 }));
  await open(`&date=${DATE}`);
  const act = dialog().getByRole('button', { name: 'Close Tue 13 Jan' });
  await expect.element(act).toBeEnabled();
  await expect.element(dialog()).toMatchTextContent('1 person is paying right now.');
  expect(page.getByRole('region', { name: 'Who has booked' }).elements()).toEqual([]);
  await act.click();
  await expect.element(page.getByText('Tue 13 Jan is closed')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a preview that is no longer true is shown again, and nothing was done', async () => {
  await open(AT_WINDOW);
  await expect.element(go()).toBeEnabled();
  let previews = 0;
  server.answers(makeClosure, ({ body }) => {
    if (!body.dryRun)
      return refused(409, {
        code: 'preview_changed',
        message: 'Something changed since this preview. Look at it again; nothing was done.',
      });
    previews += 1;
    return PREVIEW;
  });
  await go().click();
  await expect.element(page.getByText(/Something changed since this preview/)).toBeVisible();
  await expect.poll(() => previews).toBe(1);
});

test('what someone else has decided on leads to how far it is', async () => {
  server.answers(makeClosure, () => ({
    ...PREVIEW,
    isClosed: true,
    rows: [],
    inProgress: 2,
    incidentId: 4,
  }));
  await open(AT_WINDOW);
  await expect.element(dialog().getByText('2 deliveries are decided on already')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Nothing to do' })).toBeDisabled();
  await expect
    .element(page.getByRole('link', { name: 'See how far it is' }))
    .toHaveAttribute('href', '/admin?tab=close&incident=4');
});

test('a wrong day in the address opens it without a day', async () => {
  await open('&date=2026-13-40');
  await expect.element(dialog().getByLabelText('From')).toHaveValue('');
  await expect
    .element(dialog().getByRole('button', { name: 'Close', exact: true }).last())
    .toBeDisabled();
  expect(server.sent(makeClosure)).toEqual([]);
});

test('anyone who may not close reads so, and nothing is asked', async () => {
  await open(AT_WINDOW, 'phone');
  await expect.element(page.getByText(/Your role may not close/)).toBeVisible();
  expect(server.sent(makeClosure)).toEqual([]);
});

describe('every door opens the same dialog with the same plan', () => {
  const SLOT: SlotReply = {
    id: 7,
    date: DATE,
    timeSlot: EVENING,
    maxDeliveries: 20,
    currentDeliveries: 2,
    held: 0,
    booked: 2,
    isActive: true,
  };
  const show = (element: React.ReactNode, at: string) =>
    openPortalPage(element, { server, heading: 'Admin Portal', at });

  beforeEach(() => {
    server.answers(listSlots, () => [SLOT]);
    server.answers(updateSlot, () => ({ ...SLOT, isActive: false }));
    server.answers(getSettings, () => refused(503, { code: 'unavailable', message: 'Later' }));
    server.answers(listSettingsVersions, () => ({ versions: [] }));
  });

  const WINDOW = { from: DATE, until: DATE, windows: [EVENING] };
  const DAY = { from: DATE, until: DATE, reason: 'Day off' };

  test.each<[string, object, () => Promise<void>]>([
    [
      'a window of Delivery Slots',
      WINDOW,
      async () => {
        await show(<DeliverySlots />, '/delivery-slots');
        await page.getByRole('button', { name: 'Close… Tue 13 Jan 4pm-6pm' }).click();
      },
    ],
    [
      'a day of Delivery Slots',
      DAY,
      async () => {
        await show(<DeliverySlots />, '/delivery-slots');
        await page.getByRole('button', { name: 'Close day… Tue 13 Jan' }).click();
      },
    ],
    [
      'the switch of a window, once it is saved',
      WINDOW,
      async () => {
        await show(<DeliverySlots />, '/delivery-slots');
        await page
          .getByRole('group', { name: 'Tue 13 Jan 4pm-6pm' })
          .getByText(/^Active/)
          .click();
        await page.getByRole('button', { name: 'Save All Changes' }).click();
      },
    ],
    [
      'Deliveries',
      DAY,
      async () => {
        await show(<DeliveriesTab />, `/admin?tab=deliveries&date=${DATE}`);
        await page.getByRole('button', { name: 'Close…' }).click();
      },
    ],
    [
      'a holiday in Settings',
      { from: '2026-01-26', until: '2026-01-26', reason: 'Australia Day' },
      async () => {
        await show(
          <ClosuresField label="Closed" hint="" facts={defaultBusiness} />,
          '/admin?tab=settings',
        );
        await page.getByRole('button', { name: /^Close Mon 26 Jan 2026/ }).click();
      },
    ],
    ['the address of a window', WINDOW, async () => void (await open(AT_WINDOW))],
    ['the address of a day', DAY, async () => void (await open(`&date=${DATE}`))],
  ])('%s', async (_door, asked, through) => {
    await through();
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: /move 1, refund 1/ }))
      .toBeEnabled();
    const { dryRun, ...body } = server.sent(makeClosure).at(-1)!.body;
    expect(dryRun).toBe(true);
    expect(body).toEqual({
      windows: [],
      reason: '',
      booked: 'move',
      rows: [],
      cause: '',
      sameBag: true,
      notify: true,
      ...asked,
    });
  });
});

test('what failed is attempted again with another choice', async () => {
  await page.viewport(390, 844);
  server.answers(retryIncident, () => ({
    ...RESULT,
    counts: { waiting: 1, done: 1, failed: 0, left: 0 },
    rows: RESULT.rows.map((row) => ({ ...row, state: row.id === 1 ? 'done' : 'waiting' })),
  }));
  await open('&incident=4');
  await expect.element(page.getByText('1 needs your decision')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.getByLabelText('What happens to Ann Stop2').selectOptions('refund');
  await page.getByRole('button', { name: 'Apply these choices' }).click();
  expect(server.sent(retryIncident)).toMatchObject([
    { body: { rows: [{ id: 2, choice: 'refund' }] } },
  ]);
  await expect.element(page.getByText('Working: 1 of 2 done')).toBeVisible();
});

test('what failed is left with a note', async () => {
  server.answers(settleIncident, () => ({ ...RESULT, isSettled: true, note: 'Spoke to them' }));
  await open('&incident=4');
  await page.getByLabelText('Or leave them, with a note').fill('Spoke to them');
  await page.getByRole('button', { name: 'Settled' }).click();
  await expect.element(page.getByText(/Settled: Spoke to them/)).toBeVisible();
});
