/** The state of /drive: one for the page, read by all of its parts. */
import { useSyncExternalStore } from 'react';
import { pauseMs, shownStops, undoUntil } from '#domain/delivery/driver-reports.ts';
import { takeBackReports } from '#web/api/drive.ts';
import { readFact, writeFact } from './drive-database.ts';
import { fetchDay, type SendOutcome, sendWaiting } from './send-queue.ts';
import { removePhoto, shrinkPhoto, storePhoto } from './stored-photos.ts';
import {
  dismissNotice,
  draftPhotoKey,
  removeDay,
  loadStored,
  removeReports,
  type Stored,
  storeReports,
  type Tap,
} from './stored-reports.ts';

export type Undoable = { keys: string[]; text: string; until: number };

export type DriveState = Stored & {
  /** `signed-out`, `no-answer`: while there is no day to show. */
  phase: 'loading' | 'ready' | 'signed-out' | 'no-answer';
  /** There are reports that nobody may send who is signed in now. */
  needsSignIn: boolean;
  undoable: Undoable | null;
  /** In the driver's words; null: all went well. */
  problem: string | null;
};

const EVERY_MS = 20_000;
const DAY_IS_OLD_MS = 60_000;
const RENEW_MS = 600_000;

const NOTHING_YET: DriveState = {
  phase: 'loading',
  day: null,
  queue: [],
  photos: [],
  notices: [],
  needsSignIn: false,
  undoable: null,
  problem: null,
};
let state = NOTHING_YET;
const listeners = new Set<() => void>();

/** Nothing is sent or fetched once the page is left. */
let isOpen = false;
let isRunning = false;
let isAskedAgain = false;
let renewedAt = 0;
let failures = 0;
let notBefore = 0;
let dayFetchedAt = 0;
let inFlight: readonly string[] = [];

export function useDriveState(): DriveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

