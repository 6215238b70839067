/** What /drive keeps on the phone: the day, reports and photos that are not sent, and a few facts about the phone. */
import type { DBSchema } from 'idb';
import type { DriveDayReply } from '#areas/delivery/calls/drive.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { QueuedReport } from '#areas/delivery/rules/driver-reports.ts';
import { openDeviceStore } from '#platform/web/offline/open-device-store.ts';

/** `fetchedAt`: by the phone's clock; a release before kept none. */
export type DayRecord = Omit<DriveDayReply, 'now'> & { fetchedAt?: Instant };

export type StoredPhoto = {
  /** Its report's; of a stop without one `draft:` and the delivery's id. */
  key: string;
  staffId: string;
  photo: Blob;
  takenAt: Instant;
};

/** Something that the driver has to know, until they have said that they do. */
export type DriveNotice = { id: string; text: string };

/** A notice of the server's, as it stood on this screen. The server hears of it until it has said so. */
export type ShownNotice = {
  id: number;
  staffId: string;
  shownAt: Instant;
  /** Null: not yet. */
  readAt: Instant | null;
  isSent: boolean;
};

/** Of the server's clock, as far as it is known. */
export type ClockRecord = { offsetMs: number; lastAt: Instant };

export type MapApp = 'google' | 'apple' | 'geo';

type Facts = {
  deviceId: string;
  clock: ClockRecord;
  notices: DriveNotice[];
  shownNotices: ShownNotice[];
  mapApp: MapApp;
  hasAskedToPersist: boolean;
};

type DriveSchema = DBSchema & {
  day: { key: 'today'; value: DayRecord };
  events: { key: number; value: QueuedReport; indexes: { key: string } };
  photos: { key: string; value: StoredPhoto };
  meta: { key: keyof Facts; value: Facts[keyof Facts] };
};

export const { withDatabase } = openDeviceStore<DriveSchema>('drive', 1, (db) => {
  db.createObjectStore('day');
  db.createObjectStore('events', { keyPath: 'seq', autoIncrement: true }).createIndex(
    'key',
    'key',
    {
      unique: true,
    },
  );
  db.createObjectStore('photos', { keyPath: 'key' });
  db.createObjectStore('meta');
});

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

/** A lost phone: all that says anything of customers or of the day. How it shows maps stays. */
export async function wipePhone(): Promise<void> {
  await withDatabase(async (db) => {
    // Each for itself, what says most first: a phone that is switched off half-way has lost that.
    await db.clear('day');
    await db.clear('photos');
    await db.clear('events');
    await db.delete('meta', 'notices');
    await db.delete('meta', 'shownNotices');
  });
}
