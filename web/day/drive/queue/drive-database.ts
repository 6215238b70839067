/** What /drive keeps on the phone: the day, reports and photos that are not sent, and a few facts about the phone. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DriveDayReply } from '#contract/delivery/drive.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { QueuedReport } from '#domain/delivery/driver-reports.ts';

export type DayRecord = Omit<DriveDayReply, 'now'>;

export type StoredPhoto = {
  /** Its report's; of a stop without one `draft:` and the delivery's id. */
  key: string;
  staffId: string;
  photo: Blob;
  takenAt: Instant;
};

/** Something that the driver has to know, until they have said that they do. */
export type DriveNotice = { id: string; text: string };

/** Of the server's clock, as far as it is known. */
export type ClockRecord = { offsetMs: number; lastAt: Instant };

export type MapApp = 'google' | 'apple' | 'geo';

type Facts = {
  deviceId: string;
  clock: ClockRecord;
  notices: DriveNotice[];
  mapApp: MapApp;
  hasAskedToPersist: boolean;
};

type DriveSchema = DBSchema & {
  day: { key: 'today'; value: DayRecord };
  events: { key: number; value: QueuedReport; indexes: { key: string } };
  photos: { key: string; value: StoredPhoto };
  meta: { key: keyof Facts; value: Facts[keyof Facts] };
};

export type DriveDatabase = IDBPDatabase<DriveSchema>;

const NAME = 'drive';
let connection: Promise<DriveDatabase> | null = null;

function open(): Promise<DriveDatabase> {
  connection ??= openDB<DriveSchema>(NAME, 1, {
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
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      connection = null;
    },
  });
  return connection;
}

/**
 * Does what needs the database; a second time on a fresh connection when that fails, because phones cut connections of
 * pages that they suspend. Work must bear being done twice. Throws what the second attempt throws.
 */
export async function withDatabase<T>(work: (db: DriveDatabase) => Promise<T>): Promise<T> {
  try {
    return await work(await open());
  } catch {
    await closeDatabase();
    return work(await open());
  }
}

async function closeDatabase(): Promise<void> {
  const before = connection;
  connection = null;
  try {
    (await before)?.close();
  } catch {
    // It never opened.
  }
}

export async function readFact<Name extends keyof Facts>(
  name: Name,
): Promise<Facts[Name] | undefined> {
  return withDatabase((db) => db.get('meta', name) as Promise<Facts[Name] | undefined>);
}

export async function writeFact<Name extends keyof Facts>(
  name: Name,
  value: Facts[Name],
): Promise<void> {
  await withDatabase((db) => db.put('meta', value, name));
}
