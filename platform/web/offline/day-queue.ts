/**
 * A page of the day that works without signal. What it shows is on the device; what is said is written there before the
 * screen says so, and taken out when the server has answered for it; one loop sends and fetches.
 */
import { useSyncExternalStore } from 'react';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { clockOffset, type Queued, queueOf } from '#platform/rules/queued-words.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { renewPage } from './day-worker.ts';
import {
  type Answered,
  type DayFacts,
  DayStore,
  type DayWords,
  type KeptDay,
  type StoredDays,
} from './day-store.ts';
import {
  describeRefusal,
  judgeFailure,
  type SendOutcome,
  createWorkLoop,
  type IsStillOpen,
} from './work-loop.ts';

const LIMIT_MS = 8000;

/** No call waits longer than a dead spot deserves. */
export const inTime = () => ({ signal: AbortSignal.timeout(LIMIT_MS) });

export type DayQueueState<Day extends DayFacts, Said> = StoredDays<Day, Said> & {
  /** The chosen day as the server sent it last; null: it is not on this device. */
  day: KeptDay<Day> | null;
  /** Null: the one that the server opens with. */
  date: PlainDate | null;
  /** `signed-out`, `no-answer`: while there is no day to show. */
  phase: 'loading' | 'ready' | 'signed-out' | 'no-answer';
  /** False: the last look at the server failed. */
  isLive: boolean;
  /** Nobody is signed in whom the server knows. */
  needsSignIn: boolean;
  /** In the words of who works there; null: all went well. */
  problem: string | null;
};

export type WordsAnswer<Day> = { answers: Answered<Day>[]; now?: string };

type DayQueueOptions<Day extends DayFacts, Said extends object> = DayWords<Day, Said> & {
  /** That of the database and of the lock between open pages. */
  name: string;
  everyMs: number;
  /** A day is fetched again when it is as old; left out: each time. */
  fetchEveryMs?: number;
  /** What is said may be sent only so long after it was. */
  waitsMs?: number;
  /** The day stays when the session ends: where it is used nobody has a password at hand. */
  outlivesSession?: true;
  /** What is refused alone stays, for the office to see to. */
  parksRefused?: true;
  /** Before the device is read: what it keeps elsewhere. */
  takeOver?: (store: DayStore<Day, Said>) => Promise<void>;
  /** Today and tomorrow are fetched one by one: the day that is not looked at is kept too. */
  hasOtherDay: boolean;
  fetchDay: (date: PlainDate | null) => Promise<Day>;
  /** How many go in one call. */
  mostAtOnce: number;
  /** Those of this person that may go in the next call, in their sequence; left out: all. */
  dueOf?: (waiting: readonly Queued<Said>[], deviceNow: Instant) => readonly Queued<Said>[];
  /** Sends these, and says what became of each, and what the server's clock says. Throws what the call throws. */
  send: (waiting: readonly Queued<Said>[], deviceId: string) => Promise<WordsAnswer<Day>>;
  /** When there is no room, and when something was not written. */
  cannotKeep: string;
  notSaved: string;
};

const OTHER_DAY_IS_OLD_MS = 300_000;
/** Also by what a page says itself of a call that did not take something back. */
export const NOT_UNDONE = 'Not undone. Look at it again.';

const NOTHING_YET = {
  phase: 'loading',
  day: null,
  date: null,
  days: [],
  queue: [],
  notices: [],
  isLive: true,
  needsSignIn: false,
  problem: null,
} as const;

/** The state of a page of the day, one for all its parts, and what is done with it. */
export class DayQueue<Day extends DayFacts, Said extends object> {
  /** For tests, which look at the disk. */
  readonly store: DayStore<Day, Said>;
  readonly #options: DayQueueOptions<Day, Said>;
  readonly #loop: ReturnType<typeof createWorkLoop>;
  readonly #listeners = new Set<() => void>();
  #state: DayQueueState<Day, Said> = nothingYet();
  #inFlight: readonly string[] = [];
  #fetchedAt: Instant = 0;
  #takenOver: Promise<void> | null = null;

