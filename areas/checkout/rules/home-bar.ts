/** What home says at its foot to a device that has a household or a basket: the first that is true. Ours. */
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

type DeliveryToCome = {
  token: string;
  date: PlainDate;
  timeSlot: DeliveryWindow;
  status: string;
  /** On hold: it may not be eaten, so it is not looked forward to. */
  items: readonly { mealName: string; mealDate: PlainDate; mealType: string; isOnHold: boolean }[];
};

export type KnownAtHome = {
  now: Instant;
  timeZone: string;
  /** The week that can be ordered; null: nothing is sold now. */
  week: { start: PlainDate; end: PlainDate; cutoff: Instant } | null;
  /** Chosen in this browser and not ordered. */
  underWay: { meals: number; first: PlainDate } | null;
  /** For the last orders of who is remembered. */
  deliveries: readonly DeliveryToCome[];
};

export type HomeBar = { words: string } & (
  | { leads: 'order'; token: string }
  | { leads: 'on' | 'again' }
);

/** `pending`: nobody has decided yet whether it is cooked. */
const ENDED = ['delivered', 'missed', 'cancelled', 'pending'];
const EVENING = 15 * 60;

/** "Tonight: Butter Chicken, 4pm-6pm." Null: nothing to say. */
export function homeBar({
  now,
  timeZone,
  week,
  underWay,
  deliveries,
}: KnownAtHome): HomeBar | null {
  const today = wallTimeAt(now, timeZone).date;
  const coming = deliveries.find(
    ({ date, status, items }) =>
      date === today && !ENDED.includes(status) && items.some(({ isOnHold }) => !isOnHold),
  );
  if (coming) return { words: comingWords(coming), leads: 'order', token: coming.token };
  if (!week) return null;
  if (underWay) {
    // What was chosen for a week that closed moves into this one.
    const day = underWay.first < week.start ? week.start : underWay.first;
    const meals = underWay.meals === 1 ? '1 meal' : `${underWay.meals} meals`;
    return { words: `${meals} waiting for ${formatDayAndMonth(day)}.`, leads: 'on' };
  }
  const has = ({ date, status }: DeliveryToCome) =>
    date >= week.start && date <= week.end && status !== 'cancelled';
  if (deliveries.length === 0 || deliveries.some(has) || now >= week.cutoff) return null;
  const { date, minuteOfDay } = wallTimeAt(week.cutoff, timeZone);
  const day = daysBetween(today, date) < 7 ? weekdayName(weekdayOf(date)) : formatDayAndMonth(date);
  return {
    words: `Next week is open until ${day} ${formatMinuteOfDay(minuteOfDay)}.`,
    leads: 'again',
  };
}

function comingWords({ date, timeSlot, items }: DeliveryToCome): string {
  const [start = '00:00'] = timeSlot.split('-');
  const [hour = 0, minute = 0] = start.split(':').map(Number);
  const isEvening = hour * 60 + minute >= EVENING;
  const eatable = items.filter(({ isOnHold }) => !isOnHold);
  const [first, second] = ['dinner', 'lunch'].map((kind) =>
    eatable.find((item) => item.mealDate === date && item.mealType === kind),
  );
  const dish = (first ?? second ?? eatable[0])?.mealName ?? '';
  return `${isEvening ? 'Tonight' : 'Today'}: ${dish}, ${windowLabel(timeSlot)}.`;
}
