/**
 * A page of the day that works without signal. What it shows is on the device; what is said is written there before the
 * screen says so, and taken out when the server has answered for it; one loop sends and fetches.
 */
import type { DBSchema } from 'idb';
import { useSyncExternalStore } from 'react';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { isTooOldToSend, type Queued, queueOf } from '#platform/rules/queued-words.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { renewPage } from './day-worker.ts';
import { openDeviceStore, STRICT } from './open-device-store.ts';
import { describeRefusal, judgeFailure, newReportKey, type SendOutcome } from './send-outcome.ts';
import { createWorkLoop, type IsStillOpen } from './work-loop.ts';

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

export type DayQueueState<Day extends DayFacts, Said> = {
  days: KeptDay<Day>[];
  queue: Queued<Said>[];
  notices: DayNotice[];
  /** The chosen day as the server sent it last; null: it is not on this device. */
  day: KeptDay<Day> | null;
  /** Null: the one that the server opens with. */
  date: PlainDate | null;
  /** `signed-out`, `no-answer`: while there is no day to show. */
  phase: 'loading' | 'ready' | 'signed-out' | 'no-answer';
  /** False: the last look at the server failed. */
  isLive: boolean;
  /** In the words of who works there; null: all went well. */
  problem: string | null;
};

type DayQueueOptions<Day extends DayFacts, Said> = {
  /** That of the database and of the lock between open pages. */
  name: string;
  everyMs: number;
  /** Today and tomorrow are fetched one by one: the day that is not looked at is kept too. */
  hasOtherDay: boolean;
  fetchDay: (date: PlainDate | null) => Promise<Day>;
  /** How many go in one call. */
  mostAtOnce: number;
  /** Sends these, and says what became of each. Throws what the call throws. */
  send: (waiting: readonly Queued<Said>[], deviceId: string) => Promise<Answered[]>;
  /** A day as one word leaves it, when the server has nothing against it. */
  after: (day: Day, said: Queued<Said>) => Day;
  /** Begins the line about a refusal: "Stop 7". */
  nameOf: (said: Queued<Said>) => string;
  /** When there is no room, and when something was not written. */
  cannotKeep: string;
  notSaved: string;
};

/** `days`: by date. A word keeps its sequence by the number that the store gives it. */
type QueueSchema = DBSchema & {
  days: { key: string; value: KeptDay<DayFacts> };
  words: { key: number; value: Queued<object>; indexes: { key: string } };
  notices: { key: string; value: DayNotice };
  meta: { key: 'deviceId'; value: string };
};

const OTHER_DAY_IS_OLD_MS = 300_000;

