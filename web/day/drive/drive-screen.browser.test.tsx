import { page } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type DriveDayReply,
  type DriveStopReply,
  getDriveDay,
  sendDriveReports,
} from '#contract/delivery/drive.ts';
import type { QueuedReport } from '#domain/delivery/driver-reports.ts';
import { fakeServer, refused, UNREACHABLE } from '#web/testing/fake-server.ts';
import { noteLeaving } from '#web/testing/leaving.ts';
import { type OpenPage, openPage } from '#web/testing/open-page.tsx';
import { DriveScreen } from './drive-screen.tsx';
import { withDatabase } from './queue/drive-database.ts';

const SAM = '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61';
const ANA = '1f5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a62';

const server = fakeServer();
const { left } = noteLeaving();

const aStop = (stop: number): DriveStopReply => ({
  id: stop,
  stop,
  timeSlot: '16:00-18:00',
  name: `Customer ${stop}`,
  address: `${stop} Shore Street West, Cleveland`,
  suburb: 'Cleveland',
  instructions: 'Side gate, dog is friendly',
  phone: '+61412345678',
  bags: 2,
  temperature: 'cold',
  status: 'out',
  statusAt: null,
  reason: '',
  reportKey: null,
  version: 2,
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const aDay = (change: Partial<DriveDayReply> = {}): DriveDayReply => ({
  now: inHours(0),
  date: '2026-01-14',
  until: inHours(5),
  staffId: SAM,
  staffName: 'Sam Driver',
  stops: [aStop(1), aStop(2), aStop(3)],
  ...change,
});

const aKey = (index: number) => `0197f3a0-0000-7000-8000-00000000000${index}`;

const aReport = (index: number, change: Partial<QueuedReport> = {}) =>
  ({
    key: aKey(index),
    deliveryId: index,
    status: 'delivered',
    reason: '',
    place: 'In hand',
    note: '',
    at: Date.now(),
    sendAfter: Date.now() - 1000,
    staffId: SAM,
    staffName: 'Sam Driver',
    parked: null,
    ...change,
  }) as QueuedReport;

let opened: OpenPage | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
});

beforeEach(async () => {
  await withDatabase(async (db) => {
    for (const store of db.objectStoreNames) await db.clear(store);
  });
});

async function onThePhone(reports: readonly QueuedReport[], day?: DriveDayReply) {
  await withDatabase(async (db) => {
    for (const report of reports) await db.add('events', report);
    if (day) {
      const { now: _now, ...record } = day;
      await db.put('day', record, 'today');
    }
  });
}

const reportsLeft = async () => withDatabase((db) => db.getAll('events'));

async function openDrive() {
  opened = await openPage(<DriveScreen />, { at: '/drive' });
}

const answerAll = () =>
  server.answers(sendDriveReports, ({ body }) => ({
    now: inHours(0),
    results: body.reports.map(({ key, status }) => ({ key, ok: true, status, version: 3 })),
  }));

test('a tap is saved although the phone cut the connection to its storage', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await expect.element(page.getByText('1 Shore Street West, Cleveland')).toBeVisible();
  await withDatabase(async (db) => db.close());
  await page.getByRole('button', { name: 'In hand' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
  expect(await reportsLeft()).toMatchObject([{ deliveryId: 1, place: 'In hand' }]);
});

test('bags for one door are one tap, unless the driver tells them apart', async () => {
  const { address } = aStop(1);
  const [first, second, third, fourth] = [1, 2, 3, 4].map((stop) => ({ ...aStop(stop), address }));
  server.answers(getDriveDay, () => aDay({ stops: [first!, second!, third!, fourth!] }));
  await openDrive();
  await page.getByRole('checkbox', { name: 'Stop 4, Customer 4: 2 bags' }).click();
  await page.getByRole('button', { name: 'Front door' }).click();
  await expect.element(page.getByText('Saved: stops 1, 2 and 3 delivered')).toBeVisible();
  expect((await reportsLeft()).map(({ deliveryId }) => deliveryId)).toEqual([1, 2, 3]);
  await expect.element(page.getByRole('heading', { name: 'Stop 4', exact: true })).toBeVisible();
});

test('a note for the kitchen goes with the report', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await page.getByRole('button', { name: '+ Note' }).click();
  await page.getByLabelText('A note for the kitchen').fill('Gate code is 4711 now');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect
    .element(page.getByText('Note for the kitchen: “Gate code is 4711 now”'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Front door' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
  expect(await reportsLeft()).toMatchObject([{ deliveryId: 1, note: 'Gate code is 4711 now' }]);
});

test('warm food on the road says since when', async () => {
  const since = { temperature: 'warm', status: 'out', statusAt: '2026-01-14T05:40:00Z' } as const;
  server.answers(getDriveDay, () => aDay({ stops: [{ ...aStop(1), ...since }] }));
  await openDrive();
  await expect.element(page.getByText('Out since 3:40pm')).toBeVisible();
});

test('a tap that cannot be saved says so, and the stop stays open', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await expect.element(page.getByText('1 Shore Street West, Cleveland')).toBeVisible();
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('connection lost', 'InvalidStateError');
  });
  await page.getByRole('button', { name: 'In hand' }).click();
  await expect.element(page.getByText('Not saved. Tap again.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Stop 1', exact: true })).toBeVisible();
  failing.mockRestore();
  await page.getByRole('button', { name: 'In hand' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
});

