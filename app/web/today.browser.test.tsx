import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getGoingLive } from '#areas/office/calls/going-live.ts';
import { getDriveDay } from '#areas/delivery/calls/drive.ts';
import { getPackDay } from '#areas/delivery/calls/pack.ts';
import { listPrintouts } from '#areas/printouts/calls/printouts.ts';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import {
  getToday,
  type WeekCloseReply,
  putOff,
  seeFlag,
  type TodayReply,
  type TodayRowReply,
  waiveWeekRow,
} from '#areas/office/calls/today.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { PortalContent } from '#app/web/portal/portal-content.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import {
  quietLiveLine,
  tellLiveLine,
  fakeServer,
  never,
  refused,
} from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { signedInAs } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
quietLiveLine();

beforeEach(async () => {
  server.answers(listPrintouts, () => []);
  await page.viewport(390, 844);
  server.answers(getGoingLive, never);
});

const QUIET: TodayReply = {
  at: '2026-01-13T02:00:00.000Z',
  rows: [],
  count: 0,
  byPage: {},
  waiting: [],
  week: null,
  day: {
    date: '2026-01-13',
    windows: [
      {
        window: '11:00-13:00',
        stops: 12,
        late: 0,
        counts: { planned: 0, cooked: 0, packed: 2, out: 3, delivered: 7, missed: 0 },
        drivers: [{ name: 'Dan Lee', stops: 9 }],
      },
    ],
    meals: 47,
    allergies: 2,
    cooking: ['Brown rice', 'Pork mince', 'Salad', 'Teriyaki sauce'],
    arriving: ['Range Meats'],
  },
};

const aRow = (change: Partial<TodayRowReply> = {}): TodayRowReply => ({
  key: 'refund_failed:1',
  kind: 'refund_failed',
  many: 'failed refunds',
  level: 'money',
  title: 'Refund of $9.50 failed',
  detail: 'RT-WT6T-9ER8 · card closed',
  about: 1,
  since: null,
  dueAt: null,
  page: 'payments',
  action: { label: 'Send again', opens: '/admin?tab=payments' },
  canWait: true,
  ...change,
});

const withRows = (...rows: TodayRowReply[]): TodayReply => ({
  ...QUIET,
  rows,
  count: rows.length,
  byPage: {},
});

const HOLD = aRow({
  key: 'on_hold:1',
  kind: 'on_hold',
  level: 'hurt',
  title: 'Gwen: Chicken Cacciatore is on hold',
  detail: 'it may contain milk · Peter Nguyen · Wed 14 Jan, 11am-1pm',
  page: 'recipes',
  action: { label: 'Settle', opens: '/admin?tab=recipes' },
  canWait: false,
});

const LATE = aRow({
  key: 'late:1',
  kind: 'late',
  level: 'without',
  title: '11am-1pm is late: 3 deliveries',
  detail: 'Lan Nguyễn · Sam Lee · Kiri Waititi',
  page: 'deliveries',
  action: { label: 'Look', opens: '/admin?tab=deliveries&date=2026-01-13&status=late' },
  canWait: false,
});

function open(role: StaffRole = 'owner') {
  server.answers(getSignedIn, () => signedInAs(role));
  return openPage(
    <RequireStaff asksFor={null} fallback={null}>
      <PortalContent />
    </RequireStaff>,
    { at: '/' },
  );
}

const link = (name: string | RegExp) => page.getByRole('link', { name });

