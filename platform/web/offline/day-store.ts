/** What a page of the day keeps on its device: days of the server, and what was said and is not sent. */
import type { DBSchema } from 'idb';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { isTooOldToSend, type Queued, queueOf } from '#platform/rules/queued-words.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { openDeviceStore, STRICT } from './open-device-store.ts';
import { newReportKey } from './send-outcome.ts';

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

/** Something that the server had against what was said, until somebody has said that they know. */
export type DayNotice = { id: string; text: string };

/** What the server made of one. */
export type Answered = {
  key: string;
  /** Null: it is so from now on. Empty: it is not, and the day says so elsewhere. */
  refusal: string | null;
  /** It is so, and somebody has to know something. */
  notice?: string | undefined;
};

export type StoredDays<Day extends DayFacts, Said> = {
  days: KeptDay<Day>[];
  queue: Queued<Said>[];
  notices: DayNotice[];
};

export type DayWords<Day extends DayFacts, Said> = {
  /** A day as one word leaves it, when the server has nothing against it. */
  after: (day: Day, said: Queued<Said>) => Day;
  /** Begins the line about a refusal: "Stop 7". */
  nameOf: (said: Queued<Said>) => string;
};

/** `days`: by date. A word keeps its sequence by the number that the store gives it. */
type DaySchema = DBSchema & {
  days: { key: string; value: KeptDay<DayFacts> };
  words: { key: number; value: Queued<object>; indexes: { key: string } };
  notices: { key: string; value: DayNotice };
  meta: { key: 'deviceId'; value: string };
};

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
      const tx = db.transaction(['days', 'words', 'notices'], 'readwrite');
      const now = Date.now();
      const days: KeptDay<Day>[] = [];
      for (const day of await tx.objectStore('days').getAll()) {
        if (isOver(day, now)) await tx.objectStore('days').delete(day.date);
        else days.push(day as KeptDay<Day>);
      }
      const queue: Queued<Said>[] = [];
      for (const said of (await tx.objectStore('words').getAll()) as Queued<Said>[]) {
        if (!isTooOldToSend(said, now)) {
          queue.push(said);
          continue;
        }
        const text = `${this.#words.nameOf(said)}: too old to send. Enter it from paper.`;
        await tx.objectStore('notices').put({ id: said.key, text });
        await tx.objectStore('words').delete(said.seq);
      }
      const notices = await tx.objectStore('notices').getAll();
      await tx.done;
      return { days, queue, notices };
    });
  }

  async listWaiting(staffId: string): Promise<Queued<Said>[]> {
    const all = await this.withDatabase((db) => db.getAll('words'));
    return queueOf(all as Queued<Said>[], staffId);
  }

  /** On the disk when it resolves with its key. Throws when it is not. */
  async add(said: Said, { staffId, staffName }: DayFacts): Promise<string> {
    const at = Date.now();
    const key = newReportKey(at);
    await this.withDatabase(async (db) => {
      const tx = db.transaction('words', 'readwrite', STRICT);
      // The first attempt may have been saved although the connection broke. The store numbers them.
      if ((await tx.store.index('key').getKey(key)) === undefined)
        await tx.store.add({ ...said, key, at, staffId, staffName } as Queued<Said>);
      await tx.done;
    });
    return key;
  }

  /** Takes it out if it is still there. */
  async remove(key: string): Promise<boolean> {
    return this.withDatabase(async (db) => {
      const tx = db.transaction('words', 'readwrite', STRICT);
      const seq = await tx.store.index('key').getKey(key);
      if (seq !== undefined) await tx.store.delete(seq);
      await tx.done;
      return seq !== undefined;
    });
  }

  /** The server has answered for these. */
  async settle(waiting: readonly Queued<Said>[], answers: readonly Answered[]): Promise<void> {
    const { after, nameOf } = this.#words;
    await this.withDatabase(async (db) => {
      const tx = db.transaction(['days', 'words', 'notices'], 'readwrite', STRICT);
      for (const { key, refusal, notice } of answers) {
        const said = waiting.find((one) => one.key === key);
        if (!said) continue;
        await tx.objectStore('words').delete(said.seq);
        const text = refusal === null ? notice : refusal && `${nameOf(said)}: ${refusal}`;
        if (text) await tx.objectStore('notices').put({ id: key, text });
        if (refusal !== null) continue;
        for (const day of (await tx.objectStore('days').getAll()) as KeptDay<Day>[])
          await tx.objectStore('days').put({ ...day, ...after(day, said) });
      }
      await tx.done;
    });
  }

  /** Who worked before on this device loses their days, and never what they said. */
  async storeDay(day: Day): Promise<void> {
    await this.withDatabase(async (db) => {
      const tx = db.transaction('days', 'readwrite');
      for (const kept of await tx.store.getAll())
        if (kept.staffId !== day.staffId || kept.today !== day.today)
          await tx.store.delete(kept.date);
      await tx.store.put({ ...day, fetchedAt: Date.now() });
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
      const id = (await tx.store.get('deviceId')) ?? newReportKey(Date.now());
      await tx.store.put(id, 'deviceId');
      await tx.done;
      return id;
    });
  }
}

/** By the server's clock, as it was when it sent the day. */
function isOver({ until, now, fetchedAt }: KeptDay<DayFacts>, deviceNow: number): boolean {
  return Date.parse(now) + (deviceNow - fetchedAt) >= Date.parse(until);
}
