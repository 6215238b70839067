import { type IDBPDatabase, deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type DriveDayReply,
  getDriveDay,
  sendDrivePhoto,
  sendDriveReports,
  sendNoticesRead,
} from '#areas/delivery/calls/drive.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { whenIdle } from '#platform/web/testing/when-idle.ts';
import { driveQueue } from './drive-queue.ts';
import { draftPhotoOf } from './drive-said.ts';

const SAM = '0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a61';
const PHONE = '0197f3a0-0000-7000-8000-0000000000aa';
const aKey = (index: number) => `0197f3a0-0000-7000-8000-00000000000${index}`;

/** An hour ago; then the phone heard nothing more. */
const DOOR = Date.now() - 3_600_000;
const later = (ms: number) => new Date(DOOR + ms).toISOString();

const server = fakeServer();
let stop: (() => void) | undefined;

beforeEach(async () => {
  localStorage.clear();
  await deleteDB('drive');
  await driveQueue.store.withDatabase(async (db) => {
    for (const store of db.objectStoreNames) await db.clear(store);
  });
});
afterEach(close);

async function close(): Promise<void> {
  stop?.();
  stop = undefined;
  await whenIdle('driving');
}

/** As 0.1.0 opened it. */
const openOld = () =>
  openDB('drive', 1, {
    upgrade(db) {
      db.createObjectStore('day');
      db.createObjectStore('events', { keyPath: 'seq', autoIncrement: true }).createIndex(
        'key',
        'key',
        { unique: true },
      );
      db.createObjectStore('photos', { keyPath: 'key' });
      db.createObjectStore('meta');
    },
  });