test('what needs a hand is listed by how bad it is, and each button leads to where it is decided', async () => {
  server.answers(getToday, () => withRows(HOLD, LATE, aRow()));
  await open();
  await expect.element(page.getByRole('heading', { name: 'Welcome, Jo' })).toBeVisible();
  const hand = page.getByRole('region', { name: 'Needs a hand' });
  await expect.element(hand.getByText('3', { exact: true })).toBeVisible();
  expect(
    hand
      .getByRole('heading', { level: 3 })
      .all()
      .map((heading) => heading.element().textContent),
  ).toEqual(['Someone could be hurt', 'Someone is without their meals', 'Money']);
  for (const { title, action } of [HOLD, LATE, aRow()])
    await expect.element(link(`${action.label}: ${title}`)).toHaveAttribute('href', action.opens);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('of a kind five are shown, and the others on demand', async () => {
  const refunds = Array.from({ length: 400 }, (_, index) =>
    aRow({ key: `refund_failed:${index}`, title: `Refund ${index} failed` }),
  );
  server.answers(getToday, () => withRows(HOLD, ...refunds));
  await open();
  await expect
    .element(page.getByRole('region', { name: 'Needs a hand' }).getByText('401', { exact: true }))
    .toBeVisible();
  const listed = () => page.getByText(/^Refund \d+ failed$/).elements().length;
  expect(listed()).toBe(5);
  await page.getByRole('button', { name: '395 more failed refunds' }).click();
  await expect.poll(listed).toBe(400);
});

test('a row waits for others until a day, with whom it waits for; one in danger can’t', async () => {
  server.answers(getToday, () => withRows(HOLD, aRow()));
  server.answers(putOff, () => undefined);
  await open();
  const wait = page.getByRole('button', { name: /^Wait…/ });
  await expect.element(wait).toBeVisible();
  expect(wait.elements()).toHaveLength(1);
  await wait.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Monday 7am/ }).click();
  await dialog.getByRole('textbox', { name: /For whom/ }).fill('the bank');
  expect(await listViolations()).toEqual([]);
  server.answers(getToday, () => ({
    ...withRows(HOLD),
    waiting: [{ ...aRow(), until: '2026-01-18T21:00:00.000Z', note: 'the bank', by: 'Jo Chen' }],
  }));
  await dialog.getByRole('button', { name: 'Wait', exact: true }).click();
  await expect
    .poll(() => server.sent(putOff).map(({ body }) => body))
    .toEqual([{ key: 'refund_failed:1', until: '2026-01-18T21:00:00.000Z', note: 'the bank' }]);
  await page.getByRole('button', { name: '1 waiting for others' }).click();
  const waiting = page.getByRole('list', { name: 'Waiting for others' });
  await expect.element(waiting).toMatchTextContent('until Mon 19 Jan 2026, 7am, Jo Chen: the bank');
  await waiting.getByRole('button', { name: /^Bring back/ }).click();
  await expect
    .poll(() => server.sent(putOff).at(-1)?.body)
    .toMatchObject({ key: 'refund_failed:1', until: null });
});

test('the day’s windows are told in words, with drivers and people with allergies', async () => {
  server.answers(getToday, () => QUIET);
  await open();
  const day = page.getByRole('region', { name: 'The day' });
  await expect.element(day).toMatchTextContent('7 of 12 delivered, 3 on the way, 2 packed');
  await expect.element(day).toMatchTextContent('Drivers: Dan Lee 9, 3 without');
  await expect.element(day).toMatchTextContent('12 stops, 47 meals, 2 with allergies or notes');
  await expect
    .element(day.getByRole('link', { name: '12 stops' }))
    .toHaveAttribute('href', '/admin?tab=deliveries&date=2026-01-13');
  await expect
    .element(day.getByRole('link', { name: '4 components' }))
    .toHaveAttribute('href', '/admin?tab=plan&from=2026-01-13');
  await expect.element(day).toMatchTextContent('Arriving Range Meats');
});

test('the day is printed from its card: its sheets, and labels', async () => {
  server.answers(getToday, () => QUIET);
  await open('kitchen');
  const print = page.getByRole('button', { name: /^Print today/ });
  await expect.element(print).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Labels/ })).toBeVisible();
});

test('anyone who prints nothing has no button for it', async () => {
  server.answers(getToday, () => QUIET);
  await open('phone');
  await expect.element(page.getByText('12 stops, 47 meals', { exact: false })).toBeVisible();
  expect(page.getByRole('button', { name: /^Print/ }).elements()).toEqual([]);
});