/** The state of a page of the day, one for all its parts, and what is done with it. */
export function createDayQueue<Day extends DayFacts, Said extends object>(
  options: DayQueueOptions<Day, Said>,
) {
  const { name, hasOtherDay, after, nameOf } = options;
  const { withDatabase } = openDeviceStore<QueueSchema>(name, 1, (db) => {
    db.createObjectStore('days', { keyPath: 'date' });
    db.createObjectStore('words', { keyPath: 'seq', autoIncrement: true }).createIndex(
      'key',
      'key',
      { unique: true },
    );
    db.createObjectStore('notices', { keyPath: 'id' });
    db.createObjectStore('meta');
  });

  type State = DayQueueState<Day, Said>;
  const nothingYet: State = {
    phase: 'loading',
    day: null,
    date: null,
    days: [],
    queue: [],
    notices: [],
    isLive: true,
    problem: null,
  };
  let state = nothingYet;
  const listeners = new Set<() => void>();
  let inFlight: readonly string[] = [];

  const loop = createWorkLoop(name, options.everyMs, async (isStillOpen) => {
    await reload();
    const outcome = await sendAndFetch(isStillOpen);
    // Staff reported this device as lost.
    if (outcome === 'lost') await wipe();
    // Gone with the session; what is not sent stays.
    if (outcome === 'signed-out') await removeDays();
    if (!isStillOpen()) return outcome;
    change({
      isLive: outcome !== 'no-answer',
      ...(outcome === 'no-answer' && !state.day && { phase: outcome }),
    });
    await reload();
    if (outcome === 'signed-out' || outcome === 'lost') change({ phase: 'signed-out' });
    if (outcome === 'done' && state.queue.length === 0) renewPage();
    return outcome;
  });

  function change(part: Partial<State>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  /** What is on the device is what the screen shows. */
  async function reload(): Promise<void> {
    const isStillOpen = loop.opening();
    const stored = await load();
    if (!isStillOpen()) return;
    const day = dayToShow(stored.days, state.date);
    const phase = day ? 'ready' : state.phase === 'ready' ? 'loading' : state.phase;
    change({ ...stored, day, phase });
  }

  /** All that is on the device, without what may not be shown or sent any more. */
  async function load(): Promise<Pick<State, 'days' | 'queue' | 'notices'>> {
    return withDatabase(async (db) => {
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
        const text = `${nameOf(said)}: too old to send. Enter it from paper.`;
        await tx.objectStore('notices').put({ id: said.key, text });
        await tx.objectStore('words').delete(said.seq);
      }
      const notices = await tx.objectStore('notices').getAll();
      await tx.done;
      return { days, queue, notices };
    });
  }

  async function sendAndFetch(isStillOpen: IsStillOpen): Promise<SendOutcome> {
    const [known] = state.days;
    // Signed out, or someone else is signed in: the next call tells which.
    if (known && (await sendAll(known.staffId)) === 'no-answer') return 'no-answer';
    // The page may have been left while it was sending.
    if (!isStillOpen()) return 'done';
    let fetched = await fetchToKeep(state.date, isStillOpen);
    if (fetched === 'other_day' && state.date !== null) {
      // Past midnight: what was tomorrow is today.
      change({ date: null });
      fetched = await fetchToKeep(null, isStillOpen);
    }
    if (fetched === 'other_day') return 'no-answer';
    if (fetched === 'done' && hasOtherDay) await fetchOtherDay(isStillOpen);
    if (fetched === 'done' && !known) {
      await reload();
      // Who has just signed in finds what they said before.
      if (state.day) return sendAll(state.day.staffId);
    }
    return fetched;
  }

  /** Everything of this person. Removed from the device only once the server has answered for it. */
  async function sendAll(staffId: string): Promise<SendOutcome> {
    let most = options.mostAtOnce;
    for (;;) {
      const all = (await withDatabase((db) => db.getAll('words'))) as Queued<Said>[];
      const waiting = queueOf(all, staffId).slice(0, most);
      const [first] = waiting;
      if (!first) return 'done';
      inFlight = waiting.map(({ key }) => key);
      try {
        const answers = await options.send(waiting, await findDeviceId());
        await settle(waiting, answers);
      } catch (error) {
        const verdict = judgeFailure(error);
        if (verdict !== 'refused') return verdict;
        // One of them is wrong: the others must not wait for it.
        if (waiting.length === 1)
          await settle(waiting, [{ key: first.key, refusal: describeRefusal(error) }]);
        most = 1;
      } finally {
        inFlight = [];
        await reload();
      }
    }
  }

  async function settle(
    waiting: readonly Queued<Said>[],
    answers: readonly Answered[],
  ): Promise<void> {
    await withDatabase(async (db) => {
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

  /** `signed-out` also for someone who may not. */
  async function fetchToKeep(
    date: PlainDate | null,
    isStillOpen: IsStillOpen,
  ): Promise<SendOutcome | 'other_day'> {
    try {
      const day = await options.fetchDay(date);
      // Who left the device meanwhile must not find the names of customers on it.
      if (isStillOpen()) await storeDay(day);
      return 'done';
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return 'signed-out';
      const verdict = judgeFailure(error);
      return verdict === 'refused' ? 'other_day' : verdict;
    }
  }

  /** Who worked before on this device loses their days, and never what they said. */
  async function storeDay(day: Day): Promise<void> {
    await withDatabase(async (db) => {
      const tx = db.transaction('days', 'readwrite');
      for (const kept of await tx.store.getAll())
        if (kept.staffId !== day.staffId || kept.today !== day.today)
          await tx.store.delete(kept.date);
      await tx.store.put({ ...day, fetchedAt: Date.now() });
      await tx.done;
    });
  }

  /** The day that is not looked at, so that it opens without signal too. */
  async function fetchOtherDay(isStillOpen: IsStillOpen): Promise<void> {
    await reload();
    const { day } = state;
    if (!day) return;
    const other = day.date === day.today ? addDays(day.today, 1) : day.today;
    const kept = state.days.find(({ date }) => date === other);
    if (kept && Date.now() - kept.fetchedAt < OTHER_DAY_IS_OLD_MS) return;
    await fetchToKeep(other, isStillOpen);
  }

  /** Its own name, made when it first sends something. */
  async function findDeviceId(): Promise<string> {
    return withDatabase(async (db) => {
      const tx = db.transaction('meta', 'readwrite');
      const id = (await tx.store.get('deviceId')) ?? newReportKey(Date.now());
      await tx.store.put(id, 'deviceId');
      await tx.done;
      return id;
    });
  }

  async function store(said: Said): Promise<string | null> {
    const { day } = state;
    if (!day) return null;
    const at = Date.now();
    const key = newReportKey(at);
    const { staffId, staffName } = day;
    await withDatabase(async (db) => {
      const tx = db.transaction('words', 'readwrite', STRICT);
      // The first attempt may have been saved although the connection broke. The store numbers them.
      if ((await tx.store.index('key').getKey(key)) === undefined)
        await tx.store.add({ ...said, key, at, staffId, staffName } as Queued<Said>);
      await tx.done;
    });
    return key;
  }

  /** Takes it out if it is still there. */
  async function remove(key: string): Promise<boolean> {
    return withDatabase(async (db) => {
      const tx = db.transaction('words', 'readwrite', STRICT);
      const seq = await tx.store.index('key').getKey(key);
      if (seq !== undefined) await tx.store.delete(seq);
      await tx.done;
      return seq !== undefined;
    });
  }

  async function removeDays(): Promise<void> {
    await withDatabase((db) => db.clear('days'));
  }

  async function wipe(): Promise<void> {
    await withDatabase(async (db) => {
      // Each for itself, what says most first: a device that is switched off half-way has lost that.
      await db.clear('days');
      await db.clear('words');
      await db.clear('notices');
    });
  }

  /** Saved when this resolves with its key: on the disk, whatever becomes of the page. Null: it is not. */
  async function say(said: Said): Promise<string | null> {
    try {
      const key = await store(said);
      await reload();
      change({ problem: null });
      void loop.work({ isUrgent: true });
      return key;
    } catch {
      change({ problem: options.notSaved });
      return null;
    }
  }

  return {
    use(): State {
      return useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => state,
      );
    },

    /** Read at the moment of asking: a screen may be one tap behind. */
    now: (): State => state,

    /** Opens with what is on the device, then asks the server, and goes on for as long as the page is open. */
    start(): () => void {
      const stop = loop.start();
      void reload().catch(() => change({ problem: options.cannotKeep }));
      return () => {
        stop();
        change(nothingYet);
      };
    },

    retry(): void {
      change({ phase: 'loading' });
      void loop.work({ isUrgent: true });
    },

    async chooseDate(date: PlainDate | null): Promise<void> {
      change({ date });
      await reload();
      await loop.work({ isUrgent: true });
    },

    say,

    /** Takes it out while it waits; afterwards the server is asked by `undo` to take it back. */
    async takeBack(key: string, undo: Said): Promise<void> {
      try {
        if (!inFlight.includes(key) && (await remove(key))) {
          await reload();
          return;
        }
      } catch {
        change({ problem: 'Not undone. Look at it again.' });
        return;
      }
      await say(undo);
    },

    async dismiss(id: string): Promise<void> {
      await withDatabase((db) => db.delete('notices', id));
      await reload();
    },

    sendNow: () => loop.work({ isUrgent: true }),

    /** What is not sent stays, for whom it is of. */
    async leave(): Promise<void> {
      loop.stop();
      await removeDays();
    },

    /** For tests, which look at the disk. */
    withDatabase,
  };
}

/** The chosen one, or the one that the last look at the server opened with. */
function dayToShow<Day extends DayFacts>(
  days: readonly KeptDay<Day>[],
  chosen: PlainDate | null,
): KeptDay<Day> | null {
  const newest = days.toSorted((a, b) => b.fetchedAt - a.fetchedAt);
  return newest.find(({ date, opens, today }) => date === (chosen ?? opens ?? today)) ?? null;
}

/** By the server's clock, as it was when it sent the day. */
function isOver({ until, now, fetchedAt }: KeptDay<DayFacts>, deviceNow: number): boolean {
  return Date.parse(now) + (deviceNow - fetchedAt) >= Date.parse(until);
}

/** How much of this person is on this device only, and what others have left on it. */
export function countWaiting<Said>({
  day,
  queue,
}: {
  day: Pick<DayFacts, 'staffId'> | null;
  queue: readonly Queued<Said>[];
}) {
  const mine = day ? queueOf(queue, day.staffId).length : 0;
  const others = queue.filter(({ staffId }) => staffId !== day?.staffId);
  return { mine, others: others.length, otherName: others[0]?.staffName ?? '' };
}
