/** When a delivery on the road should arrive: from the last news of its run, and the stops that come first. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';

/** Driving, parking and the door. */
export const MINUTES_PER_STOP = 6;
const EARLIER_MINUTES = 15;
const LATER_MINUTES = 25;
const ROUND_MINUTES = 5;

/** Older news of a run says nothing of where it is now. */
export const FRESH_NEWS_MS = 20 * MINUTE_MS;

type Waiting = {
  date: PlainDate;
  window: DeliveryWindow;
  /** The last report from its run. */
  newsAt: Instant;
  stopsBefore: number;
};

/** Shown to the customer: never before their window, and never narrower than forty minutes. */
export function expectedTime(
  { date, window, newsAt, stopsBefore }: Waiting,
  timeZone: string,
): { from: Instant; to: Instant } {
  const likely = likelyArrival({ newsAt, stopsBefore });
  const opens = instantOf({ date, minuteOfDay: minuteOfDay(window.slice(0, 5)) }, timeZone);
  const from = Math.max(likely - EARLIER_MINUTES * MINUTE_MS, opens);
  const width = (EARLIER_MINUTES + LATER_MINUTES) * MINUTE_MS;
  const to = Math.max(likely + LATER_MINUTES * MINUTE_MS, from + width);
  return { from: roundDown(from), to: roundDown(to) };
}

function likelyArrival({ newsAt, stopsBefore }: Pick<Waiting, 'newsAt' | 'stopsBefore'>): Instant {
  return newsAt + stopsBefore * MINUTES_PER_STOP * MINUTE_MS;
}

/** From then on a customer is told. */
const LATE_MINUTES = 10;

/**
 * Whether a delivery on the road will come ten minutes or more after the end of its window, which was promised. False
 * while there is no fresh news of its driver: nobody knows, and a person has to look at it.
 */
export function isRunningLate(waiting: Waiting, now: Instant, timeZone: string): boolean {
  if (now - waiting.newsAt > FRESH_NEWS_MS) return false;
  const { date, window } = waiting;
  const promised = instantOf({ date, minuteOfDay: minuteOfDay(window.slice(6)) }, timeZone);
  return Math.max(likelyArrival(waiting), now) >= promised + LATE_MINUTES * MINUTE_MS;
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function roundDown(instant: Instant): Instant {
  const step = ROUND_MINUTES * MINUTE_MS;
  return Math.floor(instant / step) * step;
}