async function inOld<Found>(work: (db: IDBPDatabase) => Promise<Found>): Promise<Found> {
  const db = await openOld();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const aDay = (): DriveDayReply => ({
  now: inHours(0),
  date: '2026-01-14',
  until: inHours(5),
  staffId: SAM,
  staffName: 'Sam Driver',
  kitchenPhone: '(07) 5550 0164',
  stops: [],
  notices: [6, 7].map((id) => ({ id, deliveryId: 1, kind: 'address', text: `Notice ${id}` })),
  handedOver: [],
});

/** Two reports, one with a photo, another photo, a notice shown and one read: none of it sent. */
const fillOld = (stops: object[] = []) =>
  inOld(async (db) => {
    const { now: _now, ...day } = aDay();
    await db.put('day', { ...day, stops, fetchedAt: Date.now() - 60_000 }, 'today');
    for (const index of [1, 2])
      await db.put('events', {
        seq: index,
        key: aKey(index),
        deliveryId: index,
        status: 'delivered',
        reason: '',
        place: 'In hand',
        note: '',
        at: DOOR + index,
        sendAfter: Date.now() - 1000,
        staffId: SAM,
        staffName: 'Sam Driver',
        parked: null,
      });
    for (const key of [aKey(1), draftPhotoOf(3)])
      await db.put('photos', {
        key,
        staffId: SAM,
        photo: new Blob(['x'], { type: 'image/jpeg' }),
        takenAt: Date.now(),
      });
    const shown = { staffId: SAM, shownAt: DOOR + 600_000, isSent: false };
    await db.put('meta', PHONE, 'deviceId');
    await db.put('meta', { offsetMs: 0, lastAt: DOOR + 2 }, 'clock');
    await db.put('meta', [{ id: 'gone 9', text: '9 Ng was taken off the run.' }], 'notices');
    await db.put('meta', 'apple', 'mapApp');
    await db.put(
      'meta',
      [
        { ...shown, id: 6, readAt: null },
        { ...shown, id: 7, readAt: DOOR + 660_000 },
      ],
      'shownNotices',
    );
  });

const leftInOld = () =>
  inOld(async (db) => ({
    day: await db.count('day'),
    events: await db.count('events'),
    photos: await db.count('photos'),
    shown: await db.get('meta', 'shownNotices'),
  }));

const noSignal = () => {
  for (const endpoint of [getDriveDay, sendDriveReports, sendNoticesRead, sendDrivePhoto])
    server.answers(endpoint as typeof getDriveDay, () => UNREACHABLE);
};
const words = () => driveQueue.store.withDatabase((db) => db.getAll('words'));

const EMPTY = { day: 0, events: 0, photos: 0, shown: undefined };
const KEPT = [aKey(1), aKey(2), 'seen 6 false', 'seen 7 false', 'seen 7 true'];
const PHOTOS = [`photo ${aKey(1)}`, `photo ${draftPhotoOf(3)}`];

test('what a phone was offline with over the release is shown, and sent once there is signal', async () => {
  await fillOld([{ id: 9, stop: 9, status: 'out', timeSlot: '16:00-18:00' }]);
  noSignal();
  stop = driveQueue.start();
  await vi.waitFor(() => expect(driveQueue.now().phase).toBe('ready'));
  const { day, queue, notices } = driveQueue.now();
  expect(queue.map(({ key }) => key)).toEqual([...KEPT, ...PHOTOS]);
  expect(day?.stops).toEqual([{ id: 9, stop: 9, status: 'out', window: '16:00-18:00' }]);
  expect(day?.notices.map(({ id }) => id)).toEqual([6]);
  expect(notices).toEqual([{ id: 'gone 9', text: '9 Ng was taken off the run.' }]);
  expect(localStorage['mapApp']).toBe('apple');
  await close();
  expect(await leftInOld()).toEqual(EMPTY);

  server.answers(getDriveDay, () => ({ ...aDay(), notices: [] }));
  server.answers(sendDriveReports, ({ body: { reports } }) => ({
    now: inHours(0),
    results: reports.map(({ key, status }) => ({ key, ok: true, status, version: 3 })),
  }));
  server.answers(sendNoticesRead, () => ({ now: inHours(0) }));
  server.answers(sendDrivePhoto, () => undefined);
  stop = driveQueue.start();
  await expect.poll(words).toMatchObject([{ kind: 'photo', of: draftPhotoOf(3) }]);
  const delivered = server.sent(sendDriveReports).at(-1)?.body;
  expect(delivered).toMatchObject({
    deviceId: PHONE,
    staffId: SAM,
    reports: [
      { key: aKey(1), deliveryId: 1, at: later(1), place: 'In hand' },
      { key: aKey(2), deliveryId: 2, at: later(2), place: 'In hand' },
    ],
  });
  expect(server.sent(sendNoticesRead).at(-1)?.body.notices).toEqual([
    { id: 6, shownAt: later(600_000), readAt: null },
    { id: 7, shownAt: later(600_000), readAt: later(660_000) },
  ]);
  expect(server.sent(sendDrivePhoto).map(({ params }) => params.reportKey)).toEqual([aKey(1)]);
});

test('a phone that is switched off before the old store is emptied keeps each word once', async () => {
  noSignal();
  await fillOld();
  stop = driveQueue.start();
  await expect.poll(words).toHaveLength(7);
  await close();
  // As if it had been: the same again.
  await fillOld();
  stop = driveQueue.start();
  await expect.poll(leftInOld).toEqual(EMPTY);
  expect((await words()).map(({ key }) => key)).toEqual([...KEPT, ...PHOTOS]);
});

test('nothing leaves the old store that could not be written to the new one', async () => {
  noSignal();
  await fillOld();
  const failing = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError');
  });
  stop = driveQueue.start();
  await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(0);
  await whenIdle('driving');
  failing.mockRestore();
  expect(await leftInOld()).toMatchObject({ day: 1, events: 2, photos: 2 });
  expect(await words()).toEqual([]);
  await driveQueue.sendNow();
  await expect.poll(words).toHaveLength(7);
});

test('a phone that had no old store gets none', async () => {
  server.answers(getDriveDay, () => refused(401, { message: 'Unauthorized', code: 'signed_out' }));
  stop = driveQueue.start();
  await vi.waitFor(() => expect(driveQueue.now().phase).toBe('signed-out'));
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('drive');
});
