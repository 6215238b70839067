/** What a page of the day keeps on its device: days of the server, and what was said and is not sent. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  type DeviceClock,
  isTooOldToSend,
  type Queued,
  reportInstant,
  waitingOf,
} from '#platform/rules/queued-words.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { newReportKey } from '#platform/web/offline/work-loop.ts';

/** What a server's day says beside its own content. */
export type DayFacts = {
  now: string;
  date: PlainDate;
  today: PlainDate;
  /** The day that the page opens with; left out: today. */
  opens?: PlainDate;
  /** When nothing of it may be kept any longer. */
  until: string;
  staffId: string;
  staffName: string;
};

/** `fetchedAt`: by the device's clock. */
export type KeptDay<Day extends DayFacts> = Day & { fetchedAt: Instant };

/** Something that the server had against what was said, until someone has said that they know. */
export type DayNotice = { id: string; text: string };

/** What the server made of one. */
export type Answered<Day> = {
  key: string;
  /** Null: it is so from now on. Empty: it is not, and the day says so elsewhere. */
  refusal: string | null;
  /** It is so, and someone has to know something. */
  notice?: string | undefined;
  /** The day as the server says it is then, refused or not; left out: as the word says. */
  after?: (day: Day) => Day;
};

export type StoredDays<Day extends DayFacts, Said> = {
  days: KeptDay<Day>[];
  queue: Queued<Said>[];
  notices: DayNotice[];
};

export type DayWords<Day extends DayFacts, Said> = {
  /** A day as one word leaves it, when the server has nothing against it. */
  after: (day: Day, said: Queued<Said>) => Day;
  /** Begins the line about a refusal: "Stop 7". Null: nobody has to know that it was not sent. */
  nameOf: (said: Queued<Said>) => string | null;
  /** What has to be known of a look at the server, after the one before. */
  newsOf?: (before: Day, day: Day, queue: readonly Queued<Said>[]) => DayNotice[];
  /** Others that change in the same step, as they are then: a photo goes with its report. */
  beside?: (
    queue: readonly Queued<Said>[],
    change: { added: readonly Queued<Said>[]; removed: readonly Queued<Said>[] },
  ) => Queued<Said>[];
};

type DeviceFacts = { deviceId: string; clock: DeviceClock; hasAskedToPersist: boolean };

/** `days`: by date. A word keeps its sequence by the number that the store gives it. */
type DaySchema = DBSchema & {
  days: { key: string; value: KeptDay<DayFacts> };
  words: { key: number; value: Queued<object>; indexes: { key: string } };
  notices: { key: string; value: DayNotice };
  meta: { key: keyof DeviceFacts; value: DeviceFacts[keyof DeviceFacts] };
};

const EVERYTHING = ['days', 'words', 'notices', 'meta'] as const;

function openStore(name: string) {
  return openDeviceStore<DaySchema>(name, 1, (db) => {
    db.createObjectStore('days', { keyPath: 'date' });
    db.createObjectStore('words', { keyPath: 'seq', autoIncrement: true }).createIndex(
      'key',
      'key',
      { unique: true },
    );
    db.createObjectStore('notices', { keyPath: 'id' });
    db.createObjectStore('meta');
  });
}

export class DayStore<Day extends DayFacts, Said extends object> {
  readonly withDatabase: ReturnType<typeof openStore>['withDatabase'];
  readonly #words: DayWords<Day, Said>;

  constructor(name: string, words: DayWords<Day, Said>) {
    this.withDatabase = openStore(name).withDatabase;
    this.#words = words;
  }

  /** All that is on the device, without what may not be shown or sent any more. */
  async load(): Promise<StoredDays<Day, Said>> {
    return this.withDatabase(async (db) => {
      const tx = db.transaction(EVERYTHING, 'readwrite');
      const now = Date.now();
      const { offsetMs } = await readClock(tx.objectStore('meta'));
      const days: KeptDay<Day>[] = [];
      for (const day of await tx.objectStore('days').getAll()) {
        if (isOver(day, now)) await tx.objectStore('days').delete(day.date);
        else days.push(day as KeptDay<Day>);
      }
      const queue: Queued<Said>[] = [];
      for (const said of (await tx.objectStore('words').getAll()) as Queued<Said>[]) {
        if (!isTooOldToSend(said, now + offsetMs)) {
          queue.push(said);
          continue;
        }
        const name = this.#words.nameOf(said);
        const text = `${name}: too old to send. Enter it from paper.`;
        if (name !== null) await tx.objectStore('notices').put({ id: said.key, text });
        await tx.objectStore('words').delete(said.seq);
      }
      const notices = await tx.objectStore('notices').getAll();
      await tx.done;
      return { days, queue, notices };
    });
  }

