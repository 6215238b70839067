/**
 * A page of the day that works without signal. What it shows is on the device; what is said is written there before the
 * screen says so, and taken out when the server has answered for it; one loop sends and fetches.
 */
import { useSyncExternalStore } from 'react';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Queued, queueOf } from '#platform/rules/queued-words.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { renewPage } from './day-worker.ts';
import {
  type Answered,
  type DayFacts,
  DayStore,
  type DayWords,
  type KeptDay,
  type StoredDays,
} from './day-store.ts';
import { describeRefusal, judgeFailure, type SendOutcome } from './send-outcome.ts';
import { createWorkLoop, type IsStillOpen } from './work-loop.ts';

export type DayQueueState<Day extends DayFacts, Said> = StoredDays<Day, Said> & {
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

type DayQueueOptions<Day extends DayFacts, Said> = DayWords<Day, Said> & {
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
  /** When there is no room, and when something was not written. */
  cannotKeep: string;
  notSaved: string;
};

const OTHER_DAY_IS_OLD_MS = 300_000;

const NOTHING_YET = {
  phase: 'loading',
  day: null,
  date: null,
  days: [],
  queue: [],
  notices: [],
  isLive: true,
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
    const stop = this.#loop.start();
    void this.#reload().catch(() => this.#change({ problem: this.#options.cannotKeep }));
    return () => {
      stop();
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
    const { day } = this.#state;
    if (!day) return null;
    try {
      const key = await this.store.add(said, day);
      await this.#reload();
      this.#change({ problem: null });
      void this.sendNow();
      return key;
    } catch {
      this.#change({ problem: this.#options.notSaved });
      return null;
    }
  };

  /** Takes it out while it waits; afterwards the server is asked by `undo` to take it back. */
  takeBack = async (key: string, undo: Said): Promise<void> => {
    try {
      if (!this.#inFlight.includes(key) && (await this.store.remove(key))) {
        await this.#reload();
        return;
      }
    } catch {
      this.#change({ problem: 'Not undone. Look at it again.' });
      return;
    }
    await this.say(undo);
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
    if (outcome === 'signed-out') await this.store.removeDays();
    if (!isStillOpen()) return outcome;
    this.#change({
      isLive: outcome !== 'no-answer',
      ...(outcome === 'no-answer' && !this.#state.day && { phase: outcome }),
    });
    await this.#reload();
    if (outcome === 'signed-out' || outcome === 'lost') this.#change({ phase: 'signed-out' });
    if (outcome === 'done' && this.#state.queue.length === 0) renewPage();
    return outcome;
  }

  async #sendAndFetch(isStillOpen: IsStillOpen): Promise<SendOutcome> {
    const [known] = this.#state.days;
    // Signed out, or someone else is signed in: the next call tells which.
    if (known && (await this.#sendAll(known.staffId)) === 'no-answer') return 'no-answer';
    // The page may have been left while it was sending.
    if (!isStillOpen()) return 'done';
    let fetched = await this.#fetch(this.#state.date, isStillOpen);
    if (fetched === 'other_day' && this.#state.date !== null) {
      // Past midnight: what was tomorrow is today.
      this.#change({ date: null });
      fetched = await this.#fetch(null, isStillOpen);
    }
    if (fetched === 'other_day') return 'no-answer';
    if (fetched !== 'done') return fetched;
    if (this.#options.hasOtherDay) await this.#fetchOtherDay(isStillOpen);
    if (!known) {
      await this.#reload();
      // Who has just signed in finds what they said before.
      if (this.#state.day) return this.#sendAll(this.#state.day.staffId);
    }
    return 'done';
  }

  /** Everything of this person. Removed from the device only once the server has answered for it. */
  async #sendAll(staffId: string): Promise<SendOutcome> {
    let most = this.#options.mostAtOnce;
    for (;;) {
      const waiting = (await this.store.listWaiting(staffId)).slice(0, most);
      const [first] = waiting;
      if (!first) return 'done';
      this.#inFlight = waiting.map(({ key }) => key);
      try {
        const deviceId = await this.store.findDeviceId();
        await this.store.settle(waiting, await this.#options.send(waiting, deviceId));
      } catch (error) {
        const verdict = judgeFailure(error);
        if (verdict !== 'refused') return verdict;
        // One of them is wrong: the others must not wait for it.
        if (waiting.length === 1)
          await this.store.settle(waiting, [{ key: first.key, refusal: describeRefusal(error) }]);
        most = 1;
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
      const day = await this.#options.fetchDay(date);
      // Who left the device meanwhile must not find the names of customers on it.
      if (isStillOpen()) await this.store.storeDay(day);
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