  constructor(options: DayQueueOptions<Day, Said>) {
    this.#options = options;
    this.store = new DayStore(options.name, options);
    this.#loop = createWorkLoop(options.name, options.everyMs, (isStillOpen) =>
      this.#work(isStillOpen),
    );
  }

  /** Read at the moment of asking: a screen may be one tap behind. */
  now = (): DayQueueState<Day, Said> => this.#state;

  /** Opens with what is on the device, then asks the server, and goes on for as long as the page is open. */
  start = (): (() => void) => {
    this.#takenOver = null;
    const stop = this.#loop.start();
    void this.#reload().catch(() => this.#change({ problem: this.#options.cannotKeep }));
    return () => {
      stop();
      this.#fetchedAt = 0;
      this.#change(nothingYet<Day, Said>());
    };
  };

  retry = (): void => {
    this.#change({ phase: 'loading' });
    void this.sendNow();
  };

  chooseDate = async (date: PlainDate | null): Promise<void> => {
    this.#change({ date });
    await this.#reload();
    await this.sendNow();
  };

  /** Saved when this resolves with its key: on the disk, whatever becomes of the page. Null: it is not. */
  say = async (said: Said): Promise<string | null> => {
    const keys = await this.sayAll([said]);
    return keys?.[0] ?? null;
  };

  /** All of them, or none. */
  sayAll = async (said: readonly Said[]): Promise<string[] | null> => {
    const { day } = this.#state;
    if (!day) return null;
    try {
      const keys = await this.store.add(said, day);
      await this.#reload();
      this.#change({ problem: null });
      const { waitsMs } = this.#options;
      if (waitsMs !== undefined) setTimeout(() => void this.sendNow(), waitsMs + 20);
      void this.sendNow();
      void this.store.askToPersist().catch(() => {});
      return keys;
    } catch {
      this.#change({ problem: this.#options.notSaved });
      return null;
    }
  };

  /** Takes them out while they wait. Returns the keys of the others: sent, or on their way. Null: nobody knows. */
  remove = async (keys: readonly string[]): Promise<string[] | null> => {
    try {
      const waiting = keys.filter((key) => !this.#inFlight.includes(key));
      const removed = await this.store.remove(waiting);
      await this.#reload();
      return keys.filter((key) => !removed.includes(key));
    } catch {
      this.#change({ problem: NOT_UNDONE });
      return null;
    }
  };

  /** Takes it out while it waits; afterwards the server is asked by `undo` to take it back. */
  takeBack = async (key: string, undo: Said): Promise<void> => {
    const sent = await this.remove([key]);
    if (sent?.includes(key)) await this.say(undo);
  };

  /** Null: they know. */
  tell = (problem: string | null): void => this.#change({ problem });

  /** What was changed at the server by another call is to be seen. */
  lookAgain = async (): Promise<void> => {
    this.#fetchedAt = 0;
    await this.sendNow();
  };

  dismiss = async (id: string): Promise<void> => {
    await this.store.removeNotice(id);
    await this.#reload();
  };

  sendNow = (): Promise<void> => this.#loop.work({ isUrgent: true });

  /** What is not sent stays, for whom it is of. */
  leave = async (): Promise<void> => {
    this.#loop.stop();
    await this.store.removeDays();
  };

  /** Returns how to stop. */
  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(part: Partial<DayQueueState<Day, Said>>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  /** What is on the device is what the screen shows. */
  async #reload(): Promise<void> {
    const isStillOpen = this.#loop.opening();
    try {
      await (this.#takenOver ??= this.#options.takeOver?.(this.store) ?? null);
    } catch {
      // Tried again at the next look.
      this.#takenOver = null;
    }
    const stored = await this.store.load();
    if (!isStillOpen()) return;
    const day = dayToShow(stored.days, this.#state.date);
    const { phase } = this.#state;
    this.#change({
      ...stored,
      day,
      phase: day ? 'ready' : phase === 'ready' ? 'loading' : phase,
    });
  }

  async #work(isStillOpen: IsStillOpen): Promise<SendOutcome> {
    await this.#reload();
    const outcome = await this.#sendAndFetch(isStillOpen);
    if (outcome === 'lost') await this.store.wipe();
    // Gone with the session; what is not sent stays.
    if (outcome === 'signed-out' && !this.#options.outlivesSession) await this.store.removeDays();
    if (!isStillOpen()) return outcome;
    this.#change({
      isLive: outcome !== 'no-answer',
      ...(outcome !== 'no-answer' && { needsSignIn: outcome === 'signed-out' }),
      ...(outcome === 'no-answer' && !this.#state.day && { phase: outcome }),
    });
    await this.#reload();
    const isSignedOut = outcome === 'signed-out' || outcome === 'lost';
    if (isSignedOut && !this.#state.day) this.#change({ phase: 'signed-out' });
    if (outcome === 'done' && this.#state.queue.length === 0) renewPage();
    return outcome;
  }

  async #sendAndFetch(isStillOpen: IsStillOpen): Promise<SendOutcome> {
    const [known] = this.#state.days;
    const sent = known ? await this.#sendAll(known.staffId) : 'done';
    if (sent === 'no-answer' || sent === 'lost') return sent;
    // Signed out, or someone else is signed in: the next call tells which.
    if (sent === 'signed-out') this.#fetchedAt = 0;
    const { fetchEveryMs = 0 } = this.#options;
    // The page may have been left while it was sending.
    if (!isStillOpen()) return 'done';
    if (this.#state.day && Date.now() - this.#fetchedAt < fetchEveryMs) return 'done';
    let fetched = await this.#fetch(this.#state.date, isStillOpen);
    if (fetched === 'other_day' && this.#state.date !== null) {
      // Past midnight: what was tomorrow is today.
      this.#change({ date: null });
      fetched = await this.#fetch(null, isStillOpen);
    }
    if (fetched === 'other_day') return 'no-answer';
    if (fetched !== 'done') return fetched;
    if (this.#options.hasOtherDay) await this.#fetchOtherDay(isStillOpen);
    await this.#reload();
    const { day } = this.#state;
    // Who has just signed in finds what they said before.
    return day && day.staffId !== known?.staffId ? this.#sendAll(day.staffId) : 'done';
  }

  /** Everything of this person. Removed from the device only once the server has answered for it. */
  async #sendAll(staffId: string): Promise<SendOutcome> {
    let most = this.#options.mostAtOnce;
    for (;;) {
      const all = await this.store.listWaiting(staffId);
      const waiting = (this.#options.dueOf?.(all, Date.now()) ?? all).slice(0, most);
      const [first] = waiting;
      if (!first) return 'done';
      this.#inFlight = waiting.map(({ key }) => key);
      try {
        const deviceId = await this.store.findDeviceId();
        const asked = Date.now();
        const { answers, now } = await this.#options.send(waiting, deviceId);
        const times = { asked, answered: Date.now() };
        const offsetMs = now === undefined ? now : clockOffset(Date.parse(now), times);
        await this.store.settle(waiting, answers, offsetMs);
      } catch (error) {
        const verdict = judgeFailure(error);
        if (verdict !== 'refused') return verdict;
        // One of them is wrong: the others must not wait for it.
        const refusal = describeRefusal(error);
        if (waiting.length > 1) most = 1;
        else if (this.#options.parksRefused) await this.store.park(first, refusal);
        else await this.store.settle(waiting, [{ key: first.key, refusal }]);
      } finally {
        this.#inFlight = [];
        await this.#reload();
      }
    }
  }

  /** `signed-out` also for someone who may not. */
  async #fetch(
    date: PlainDate | null,
    isStillOpen: IsStillOpen,
  ): Promise<SendOutcome | 'other_day'> {
    try {
      const asked = Date.now();
      const day = await this.#options.fetchDay(date);
      const answered = Date.now();
      // Who left the device meanwhile must not find the names of customers on it.
      if (!isStillOpen()) return 'done';
      await this.store.storeDay(day, clockOffset(Date.parse(day.now), { asked, answered }));
      this.#fetchedAt = answered;
      return 'done';
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return 'signed-out';
      const verdict = judgeFailure(error);
      return verdict === 'refused' ? 'other_day' : verdict;
    }
  }

  /** The day that is not looked at, so that it opens without signal too. */
  async #fetchOtherDay(isStillOpen: IsStillOpen): Promise<void> {
    await this.#reload();
    const { day, days } = this.#state;
    if (!day) return;
    const other = day.date === day.today ? addDays(day.today, 1) : day.today;
    const kept = days.find(({ date }) => date === other);
    if (kept && Date.now() - kept.fetchedAt < OTHER_DAY_IS_OLD_MS) return;
    await this.#fetch(other, isStillOpen);
  }
}

export function useDayQueue<Day extends DayFacts, Said extends object>({
  listen,
  now,
}: DayQueue<Day, Said>): DayQueueState<Day, Said> {
  return useSyncExternalStore(listen, now);
}

function nothingYet<Day extends DayFacts, Said>(): DayQueueState<Day, Said> {
  return { ...NOTHING_YET, days: [], queue: [], notices: [] };
}

/** The chosen one, or the one that the last look at the server opened with. */
function dayToShow<Day extends DayFacts>(
  days: readonly KeptDay<Day>[],
  chosen: PlainDate | null,
): KeptDay<Day> | null {
  const newest = days.toSorted((a, b) => b.fetchedAt - a.fetchedAt);
  return newest.find(({ date, opens, today }) => date === (chosen ?? opens ?? today)) ?? null;
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
