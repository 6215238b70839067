/**
 * What 0.1.0 kept on a phone, in a store that it still finds if the kitchen goes back to it. Taken over at each opening:
 * nothing is removed there before it is here, and what is here is not taken twice. Goes with the release after this one.
 */
import { type IDBPDatabase, openDB } from 'idb';
import type { DriveStopReply } from '#areas/delivery/calls/drive.ts';
import type { QueuedReport } from '#areas/delivery/rules/driver-reports.ts';
import type { DeviceClock, Queued } from '#platform/rules/queued-words.ts';
import { type Instant, toInstantText } from '#platform/rules/zoned-time.ts';
import {
  type DayNotice,
  type DayStore,
  type KeptDay,
  STRICT,
} from '#platform/web/offline/day-store.ts';
import { type DriveDay, type DriveSaid, MAP_APP } from './drive-said.ts';

type Shown = {
  id: number;
  staffId: string;
  shownAt: Instant;
  readAt: Instant | null;
  isSent: boolean;
};
/** A window was a `timeSlot`. */
type DayBefore = Omit<KeptDay<DriveDay>, 'stops'> & {
  stops: (Omit<DriveStopReply, 'window'> & { timeSlot: DriveStopReply['window'] })[];
};
type Word = DriveSaid & Omit<Queued<object>, 'seq'>;

const STORES = ['day', 'events', 'photos', 'meta'] as const;

export async function takeOverPhone({
  withDatabase,
}: Pick<DayStore<DriveDay, DriveSaid>, 'withDatabase'>): Promise<void> {
  const before = await openBefore();
  if (!before) return;
  try {
    const { words, day, notices, facts, mapApp, taken } = await readBefore(before);
    await withDatabase(async (db) => {
      const tx = db.transaction(['days', 'words', 'notices', 'meta'], 'readwrite', STRICT);
      const [days, kept] = [tx.objectStore('days'), tx.objectStore('words')];
      const meta = tx.objectStore('meta');
      for (const word of words)
        if ((await kept.index('key').getKey(word.key)) === undefined)
          // The store numbers them.
          await kept.add(word as Queued<DriveSaid>);
      for (const notice of notices) await tx.objectStore('notices').put(notice);
      if (day && (await days.count()) === 0) await days.put(day);
      for (const [name, fact] of facts)
        if (fact !== undefined && (await meta.get(name)) === undefined) await meta.put(fact, name);
      await tx.done;
    });
    const tx = before.transaction(STORES, 'readwrite', STRICT);
    await tx.objectStore('day').clear();
    for (const { seq } of taken.events) await tx.objectStore('events').delete(seq);
    for (const { key } of taken.photos) await tx.objectStore('photos').delete(key);
    for (const name of ['notices', 'shownNotices']) await tx.objectStore('meta').delete(name);
    await tx.done;
    if (mapApp !== undefined) localStorage[MAP_APP] ??= mapApp;
  } finally {
    before.close();
  }
}

/** Null: there is none, and none is made. */
async function openBefore(): Promise<IDBPDatabase | null> {
  try {
    return await openDB('drive', 1, {
      upgrade: (_db, _from, _to, tx) => {
        tx.done.catch(() => {});
        tx.abort();
      },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

async function readBefore(before: IDBPDatabase) {
  const tx = before.transaction(STORES);
  const meta = tx.objectStore('meta');
  const day = await tx.objectStore('day').get('today');
  const events: QueuedReport[] = await tx.objectStore('events').getAll();
  const photos: { key: string; staffId: string; photo: Blob; takenAt: Instant }[] = await tx
    .objectStore('photos')
    .getAll();
  const notices: DayNotice[] = (await meta.get('notices')) ?? [];
  const shown: Shown[] = (await meta.get('shownNotices')) ?? [];
  const clock: DeviceClock | undefined = await meta.get('clock');
  const facts = [
    ['deviceId', await meta.get('deviceId')],
    ['clock', clock],
    ['hasAskedToPersist', await meta.get('hasAskedToPersist')],
  ] as const;
  const mapApp: string | undefined = await meta.get('mapApp');
  await tx.done;

  const read = new Set(shown.flatMap(({ id, readAt }) => (readAt === null ? [] : [id])));
  const words: Word[] = [
    ...events.map(({ seq: _seq, ...report }): Word => ({ ...report, kind: 'report' })),
    ...shown.filter(({ isSent }) => !isSent).flatMap(seenWords),
    ...photos.map(({ key, staffId, photo, takenAt }): Word => ({
      kind: 'photo',
      of: key,
      photo,
      key: `photo ${key}`,
      at: takenAt,
      staffId,
      staffName: '',
    })),
  ];
  return {
    words,
    day: day && dayBefore(day, clock, read),
    notices,
    facts,
    mapApp,
    taken: { events, photos },
  };
}

function seenWords({ id, staffId, shownAt, readAt }: Shown): Word[] {
  const word = (at: Instant, isRead: boolean): Word => ({
    kind: 'seen',
    noticeId: id,
    isRead,
    key: `seen ${id} ${isRead}`,
    at,
    staffId,
    staffName: '',
  });
  return [word(shownAt, false), ...(readAt === null ? [] : [word(readAt, true)])];
}

/** It did not keep what the server's clock said, and only lately when it was fetched. */
function dayBefore(
  day: DayBefore,
  clock: DeviceClock | undefined,
  read: ReadonlySet<number>,
): KeptDay<DriveDay> {
  const { fetchedAt = Date.now() } = day as Partial<DayBefore>;
  const now = toInstantText(fetchedAt + Math.round(clock?.offsetMs ?? 0));
  const notices = (day.notices ?? []).filter(({ id }) => !read.has(id));
  const stops = day.stops.map(({ timeSlot, ...stop }) => ({ ...stop, window: timeSlot }));
  return { ...day, today: day.date, now, fetchedAt, notices, stops };
}