function change(part: Partial<DriveState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

/** What is on the phone is what the screen shows. */
async function reload(): Promise<void> {
  const stored = await loadStored();
  const phase = stored.day ? 'ready' : state.phase === 'ready' ? 'loading' : state.phase;
  change({ ...stored, phase });
}

/** Opens with what is on the phone, then asks the server, and goes on for as long as the page is open. */
export function startDriving(): () => void {
  isOpen = true;
  const tick = () => void work();
  const now = () => void work({ isUrgent: true });
  const onVisible = () => document.visibilityState === 'visible' && now();
  const timer = setInterval(tick, EVERY_MS);
  addEventListener('online', now);
  addEventListener('pageshow', now);
  document.addEventListener('visibilitychange', onVisible);
  void reload().catch(() => change({ problem: 'This phone can’t keep reports. Free some space.' }));
  now();
  return () => {
    isOpen = false;
    dayFetchedAt = 0;
    notBefore = 0;
    change(NOTHING_YET);
    clearInterval(timer);
    removeEventListener('online', now);
    removeEventListener('pageshow', now);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** One at a time, on all open pages together. */
async function work({ isUrgent = false } = {}): Promise<void> {
  if (!isOpen) return;
  if (isRunning) {
    isAskedAgain ||= isUrgent;
    return;
  }
  if (!isUrgent && Date.now() < notBefore) return;
  isRunning = true;
  try {
    await alone(async () => {
      // It may have waited for another page.
      if (!isOpen) return;
      await reload();
      const outcome = await sendAndFetch();
      failures = outcome === 'no-answer' ? failures + 1 : 0;
      notBefore = failures === 0 ? 0 : Date.now() + pauseMs(failures);
      if (failures > 0) setTimeout(() => void work(), pauseMs(failures) + 10);
      await reload();
      if (outcome === 'done' && state.queue.length === 0) renewPage();
    });
  } catch {
    // The phone's own storage failed: the next tap says so, or the next tick finds it well.
  } finally {
    isRunning = false;
    if (isAskedAgain) {
      isAskedAgain = false;
      void work({ isUrgent: true });
    }
  }
}

async function alone(run: () => Promise<void>): Promise<void> {
  // Only with HTTPS; a report that two pages send counts once.
  if (!('locks' in navigator)) return run();
  await navigator.locks.request('drive', run);
}

async function sendAndFetch(): Promise<SendOutcome> {
  if (state.day) {
    const sent = await sendWaiting(state.day.staffId, {
      onSending: (keys) => {
        inFlight = keys;
      },
      onChange: reload,
    });
    if (sent === 'signed-out') dayFetchedAt = 0;
    if (sent === 'no-answer') return sent;
  }
  if (state.day && Date.now() - dayFetchedAt < DAY_IS_OLD_MS) return 'done';
  // The page may have been left while it was sending.
  if (!isOpen) return 'done';
  const { outcome, day } = await fetchDay();
  if (day) dayFetchedAt = Date.now();
  change({
    needsSignIn: outcome === 'signed-out',
    ...(day && { phase: 'ready' as const }),
    ...(!state.day && outcome !== 'done' && { phase: outcome }),
  });
  return outcome;
}

export function tryAgain(): void {
  change({ phase: 'loading' });
  void work({ isUrgent: true });
}

/** Saved when this says so: on the disk, whatever becomes of the page. */
export async function report(taps: readonly Tap[], text: string): Promise<boolean> {
  const { day } = state;
  if (!day) return false;
  // "Saved" must speak of this tap and of no earlier one.
  change({ undoable: null });
  let keys: string[];
  try {
    keys = await storeReports(day, taps);
    await reload();
  } catch {
    change({ problem: 'Not saved. Tap again.' });
    return false;
  }
  const until = undoUntil(Date.now());
  change({ problem: null, undoable: { keys, text, until } });
  setTimeout(
    () => {
      if (state.undoable?.until === until) change({ undoable: null });
      void work({ isUrgent: true });
    },
    until - Date.now() + 20,
  );
  void askToPersist();
  return true;
}

export async function undo({ keys }: Undoable): Promise<void> {
  change({ undoable: null });
  const waiting = keys.filter((key) => !inFlight.includes(key));
  try {
    const removed = await removeReports(waiting);
    await reload();
    const sent = keys.filter((key) => !removed.includes(key));
    if (sent.length > 0 && state.day) await undoSent(state.day.staffId, sent);
  } catch {
    change({ problem: 'Not undone. Check this stop.' });
  }
}

async function undoSent(staffId: string, keys: string[]): Promise<void> {
  const { results } = await takeBackReports(staffId, keys);
  const refused = results.find(({ ok }) => !ok);
  if (refused) change({ problem: refused.message ?? 'Not undone. Check this stop.' });
  dayFetchedAt = 0;
  await work({ isUrgent: true });
}

/** To the stop's report, or to the stop while it has none. A report never waits for it. */
export async function addPhoto(deliveryId: number, file: Blob): Promise<void> {
  const { day, queue } = state;
  if (!day) return;
  const stop = shownStops(day.stops, queue).find(({ id }) => id === deliveryId);
  const isReported = stop?.status === 'delivered' || stop?.status === 'missed';
  const key = (isReported && stop.reportKey) || draftPhotoKey(deliveryId);
  try {
    const photo = await shrinkPhoto(file);
    await storePhoto({ key, staffId: day.staffId, photo, takenAt: Date.now() });
    await reload();
    change({ problem: null });
  } catch {
    change({ problem: 'The photo was not saved. The report does not need it.' });
  }
  void work({ isUrgent: true });
}

export async function removeDraftPhoto(deliveryId: number): Promise<void> {
  await removePhoto(draftPhotoKey(deliveryId));
  await reload();
}

export async function dismiss(id: string): Promise<void> {
  await dismissNotice(id);
  await reload();
}

export function dismissProblem(): void {
  change({ problem: null });
}

/** What is not sent stays, for whoever made it. */
export async function leavePhone(): Promise<void> {
  isOpen = false;
  await removeDay();
}

export async function sendNow(): Promise<void> {
  await work({ isUrgent: true });
}

/** Once: browsers may otherwise clear what is not sent when the phone is short of space. */
async function askToPersist(): Promise<void> {
  if (await readFact('hasAskedToPersist')) return;
  await writeFact('hasAskedToPersist', true);
  await navigator.storage?.persist?.();
}

/** A new version of the page is fetched only when nothing waits, and shown when it is opened next. */
function renewPage(): void {
  if (!('serviceWorker' in navigator) || Date.now() - renewedAt < RENEW_MS) return;
  renewedAt = Date.now();
  navigator.serviceWorker.controller?.postMessage('renew');
}