const aWeek = (change: Partial<WeekCloseReply>): TodayReply => ({
  ...QUIET,
  week: {
    weekStart: '2026-01-13',
    state: 'open',
    title: 'Orders close today at 5pm',
    text: '81 orders, 3 windows full.',
    rows: [],
    ...change,
  },
});
const TICKED = {
  row: 'totals',
  isDone: true,
  text: 'Totals: 448 meals',
  detail: '',
  action: { label: 'Plan', opens: '/admin?tab=plan' },
  mayWaive: false,
} as const;

test.each<[string, Partial<WeekCloseReply>, string, boolean]>([
  ['before its cut-off', {}, '', false],
  [
    'while somebody is still paying',
    { state: 'closing', title: 'The week is closing', rows: [{ ...TICKED, isDone: false }] },
    '0 of 1 done',
    true,
  ],
  [
    'once every row is ticked',
    { state: 'ready', title: 'The week is ready', rows: [TICKED] },
    '1 of 1 done',
    false,
  ],
])('the week %s', async (_, change, sum, hasRows) => {
  server.answers(getToday, () => aWeek(change));
  await open();
  const card = page.getByRole('region', { name: change.title ?? 'Orders close today at 5pm' });
  await expect.element(card).toMatchTextContent(`${sum}81 orders, 3 windows full.`);
  expect(card.getByRole('listitem').elements()).toHaveLength(hasRows ? 1 : 0);
  expect(await listViolations()).toEqual([]);
});

test('after the end of a day its windows without an ending are ended from its card, by anyone who may', async () => {
  const [window] = QUIET.day.windows;
  server.answers(getToday, () => ({
    ...QUIET,
    day: { ...QUIET.day, windows: [{ ...window!, late: 5 }] },
  }));
  await open();
  await expect
    .element(link('End the day…'))
    .toHaveAttribute('href', '/admin?tab=deliveries&date=2026-01-13&end=day');
  await expect.element(page.getByText('5 late')).toBeVisible();
});

test('without news for a minute it says since when, in amber, and keeps its numbers until they come', async () => {
  const later = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => later(run, ms === 60_000 ? 0 : ms));
  server.answers(getToday, () => withRows(HOLD));
  await open();
  const card = page.getByRole('region', { name: 'Needs a hand' });
  const number = card.getByText('1', { exact: true });
  await expect.element(number).toHaveClass(/bg-danger/);
  tellLiveLine('error');
  await expect.element(card.getByRole('status')).toMatchTextContent(/^Not live since \S+$/);
  await expect.element(number).toHaveClass(/bg-warning-soft/);
  expect(await listViolations()).toEqual([]);
  tellLiveLine('ready');
  await expect.element(card.getByRole('status')).toBeEmptyDOMElement();
  await expect.element(number).toHaveClass(/bg-danger/);
});

