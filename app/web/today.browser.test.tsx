import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getFirstHour } from '#areas/office/calls/first-hour.ts';
import { listIncidents } from '#areas/delivery/calls/incidents.ts';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import { getToday, seeFlag, type TodayReply } from '#areas/office/calls/today.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { PortalContent } from '#app/web/portal/portal-content.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { quietLiveLine } from '#platform/web/testing/fake-event-source.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { signedInAs } from '#platform/web/testing/signed-in-as.ts';

const server = fakeServer();
quietLiveLine();

beforeEach(async () => {
  await page.viewport(390, 844);
  server.answers(listIncidents, () => []);
  server.answers(getFirstHour, never);
});

const QUIET: TodayReply = {
  date: '2026-01-13',
  windows: [
    {
      timeSlot: '11:00-13:00',
      stops: 12,
      late: 0,
      counts: { planned: 0, cooked: 0, packed: 2, out: 3, delivered: 7, missed: 0 },
    },
  ],
  lists: [],
};

const BUSY: TodayReply = {
  date: '2026-01-13',
  windows: [
    {
      timeSlot: '11:00-13:00',
      stops: 8,
      late: 6,
      counts: { planned: 0, cooked: 0, packed: 0, out: 6, delivered: 1, missed: 1 },
    },
  ],
  lists: [
    {
      kind: 'missed',
      count: 1,
      items: [{ id: 1, label: 'Lan Nguyễn, 11am-1pm', date: '2026-01-13', orderId: 7 }],
    },
    {
      kind: 'no_ending',
      count: 1,
      items: [{ id: 2, label: 'Sam Lee, Mon 12 Jan 2026', date: '2026-01-12', orderId: 8 }],
    },
    {
      kind: 'late',
      count: 6,
      items: [3, 4, 5, 6, 7].map((id) => ({
        id,
        label: `Customer ${id}`,
        date: '2026-01-13',
        orderId: id,
      })),
    },
    {
      kind: 'full_slots',
      count: 1,
      items: [{ id: 9, label: 'Wed 21 Jan 2026: 19 of 20', date: '2026-01-21', orderId: null }],
    },
    {
      kind: 'money_owed',
      count: 2,
      items: [],
      money: { owed: '5.99', toRefund: '0.00' },
    },
  ],
};

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

test('each window is told in words, and each number leads to its list', async () => {
  server.answers(getToday, () => BUSY);
  await open();
  await expect.element(page.getByRole('heading', { name: 'Welcome, Jo' })).toBeVisible();
  await expect
    .element(page.getByText('1 of 8 delivered, 1 not delivered, 6 on the way, 6 late'))
    .toBeVisible();
  const targets: [string | RegExp, string][] = [
    ['8 stops', '/admin?tab=deliveries&date=2026-01-13'],
    ['Not delivered 1', '/admin?tab=deliveries&date=2026-01-13&status=missed'],
    ['Lan Nguyễn, 11am-1pm', '/admin?tab=orders&order=7'],
    [/^Earlier days/, '/admin?tab=deliveries&date=2026-01-12&status=open'],
    [/^Sam Lee/, '/admin?tab=deliveries&date=2026-01-12&status=open'],
    ['Late 6', '/admin?tab=deliveries&date=2026-01-13&status=late'],
    [/^Nearly full/, '/delivery-slots?week=2026-01-21'],
    ['Open balances 2', '/admin?tab=payments'],
  ];
  for (const [name, target] of targets)
    await expect.element(link(name), { message: target }).toHaveAttribute('href', target);
  await expect.element(page.getByText('and 1 more')).toBeVisible();
  await expect.element(page.getByText('$5.99 to pay', { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('the kitchen, which may not open orders, reads the names without links to them', async () => {
  server.answers(getToday, () => BUSY);
  await open('kitchen');
  await expect.element(page.getByText('Lan Nguyễn, 11am-1pm')).toBeVisible();
  expect(link('Lan Nguyễn, 11am-1pm').elements()).toEqual([]);
});

const TO_CHECK: TodayReply = {
  ...QUIET,
  lists: [
    {
      kind: 'flagged',
      count: 1,
      items: [
        {
          id: 5,
          label: 'Lan Nguyễn, 11am-1pm, delivered although it was cancelled',
          date: '2026-01-13',
          orderId: 7,
          version: 4,
        },
      ],
    },
  ],
};

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

test('whoever may not report sees what is to check without a button', async () => {
  server.answers(getToday, () => TO_CHECK);
  await open('phone');
  await expect.element(page.getByText(/^Lan Nguyễn, 11am-1pm, delivered/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Seen/ }).elements()).toEqual([]);
});

test('a day on which nothing needs a hand says so', async () => {
  server.answers(getToday, () => QUIET);
  await open();
  await expect
    .element(page.getByText('Nothing needs a hand right now. 12 deliveries today.'))
    .toBeVisible();
});

test('a day without deliveries says so', async () => {
  server.answers(getToday, () => ({ ...QUIET, windows: [] }));
  await open();
  await expect
    .element(page.getByText('Nothing needs a hand right now. No deliveries today.'))
    .toBeVisible();
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

test('a closed window shows on Today how far it is, and what failed needs a person', async () => {
  server.answers(getToday, () => QUIET);
  const incident = {
    id: 4,
    date: '2026-01-13',
    windows: ['16:00-18:00' as const],
    startedAt: '2026-01-13T04:00:00.000Z',
    by: 'Jo Chen',
    isSettled: false,
  };
  server.answers(listIncidents, () => [
    { ...incident, counts: { waiting: 19, done: 41, failed: 0, left: 0 } },
    { ...incident, id: 5, counts: { waiting: 0, done: 3, failed: 2, left: 0 } },
  ]);
  await open('manager');
  const list = page.getByRole('list', { name: 'Closed windows' });
  await expect.element(list).toMatchTextContent('Tue 13 Jan 4pm-6pm is closed: 41 of 60 done');
  await expect.element(list).toMatchTextContent('3 of 5 done, 2 failed');
  await expect
    .element(list.getByRole('link', { name: 'Decide on those that failed' }))
    .toHaveAttribute('href', '/admin?tab=close&incident=5');
  await expect.element(page.getByRole('link', { name: 'Close a window…' })).toBeVisible();
  expect(await listViolations()).toEqual([]);
});
