/** What /pack keeps on the tablet: the bags of today and tomorrow, and what packers said that is not sent. */
import type { DBSchema } from 'idb';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { QueuedPacking } from '#areas/delivery/rules/queued-packing.ts';
import { openDeviceStore } from '#platform/web/offline/open-device-store.ts';

/** `fetchedAt`: by the tablet's clock. */
export type KeptDay = PackDayReply & { fetchedAt: Instant };

/** Something that the server had against what was said, until the packer has said that they know. */
export type PackNotice = { id: string; text: string };

type Facts = { deviceId: string };

type PackSchema = DBSchema & {
  days: { key: PlainDate; value: KeptDay };
  words: { key: number; value: QueuedPacking; indexes: { key: string } };
  notices: { key: string; value: PackNotice };
  meta: { key: keyof Facts; value: string };
};

export const { withDatabase: withPackDatabase } = openDeviceStore<PackSchema>('pack', 1, (db) => {
  db.createObjectStore('days', { keyPath: 'date' });
  db.createObjectStore('words', { keyPath: 'seq', autoIncrement: true }).createIndex('key', 'key', {
    unique: true,
  });
  db.createObjectStore('notices', { keyPath: 'id' });
  db.createObjectStore('meta');
});
