/** Reports on the phone: written at the tap, taken out when the server has answered for each. */
import type { DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { Confirmable } from '#areas/order-book/rules/judge-step.ts';
import type { DriverStatus } from '#areas/order-book/rules/delivery-status.ts';
import {
  goneStops,
  handedOverTexts,
  type QueuedReport,
  reportedStop,
  reportInstant,
  shownStops,
  undoUntil,
} from '#areas/delivery/rules/driver-reports.ts';
import { isTooOldToSend } from '#platform/rules/queued-words.ts';
import { STRICT } from '#platform/web/offline/open-device-store.ts';
import { newReportKey } from '#platform/web/offline/send-outcome.ts';
import {
  type ClockRecord,
  type DayRecord,
  type DriveNotice,
  type StoredPhoto,
  withDatabase,
} from './drive-database.ts';

/** What one tap says of one stop. */
export type Tap = {
  deliveryId: number;
  status: DriverStatus;
  reason?: string;
  place?: string;
  note?: string;
  confirm?: Confirmable[];
  /** The key of the report that was wrong. */
  corrects?: string;
  /** It starts the run of its window. */
  starts?: true;
};

export type Stored = {
  day: DayRecord | null;
  queue: QueuedReport[];
  photos: Pick<StoredPhoto, 'key' | 'staffId'>[];
  notices: DriveNotice[];
};

const EVERYTHING = ['day', 'events', 'photos', 'meta'] as const;
const UNKNOWN_CLOCK: ClockRecord = { offsetMs: 0, lastAt: 0 };

export function draftPhotoKey(deliveryId: number): string {
  return `draft:${deliveryId}`;
}

/** All that is on the phone, without what may not be shown or sent any more. */
export async function loadStored(): Promise<Stored> {
  return withDatabase(async (db) => {
    const tx = db.transaction(EVERYTHING, 'readwrite');
    const events = tx.objectStore('events');
    const clock = await readClock(tx.objectStore('meta'));
    const now = Date.now() + clock.offsetMs;
    const day = await tx.objectStore('day').get('today');
    if (day && now >= Date.parse(day.until)) await tx.objectStore('day').delete('today');
    for (const report of await events.getAll())
      if (isTooOldToSend(report, now)) await events.delete(report.seq);
    const queue = await events.getAll();
    const photos = await tx.objectStore('photos').getAll();
    const notices = await tx.objectStore('meta').get('notices');
    await tx.done;
    return {
      day: day && now < Date.parse(day.until) ? day : null,
      queue,
      photos: photos.map(({ key, staffId }) => ({ key, staffId })),
      notices: (notices as DriveNotice[] | undefined) ?? [],
    };
  });
}

/** Resolves once they are on the disk, with their keys. Throws when they are not. */
export async function storeReports(
  { staffId, staffName }: DayRecord,
  taps: readonly Tap[],
): Promise<string[]> {
  const phoneNow = Date.now();
  const keys = taps.map(() => newReportKey(phoneNow));
  await withDatabase(async (db) => {
    const tx = db.transaction(['events', 'photos', 'meta'], 'readwrite', STRICT);
    const events = tx.objectStore('events');
    // The first attempt may have been saved although the connection broke.
    if ((await events.index('key').getKey(keys[0] ?? '')) !== undefined) return tx.done;
    const clock = await readClock(tx.objectStore('meta'));
    for (const [index, tap] of taps.entries()) {
      const key = keys[index] ?? '';
      clock.lastAt = reportInstant(phoneNow, clock);
      const report: Omit<QueuedReport, 'seq'> = {
        reason: '',
        place: '',
        note: '',
        ...tap,
        key,
        at: clock.lastAt,
        sendAfter: undoUntil(phoneNow),
        staffId,
        staffName,
        parked: null,
      };
      // The store numbers them.
      await events.add(report as QueuedReport);
      await renamePhoto(tx.objectStore('photos'), draftPhotoKey(tap.deliveryId), key);
    }
    await tx.objectStore('meta').put(clock, 'clock');
    return tx.done;
  });
  return keys;
}

/** Takes out those that are still there, and gives their photos back to their stops. Returns their keys. */
export async function removeReports(keys: readonly string[]): Promise<string[]> {
  return withDatabase(async (db) => {
    const tx = db.transaction(['events', 'photos'], 'readwrite', STRICT);
    const events = tx.objectStore('events');
    const removed: string[] = [];
    for (const key of keys) {
      const report = await events.index('key').get(key);
      if (!report) continue;
      await events.delete(report.seq);
      await renamePhoto(tx.objectStore('photos'), key, draftPhotoKey(report.deliveryId));
      removed.push(key);
    }
    await tx.done;
    return removed;
  });
}

/** What the server said of each; refusals are told, and nothing is sent again. */
export async function settleReports(
  sent: readonly QueuedReport[],
  { results }: DriveReportsReply,
): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(EVERYTHING, 'readwrite', STRICT);
    const day = await tx.objectStore('day').get('today');
    const notices = await readNotices(tx.objectStore('meta'));
    for (const result of results) {
      const report = sent.find(({ key }) => key === result.key);
      if (!report) continue;
      await tx.objectStore('events').delete(report.seq);
      const index = day?.stops.findIndex(({ id }) => id === report.deliveryId) ?? -1;
      const stop = day?.stops[index];
      if (day && stop) {
        const isSet = result.ok && result.status === report.status;
        const { status, version } = result;
        day.stops[index] = { ...(isSet ? reportedStop(stop, report) : stop), status, version };
      }
      if (!result.ok)
        notices.push({
          id: report.key,
          text: `${stop?.key ?? 'A stop'}: ${result.message ?? 'not accepted'}`,
        });
    }
    if (day) await tx.objectStore('day').put(day, 'today');
    await tx.objectStore('meta').put(notices, 'notices');
    await tx.done;
  });
}