test('a week that closes says what is open, and what is not needed', async () => {
  const row = (name: 'totals' | 'drivers', isDone: boolean, text: string) => ({
    row: name,
    isDone,
    text,
    detail: '',
    action: { label: 'Open', opens: '/admin?tab=plan' },
    mayWaive: name === 'drivers',
  });
  server.answers(getToday, () => ({
    ...QUIET,
    week: {
      weekStart: '2026-01-13',
      state: 'closed',
      title: 'The week is closed',
      text: 'Tue 13 Jan to Mon 19 Jan: 84 orders.',
      rows: [row('totals', true, 'Totals: 448 meals'), row('drivers', false, 'Drivers: none')],
    },
  }));
  server.answers(waiveWeekRow, () => undefined);
  await open();
  const week = page.getByRole('region', { name: 'The week is closed' });
  await expect.element(week.getByText('1 of 2 done')).toBeVisible();
  await expect.element(week.getByText('Done: Totals: 448 meals')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
  await week.getByRole('button', { name: /^Not needed/ }).click();
  await expect
    .poll(() => server.sent(waiveWeekRow).map(({ body }) => body))
    .toEqual([{ weekStart: '2026-01-13', row: 'drivers', waived: 'week' }]);
});

test('tomorrow is a tap away, and what needs a hand stays', async () => {
  server.answers(getToday, ({ query: { day } }) =>
    day === '2026-01-14'
      ? { ...QUIET, day: { ...QUIET.day, date: day, windows: [] } }
      : withRows(HOLD),
  );
  await open();
  await link('Tomorrow').click();
  await expect.element(page.getByText('No deliveries on this day.')).toBeVisible();
  await expect.element(page.getByText(HOLD.title)).toBeVisible();
});

const TO_CHECK = withRows(
  aRow({
    key: 'flagged:5',
    kind: 'flagged',
    level: 'without',
    title: 'Lan Nguyễn: delivered although it was cancelled',
    detail: '11am-1pm',
    page: 'deliveries',
    action: { label: 'Seen', opens: '/admin?tab=orders&order=7' },
    canWait: false,
    version: 4,
  }),
);

test('a report to check is ticked off, and the list ends', async () => {
  server.answers(getToday, () => TO_CHECK);
  server.answers(seeFlag, () => undefined);
  await open('manager');
  const seen = page.getByRole('button', { name: /^Seen: Lan Nguyễn/ });
  await expect.element(seen).toBeVisible();
  expect(await listViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  server.answers(getToday, () => QUIET);
  await seen.click();
  await expect.element(page.getByText(/^Nothing needs a hand/)).toBeVisible();
  expect(server.sent(seeFlag)).toMatchObject([{ params: { id: 5 }, body: { version: 4 } }]);
});

test('a tick that is refused says why, and shows how it is now', async () => {
  server.answers(getToday, () => TO_CHECK);
  server.answers(seeFlag, () =>
    refused(409, { code: 'changed_meanwhile', message: 'Someone changed this delivery.' }),
  );
  await open('manager');
  await page.getByRole('button', { name: /^Seen/ }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Someone changed this delivery');
  await expect.poll(() => server.sent(getToday).length).toBeGreaterThan(1);
});

test('anyone who may not report sees what is to check without a button', async () => {
  server.answers(getToday, () => TO_CHECK);
  await open('phone');
  await expect.element(page.getByText(/^Lan Nguyễn: delivered/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Seen/ }).elements()).toEqual([]);
});

test('a day on which nothing needs a hand says so', async () => {
  server.answers(getToday, () => QUIET);
  await open();
  await expect.element(page.getByText('Nothing needs a hand right now.')).toBeVisible();
});

test('a day without deliveries says so', async () => {
  server.answers(getToday, () => ({ ...QUIET, day: { ...QUIET.day, windows: [] } }));
  await open();
  await expect.element(page.getByText('No deliveries today.')).toBeVisible();
});

test('it says that it is loading', async () => {
  server.answers(getToday, never);
  await open();
  await expect.element(page.getByText('Loading the day')).toBeInTheDocument();
});

test('a day that could not be loaded is asked for again on request', async () => {
  server.answers(getToday, () => refused(400, { message: 'The clock is wrong', code: 'clock' }));
  await open();
  await expect.element(page.getByText('We couldn’t load the day')).toBeVisible();
  server.answers(getToday, () => QUIET);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/^Nothing needs a hand/)).toBeVisible();
});

test.each(['driver', 'packer'] as const)('a %s sees none of it', async (role) => {
  server.answers(getToday, () => withRows(HOLD));
  server.answers(getPackDay, never);
  server.answers(getDriveDay, never);
  await open(role);
  await expect.element(page.getByRole('heading', { name: 'Welcome, Jo' })).toBeVisible();
  expect(page.getByText('Needs a hand').elements()).toEqual([]);
  expect(server.sent(getToday)).toEqual([]);
});
