/** What packers said, on the tablet: written at the tap, taken out when the server has answered for it. */
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import {
  bagAfter,
  isTooOldToPack,
  type PackingWord,
  type QueuedPacking,
} from '#areas/delivery/rules/queued-packing.ts';
import { STRICT } from '#platform/web/offline/open-device-store.ts';
import { newReportKey } from '#platform/web/offline/send-outcome.ts';
import { type KeptDay, type PackNotice, withPackDatabase } from './drive-database.ts';

export type StoredPacking = {
  /** Today's and tomorrow's, as far as they are kept. */
  days: KeptDay[];
  queue: QueuedPacking[];
  notices: PackNotice[];
};

/** All that is on the tablet, without what may not be shown or sent any more. */
export async function loadStoredPacking(): Promise<StoredPacking> {
  return withPackDatabase(async (db) => {
    const tx = db.transaction(['days', 'words', 'notices'], 'readwrite');
    const now = Date.now();
    const days: KeptDay[] = [];
    for (const day of await tx.objectStore('days').getAll()) {
      if (isOver(day, now)) await tx.objectStore('days').delete(day.date);
      else days.push(day);
    }
    const queue: QueuedPacking[] = [];
    for (const one of await tx.objectStore('words').getAll()) {
      if (isTooOldToPack(one, now)) await tx.objectStore('words').delete(one.seq);
      else queue.push(one);
    }
    const notices = await tx.objectStore('notices').getAll();
    await tx.done;
    return { days, queue, notices };
  });
}

/** By the server's clock, as it was when it sent the day. */
function isOver({ until, now, fetchedAt }: KeptDay, tabletNow: number): boolean {
  return Date.parse(now) + (tabletNow - fetchedAt) >= Date.parse(until);
}

/** Resolves once it is on the disk, with its key. Throws when it is not. */
export async function storeWord(
  { staffId, staffName }: Pick<PackDayReply, 'staffId' | 'staffName'>,
  { id, stop }: { id: number; stop: number },
  word: PackingWord,
): Promise<string> {
  const at = Date.now();
  const key = newReportKey(at);
  await withPackDatabase(async (db) => {
    const tx = db.transaction('words', 'readwrite', STRICT);
    // The first attempt may have been saved although the connection broke.
    if ((await tx.store.index('key').getKey(key)) === undefined) {
      const said = { key, deliveryId: id, stop, word, at, staffId, staffName };
      // The store numbers them.
      await tx.store.add(said as QueuedPacking);
    }
    await tx.done;
  });
  return key;
}

/** Takes it out if it is still there. */
export async function removeWord(key: string): Promise<boolean> {
  return withPackDatabase(async (db) => {
    const tx = db.transaction('words', 'readwrite', STRICT);
    const seq = await tx.store.index('key').getKey(key);
    if (seq !== undefined) await tx.store.delete(seq);
    await tx.done;
    return seq !== undefined;
  });
}

/** The server has answered. `refusal`: what it had against it; null: nothing, and the bag is so from now on. */
export async function settleWord(said: QueuedPacking, refusal: string | null): Promise<void> {
  await withPackDatabase(async (db) => {
    const tx = db.transaction(['days', 'words', 'notices'], 'readwrite', STRICT);
    await tx.objectStore('words').delete(said.seq);
    if (refusal !== null)
      await tx.objectStore('notices').put({ id: said.key, text: `Stop ${said.stop}: ${refusal}` });
    else
      for (const day of await tx.objectStore('days').getAll()) {
        const bags = day.bags.map((bag) =>
          bag.id === said.deliveryId ? bagAfter(bag, said) : bag,
        );
        await tx.objectStore('days').put({ ...day, bags });
      }
    await tx.done;
  });
}

/** The server's day. Who packed before on this tablet loses theirs, and never what they said. */
export async function storePackDay(day: PackDayReply): Promise<void> {
  await withPackDatabase(async (db) => {
    const tx = db.transaction('days', 'readwrite');
    for (const kept of await tx.store.getAll())
      if (kept.staffId !== day.staffId || kept.today !== day.today)
        await tx.store.delete(kept.date);
    await tx.store.put({ ...day, fetchedAt: Date.now() });
    await tx.done;
  });
}

export async function removePackDays(): Promise<void> {
  await withPackDatabase((db) => db.clear('days'));
}

/** Staff reported this tablet as lost: nothing of the day stays on it. */
export async function wipePacking(): Promise<void> {
  await withPackDatabase(async (db) => {
    // Each for itself, what says most first: a tablet that is switched off half-way has lost that.
    await db.clear('days');
    await db.clear('words');
    await db.clear('notices');
  });
}

export async function dismissPackNotice(id: string): Promise<void> {
  await withPackDatabase((db) => db.delete('notices', id));
}

/** The tablet's own name, made when it first sends something. */
export async function findTabletId(): Promise<string> {
  return withPackDatabase(async (db) => {
    const tx = db.transaction('meta', 'readwrite');
    const id = (await tx.store.get('deviceId')) ?? newReportKey(Date.now());
    await tx.store.put(id, 'deviceId');
    await tx.done;
    return id;
  });
}
