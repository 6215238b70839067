/** The state of /pack: one for the page, read by all of its parts. */
import { useSyncExternalStore } from 'react';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { bagsWithQueue, type PackingWord, queueOf } from '#areas/delivery/rules/queued-packing.ts';
import { renewPage } from '#platform/web/offline/day-worker.ts';
import type { SendOutcome } from '#platform/web/offline/send-outcome.ts';
import { createWorkLoop, type IsStillOpen } from '#platform/web/offline/work-loop.ts';
import type { KeptDay } from './drive-database.ts';
import { fetchPackDayToKeep, sendPacking } from './send-packing.ts';
import {
  dismissPackNotice,
  loadStoredPacking,
  removePackDays,
  removeWord,
  type StoredPacking,
  storeWord,
  wipePacking,
} from './stored-packing.ts';

export type PackState = StoredPacking & {
  /** The chosen day as the server sent it last; null: it is not on this tablet. */
  day: KeptDay | null;
  /** Null: today. */
  date: PlainDate | null;
  /** `signed-out`, `no-answer`: while there is no day to show. */
  phase: 'loading' | 'ready' | 'signed-out' | 'no-answer';
  /** False: the last look at the server failed. */
  isLive: boolean;
  /** In the packer's words; null: all went well. */
  problem: string | null;
};

/** Other packers' ticks arrive with the next look. */
const EVERY_MS = 10_000;
const OTHER_DAY_IS_OLD_MS = 300_000;

const NOTHING_YET: PackState = {
  phase: 'loading',
  day: null,
  date: null,
  days: [],
  queue: [],
  notices: [],
  isLive: true,
  problem: null,
};
let state = NOTHING_YET;
const listeners = new Set<() => void>();
let inFlight: string | null = null;

const loop = createWorkLoop('pack', EVERY_MS, async (isStillOpen) => {
  await reload();
  const outcome = await sendAndFetch(isStillOpen);
  // Staff reported this tablet as lost.
  if (outcome === 'lost') await wipePacking();
  // Gone from the tablet with the session; what is not sent stays.
  if (outcome === 'signed-out') await removePackDays();
  if (!isStillOpen()) return outcome;
  const isSignedOut = outcome === 'signed-out' || outcome === 'lost';
  change({
    isLive: outcome !== 'no-answer',
    ...(outcome === 'no-answer' && !state.day && { phase: outcome }),
  });
  await reload();
  if (isSignedOut) change({ phase: 'signed-out' });
  if (outcome === 'done' && state.queue.length === 0) renewPage();
  return outcome;
});

export function usePackState(): PackState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

function change(part: Partial<PackState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

/** What is on the tablet is what the screen shows. */
async function reload(): Promise<void> {
  const isStillOpen = loop.opening();
  const stored = await loadStoredPacking();
  if (!isStillOpen()) return;
  const day = stored.days.find(({ date, today }) => date === (state.date ?? today)) ?? null;
  const phase = day ? 'ready' : state.phase === 'ready' ? 'loading' : state.phase;
  change({ ...stored, day, phase });
}

/** Opens with what is on the tablet, then asks the server, and goes on for as long as the page is open. */
export function startPacking(): () => void {
  const stop = loop.start();
  void reload().catch(() => change({ problem: 'This tablet can’t keep ticks. Free some space.' }));
  return () => {
    stop();
    change(NOTHING_YET);
  };
}

async function sendAndFetch(isStillOpen: IsStillOpen): Promise<SendOutcome> {
  const [known] = state.days;
  // Signed out, or someone else is signed in: the next call tells which.
  if (known && (await sendAll(known.staffId)) === 'no-answer') return 'no-answer';
  // The page may have been left while it was sending.
  if (!isStillOpen()) return 'done';
  const fetched = await fetchPackDayToKeep(state.date, isStillOpen);
  if (fetched === 'other_day') {
    // Past midnight: what was tomorrow is today.
    if (state.date === null) return 'no-answer';
    change({ date: null });
    return fetchToday(isStillOpen);
  }
  if (fetched === 'done') await fetchOtherDay(isStillOpen);
  // Whoever has just signed in finds what they said before.
  if (fetched === 'done' && !known && state.day) return sendAll(state.day.staffId);
  return fetched;
}

function sendAll(staffId: string): Promise<SendOutcome> {
  const onSending = (key: string | null) => {
    inFlight = key;
  };
  return sendPacking(staffId, { onSending, onChange: reload });
}

async function fetchToday(isStillOpen: IsStillOpen): Promise<SendOutcome> {
  const fetched = await fetchPackDayToKeep(null, isStillOpen);
  return fetched === 'other_day' ? 'no-answer' : fetched;
}

/** The day that is not looked at, so that it opens without signal too. */
async function fetchOtherDay(isStillOpen: IsStillOpen): Promise<void> {
  await reload();
  const { day } = state;
  if (!day) return;
  const other = day.date === day.today ? addDays(day.today, 1) : day.today;
  const kept = state.days.find(({ date }) => date === other);
  if (kept && Date.now() - kept.fetchedAt < OTHER_DAY_IS_OLD_MS) return;
  await fetchPackDayToKeep(other, isStillOpen);
}

export function retryPacking(): void {
  change({ phase: 'loading' });
  void loop.work({ isUrgent: true });
}

export async function chooseDate(date: PlainDate): Promise<void> {
  change({ date });
  await reload();
  await loop.work({ isUrgent: true });
}

/** Saved when this resolves with its key: on the disk, whatever becomes of the page. Null: it is not. */
export async function say(
  bag: { id: number; stop: number },
  word: PackingWord,
): Promise<string | null> {
  const { day } = state;
  if (!day) return null;
  try {
    const key = await storeWord(day, bag, word);
    await reload();
    change({ problem: null });
    void loop.work({ isUrgent: true });
    return key;
  } catch {
    change({ problem: 'Not saved. Tap again.' });
    return null;
  }
}

/** Takes it out while it waits; afterwards the server is asked to take it back. */
export async function takeBack(bag: { id: number; stop: number }, key: string): Promise<void> {
  try {
    if (inFlight !== key && (await removeWord(key))) {
      await reload();
      return;
    }
  } catch {
    change({ problem: 'Not undone. Open this bag again.' });
    return;
  }
  await say(bag, { kind: 'undo', undoes: key });
}

/** Read at the moment of asking: a screen may be one tap behind. */
export function bagNow(deliveryId: number) {
  const { day, queue } = state;
  if (!day) return null;
  return bagsWithQueue(day.bags, queue, day.staffId).find(({ id }) => id === deliveryId) ?? null;
}

export async function dismissRefusal(id: string): Promise<void> {
  await dismissPackNotice(id);
  await reload();
}

export async function sendPackingNow(): Promise<void> {
  await loop.work({ isUrgent: true });
}

/** What is not sent stays, for whoever said it. */
export async function leaveTablet(): Promise<void> {
  loop.stop();
  await removePackDays();
}

/** How much of this person is on this tablet only, and what others have left on it. */
export function countWaiting({ day, queue }: Pick<PackState, 'day' | 'queue'>) {
  const mine = day ? queueOf(queue, day.staffId).length : 0;
  const others = queue.filter(({ staffId }) => staffId !== day?.staffId);
  return { mine, others: others.length, otherName: others[0]?.staffName ?? '' };
}