/** It stays on the phone and out of the way of the others. */
export async function parkReport({ seq }: QueuedReport, message: string): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction('events', 'readwrite', STRICT);
    const report = await tx.store.get(seq);
    if (report) await tx.store.put({ ...report, parked: message });
    await tx.done;
  });
}

/** The server's day; who drove before on this phone loses theirs, and never their reports. */
export async function storeDay(day: DayRecord): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(['day', 'events', 'meta'], 'readwrite');
    const before = await tx.objectStore('day').get('today');
    const queue = await tx.objectStore('events').getAll();
    await tx.objectStore('day').put(day, 'today');
    if (before?.date === day.date && before.staffId === day.staffId) {
      const notices = await readNotices(tx.objectStore('meta'));
      const told = new Set(day.notices.map(({ deliveryId }) => deliveryId));
      const goneNow = goneStops(shownStops(before.stops, queue), day.stops);
      const handedOver = day.handedOver.filter(({ id }) => goneNow.some((stop) => stop.id === id));
      const gone = goneNow
        .filter(({ id }) => !told.has(id) && !handedOver.some((stop) => stop.id === id))
        .map(({ id, key }) => ({
          id: `gone ${id}`,
          text: `${key} was taken off the run. Bring the bag back.`,
        }));
      const handed = handedOverTexts(handedOver).map((text) => ({ id: text, text }));
      await tx.objectStore('meta').put([...notices, ...gone, ...handed], 'notices');
    }
    await tx.done;
  });
}

export async function removeDay(): Promise<void> {
  await withDatabase((db) => db.delete('day', 'today'));
}

export async function storeClockOffset(offsetMs: number): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction('meta', 'readwrite');
    const clock = await readClock(tx.store);
    await tx.store.put({ ...clock, offsetMs }, 'clock');
    await tx.done;
  });
}

export async function dismissNotice(id: string): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction('meta', 'readwrite');
    const notices = await readNotices(tx.store);
    await tx.store.put(
      notices.filter((notice) => notice.id !== id),
      'notices',
    );
    await tx.done;
  });
}

type MetaStore = { get: (name: 'clock' | 'notices') => Promise<unknown> };

async function readClock(meta: MetaStore): Promise<ClockRecord> {
  return { ...UNKNOWN_CLOCK, ...((await meta.get('clock')) as ClockRecord | undefined) };
}

async function readNotices(meta: MetaStore): Promise<DriveNotice[]> {
  return ((await meta.get('notices')) as DriveNotice[] | undefined) ?? [];
}

type PhotoStore = {
  get: (key: string) => Promise<StoredPhoto | undefined>;
  put: (photo: StoredPhoto) => Promise<unknown>;
  delete: (key: string) => Promise<void>;
};

async function renamePhoto(photos: PhotoStore, from: string, to: string): Promise<void> {
  const photo = await photos.get(from);
  if (!photo) return;
  await photos.put({ ...photo, key: to });
  await photos.delete(from);
}
