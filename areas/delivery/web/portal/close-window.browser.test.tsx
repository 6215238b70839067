import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  closeSale,
  getIncident,
  type IncidentPreviewReply,
  type IncidentReply,
  listIncidents,
  retryIncident,
  settleIncident,
  startIncident,
} from '#areas/delivery/calls/incidents.ts';
import { listSlots } from '#areas/places/calls/delivery-slots.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { CloseWindowTab } from '#areas/delivery/web/portal/close-window-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
const DATE = '2026-01-13';
const EVENING = '16:00-18:00';
const THURSDAY = { date: '2026-01-15', timeSlot: '11:00-13:00' as const };

type Row = IncidentPreviewReply['rows'][number];

const aRow = (id: number, change: Partial<Row> = {}): Row => ({
  id,
  orderNumber: `RT-0000-000${id}`,
  customer: `Ann Stop${id}`,
  stop: id,
  timeSlot: EVENING,
  status: 'planned',
  choice: 'move',
  to: THURSDAY,
  ok: true,
  code: null,
  message: null,
  joins: false,
  isKept: false,
  amount: '0.00',
  told: 'email',
  ...change,
});

const PREVIEW: IncidentPreviewReply = {
  isDryRun: true,
  previewHash: 'agreed',
  incidentId: null,
  isJoined: false,
  rows: [
    aRow(1, { onHold: ['Curry for Mia contains milk'] }),
    aRow(2, { choice: 'leave', to: null, told: null }),
  ],
  leftOut: [{ id: 9, customer: 'Bo Lee', status: 'out' }],
  places: [{ ...THURSDAY, free: 1, taken: 1 }],
  amount: '0.00',
  told: { emails: 1, texts: 0 },
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
    timeSlot: EVENING,
    choice: 'move',
    to: THURSDAY,
    state: id === 1 ? 'done' : 'failed',
    message: id === 1 ? null : 'No place left on Thu 15 Jan 2026, 11am-1pm.',
    amount: null,
    isTold: id === 1,
    doneAt: null,
  })),
};

const open = (more: string, role?: StaffRole) =>
  openPortalPage(<CloseWindowTab />, {
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
  server.answers(startIncident, ({ body }) => ({
    ...PREVIEW,
    isDryRun: body.dryRun,
    incidentId: body.dryRun ? null : 4,
    rows: PREVIEW.rows.map((row) => {
      const chosen = body.rows.find(({ id }) => id === row.id);
      if (!chosen) return row;
      const isRefund = chosen.choice === 'refund';
      return { ...row, choice: chosen.choice, amount: isRefund ? '24.98' : '0.00' };
    }),
    amount: body.rows.some(({ choice }) => choice === 'refund') ? '24.98' : '0.00',
  }));
  server.answers(getIncident, () => RESULT);
});

test('the sale of a window stops first, then everyone of it is decided on', async () => {
  server.answers(closeSale, () => []);
  await open('');
  const go = page.getByRole('button', { name: 'Stop the sale and go on' });
  await expect.element(go).toBeDisabled();
  await page.getByRole('checkbox', { name: '4pm-6pm' }).click();
  await go.click();
  expect(server.sent(closeSale)).toMatchObject([{ body: { date: DATE, windows: [EVENING] } }]);
  await expect
    .element(page.getByRole('heading', { name: /4pm-6pm: what becomes of everyone/ }))
    .toBeVisible();
});

test('what finds no place is refunded in one tap, and what was previewed is what is sent', async () => {
  await open(`&date=${DATE}&window=${EVENING}`);
  const happens = page.getByRole('region', { name: 'What happens' });
  await expect.element(happens).toMatchTextContent('1 to Thu 15 Jan 11am-1pm');
  await expect.element(happens).toMatchTextContent('1 stays as it is');
  await expect.element(page.getByText('Bo Lee: on the way')).toBeVisible();
  await expect.element(page.getByText('These meals go on hold')).toBeVisible();
  await expect.element(page.getByText('Ann Stop1: Curry for Mia contains milk.')).toBeVisible();
  await expect.element(page.getByText('What Ann Stop1 reads')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Refund the 1 without a place' }).click();
  await expect.element(happens).toMatchTextContent('1 delivery cancelled, $24.98 goes back');
  await happens.getByRole('button', { name: 'Move 1, refund 1' }).click();
  await expect.element(page.getByRole('heading', { name: /is closed$/ })).toBeVisible();
  expect(server.sent(startIncident).find(({ body }) => !body.dryRun)?.body).toMatchObject({
    dryRun: false,
    previewHash: 'agreed',
    rows: [{ id: 2, choice: 'refund' }],
  });
});

test('a preview that is no longer true is shown anew, and nothing was done', async () => {
  await open(`&date=${DATE}&window=${EVENING}`);
  const go = page.getByRole('button', { name: 'Move 1' });
  await expect.element(go).toBeEnabled();
  let previews = 0;
  server.answers(startIncident, ({ body }) => {
    if (!body.dryRun)
      return refused(409, {
        code: 'preview_changed',
        message: 'Something changed since this preview. Look at it again; nothing was done.',
      });
    previews += 1;
    return PREVIEW;
  });
  await go.click();
  await expect.element(page.getByText(/Something changed since this preview/)).toBeVisible();
  await expect.poll(() => previews).toBe(1);
});

test('a window that someone else has closed leads to what they chose', async () => {
  server.answers(startIncident, () => ({ ...PREVIEW, incidentId: 4 }));
  await open(`&date=${DATE}&window=${EVENING}`);
  await expect.element(page.getByText(/is closed already/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See how far it is' }))
    .toHaveAttribute('href', '/admin?tab=close&incident=4');
});

test('what failed is attempted again with another choice', async () => {
  await page.viewport(390, 844);
  server.answers(retryIncident, () => ({
    ...RESULT,
    counts: { waiting: 1, done: 1, failed: 0, left: 0 },
    rows: RESULT.rows.map((row) => ({ ...row, state: row.id === 1 ? 'done' : 'waiting' })),
  }));
  await open('&incident=4');
  await expect.element(page.getByText('1 needs you')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.getByLabelText('What becomes of Ann Stop2').selectOptions('refund');
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