test('someone else who signs in sees their own day, and sends nothing of the former driver’s', async () => {
  await onThePhone([aReport(1)], aDay());
  server.answers(getDriveDay, () =>
    aDay({ staffId: ANA, staffName: 'Ana Driver', stops: [aStop(7)] }),
  );
  // The server knows who is signed in.
  server.answers(sendDriveReports, () =>
    refused(401, { message: 'Someone else is signed in.', code: 'other_person' }),
  );
  await openDrive();
  await expect.element(page.getByText('7 Shore Street West, Cleveland')).toBeVisible();
  await expect.element(page.getByText(/1 report of Sam Driver on this phone/)).toBeVisible();
  expect(await reportsLeft()).toMatchObject([{ staffId: SAM }]);
  expect(server.sent(sendDriveReports).map(({ body }) => body.staffId)).not.toContain(ANA);
});

test('a report that the server refuses is parked for the office, and the others arrive', async () => {
  await onThePhone([aReport(1), aReport(2), aReport(3)], aDay());
  server.answers(getDriveDay, () => aDay());
  server.answers(sendDriveReports, ({ body: { reports } }) =>
    reports.some(({ deliveryId }) => deliveryId === 2)
      ? refused(400, { message: 'Stop 2 is odd', code: 'invalid' })
      : {
          now: inHours(0),
          results: reports.map(({ key, status }) => ({ key, ok: true, status, version: 3 })),
        },
  );
  await openDrive();
  await expect.element(page.getByText(/1 report could not be sent.*Stop 2 is odd/)).toBeVisible();
  await expect.poll(reportsLeft).toMatchObject([{ deliveryId: 2, parked: 'Stop 2 is odd' }]);
});

test('an answer that says no is told to the driver and not sent again', async () => {
  await onThePhone([aReport(1)], aDay());
  server.answers(getDriveDay, () => aDay());
  server.answers(sendDriveReports, ({ body: { reports } }) => ({
    now: inHours(0),
    results: reports.map(({ key }) => ({
      key,
      ok: false,
      status: 'planned' as const,
      version: 2,
      code: 'not_yet',
      message: 'This delivery is for a later day.',
    })),
  }));
  await openDrive();
  await expect
    .element(page.getByText('Stop 1, Customer 1: This delivery is for a later day.'))
    .toBeVisible();
  expect(await reportsLeft()).toEqual([]);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(page.getByText(/later day/)).not.toBeInTheDocument();
});

test('yesterday’s stops are never shown, and reports older than a week are gone', async () => {
  await onThePhone(
    [aReport(1, { at: Date.now() - 8 * 86_400_000 }), aReport(2)],
    aDay({ until: inHours(-1) }),
  );
  server.answers(getDriveDay, () => UNREACHABLE);
  await openDrive();
  await expect.element(page.getByText(/There is no connection/)).toBeVisible();
  await expect.element(page.getByText(/Shore Street/)).not.toBeInTheDocument();
  expect(await reportsLeft()).toMatchObject([{ deliveryId: 2 }]);
});

test('whoever is not signed in, with nothing on the phone, goes to sign-in', async () => {
  server.answers(getDriveDay, () =>
    refused(401, { message: 'Unauthorized', code: 'unauthorized' }),
  );
  await openDrive();
  await expect.poll(() => left()?.to).toBe('/api/login?next=%2Fdrive');
});

test('signing out with unsent reports asks first', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  await page.getByRole('button', { name: 'In hand' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(page.getByText('1 report is not sent.')).toBeVisible();
  answerAll();
  await page.getByRole('button', { name: 'Sign out, keep them on this phone' }).click();
  await expect.poll(() => left()?.to).toBe('/api/logout');
  expect(await reportsLeft()).toHaveLength(1);
});

test('a photo is small, has no trace of the camera, and goes with the report', async () => {
  server.answers(getDriveDay, () => aDay());
  await openDrive();
  const canvas = new OffscreenCanvas(2600, 1300);
  canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
  const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'door.png');
  await page.getByLabelText('+ Photo').upload(file);
  await expect.element(page.getByRole('button', { name: '✓ Photo, remove' })).toBeVisible();
  await page.getByRole('button', { name: 'Front door' }).click();
  await expect.element(page.getByText('Saved: stop 1 delivered')).toBeVisible();
  const [photo] = await withDatabase((db) => db.getAll('photos'));
  const [report] = await reportsLeft();
  expect(photo?.key).toBe(report?.key);
  expect(photo?.photo.type).toBe('image/jpeg');
  expect((await createImageBitmap(photo!.photo)).width).toBe(1280);
});