  async listWaiting(staffId: string): Promise<Queued<Said>[]> {
    const all = await this.withDatabase((db) => db.getAll('words'));
    return waitingOf(all as Queued<Said>[], staffId);
  }

  /** All of them are on the disk when it resolves with their keys. Throws when they are not. */
  async add(said: readonly Said[], { staffId, staffName }: DayFacts): Promise<string[]> {
    const deviceNow = Date.now();
    const keys = said.map(() => newReportKey(deviceNow));
    await this.withDatabase(async (db) => {
      const tx = db.transaction(['words', 'meta'], 'readwrite', STRICT);
      const words = tx.objectStore('words');
      // The first attempt may have been saved although the connection broke.
      if ((await words.index('key').getKey(keys[0] ?? '')) !== undefined) return tx.done;
      const clock = await readClock(tx.objectStore('meta'));
      const added = said.map((one, index) => {
        clock.lastAt = reportInstant(deviceNow, clock);
        return { ...one, key: keys[index], at: clock.lastAt, staffId, staffName } as Queued<Said>;
      });
      for (const one of await this.#beside(words, { added })) await words.put(one);
      // The store numbers them.
      for (const one of added) await words.add(one);
      await tx.objectStore('meta').put(clock, 'clock');
      return tx.done;
    });
    return keys;
  }

  /** Takes out those that are still there. Returns their keys. */
  async remove(keys: readonly string[]): Promise<string[]> {
    return this.withDatabase(async (db) => {
      const tx = db.transaction('words', 'readwrite', STRICT);
      const removed = ((await tx.store.getAll()) as Queued<Said>[]).filter(({ key }) =>
        keys.includes(key),
      );
      for (const { seq } of removed) await tx.store.delete(seq);
      for (const one of await this.#beside(tx.store, { removed })) await tx.store.put(one);
      await tx.done;
      return removed.map(({ key }) => key);
    });
  }

  async #beside(
    words: { getAll: () => Promise<Queued<object>[]> },
    { added = [], removed = [] }: { added?: Queued<Said>[]; removed?: Queued<Said>[] },
  ): Promise<Queued<Said>[]> {
    const { beside } = this.#words;
    return beside ? beside((await words.getAll()) as Queued<Said>[], { added, removed }) : [];
  }

  /** It stays, and out of the way of the others. */
  async park({ seq }: Queued<Said>, message: string): Promise<void> {
    await this.withDatabase(async (db) => {
      const tx = db.transaction('words', 'readwrite', STRICT);
      const said = await tx.store.get(seq);
      if (said) await tx.store.put({ ...said, parked: message });
      await tx.done;
    });
  }

  /** The server has answered for these. */
  async settle(
    waiting: readonly Queued<Said>[],
    answers: readonly Answered<Day>[],
    offsetMs?: number,
  ): Promise<void> {
    const { nameOf } = this.#words;
    await this.withDatabase(async (db) => {
      const tx = db.transaction(EVERYTHING, 'readwrite', STRICT);
      if (offsetMs !== undefined) await writeOffset(tx.objectStore('meta'), offsetMs);
      for (const { key, refusal, notice, after } of answers) {
        const said = waiting.find((one) => one.key === key);
        if (!said) continue;
        await tx.objectStore('words').delete(said.seq);
        const text = refusal === null ? notice : refusal && `${nameOf(said)}: ${refusal}`;
        if (text) await tx.objectStore('notices').put({ id: key, text });
        if (refusal !== null && !after) continue;
        for (const day of (await tx.objectStore('days').getAll()) as KeptDay<Day>[])
          await tx
            .objectStore('days')
            .put({ ...day, ...(after?.(day) ?? this.#words.after(day, said)) });
      }
      await tx.done;
    });
  }

  /** Who worked before on this device loses their days, and never what they said. `offsetMs`: of the server's clock. */
  async storeDay(day: Day, offsetMs: number): Promise<void> {
    const { newsOf } = this.#words;
    await this.withDatabase(async (db) => {
      const tx = db.transaction(EVERYTHING, 'readwrite');
      const days = tx.objectStore('days');
      const queue = (await tx.objectStore('words').getAll()) as Queued<Said>[];
      for (const kept of (await days.getAll()) as KeptDay<Day>[]) {
        if (kept.staffId !== day.staffId || kept.today !== day.today) await days.delete(kept.date);
        else if (kept.date === day.date)
          for (const notice of newsOf?.(kept, day, queue) ?? [])
            await tx.objectStore('notices').put(notice);
      }
      await days.put({ ...day, fetchedAt: Date.now() });
      await writeOffset(tx.objectStore('meta'), offsetMs);
      await tx.done;
    });
  }

  async removeDays(): Promise<void> {
    await this.withDatabase((db) => db.clear('days'));
  }

  async removeNotice(id: string): Promise<void> {
    await this.withDatabase((db) => db.delete('notices', id));
  }

  /** Staff reported this device as lost. */
  async wipe(): Promise<void> {
    await this.withDatabase(async (db) => {
      // Each for itself, what says most first: a device that is switched off half-way has lost that.
      await db.clear('days');
      await db.clear('words');
      await db.clear('notices');
    });
  }

  /** Its own name, made when it first sends something. */
  async findDeviceId(): Promise<string> {
    return this.withDatabase(async (db) => {
      const tx = db.transaction('meta', 'readwrite');
      const id =
        ((await tx.store.get('deviceId')) as string | undefined) ?? newReportKey(Date.now());
      await tx.store.put(id, 'deviceId');
      await tx.done;
      return id;
    });
  }

  /** Once: browsers may otherwise clear what is not sent when the device is short of space. */
  async askToPersist(): Promise<void> {
    if (await this.withDatabase((db) => db.get('meta', 'hasAskedToPersist'))) return;
    await this.withDatabase((db) => db.put('meta', true, 'hasAskedToPersist'));
    await navigator.storage?.persist?.();
  }
}

type MetaStore = {
  get: (name: 'clock') => Promise<unknown>;
  put: (clock: DeviceClock, name: 'clock') => Promise<unknown>;
};

async function readClock(meta: Pick<MetaStore, 'get'>): Promise<DeviceClock> {
  return { offsetMs: 0, lastAt: 0, ...((await meta.get('clock')) as DeviceClock | undefined) };
}

async function writeOffset(meta: MetaStore, offsetMs: number): Promise<void> {
  await meta.put({ ...(await readClock(meta)), offsetMs }, 'clock');
}

/** By the server's clock, as it was when it sent the day. */
function isOver({ until, now, fetchedAt }: KeptDay<DayFacts>, deviceNow: number): boolean {
  return Date.parse(now) + (deviceNow - fetchedAt) >= Date.parse(until);
}

/** What is written so is on the disk, not on its way to it, when `tx.done` says so. */
export const STRICT = { durability: 'strict' } as const;

type Store<Schema extends DBSchema> = {
  /**
   * Does what needs the database; a second time on a fresh connection when that fails, because phones cut connections of
   * pages that they suspend. Work must bear being done twice. Throws what the second attempt throws.
   */
  withDatabase: <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>) => Promise<T>;
};

/** A database of the browser, opened when it is first needed. */
function openDeviceStore<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): Store<Schema> {
  let connection: Promise<IDBPDatabase<Schema>> | null = null;

  function open(): Promise<IDBPDatabase<Schema>> {
    connection ??= openDB<Schema>(name, version, {
      upgrade,
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated: () => {
        connection = null;
      },
    });
    return connection;
  }

  async function close(): Promise<void> {
    const before = connection;
    connection = null;
    try {
      (await before)?.close();
    } catch {
      // It never opened.
    }
  }

  return {
    async withDatabase(work) {
      try {
        return await work(await open());
      } catch {
        await close();
        return work(await open());
      }
    },
  };
}
