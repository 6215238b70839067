import { DAY_MS } from '#platform/rules/durations.ts';

/** Calendar days as yyyy-MM-dd text. A day has no time and no zone; Date is used only as a proleptic calendar in UTC. */

export type PlainDate = string;

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;

const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

function utcMs(date: PlainDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** True for an existing day written yyyy-MM-dd; 2025-02-30 is not one. */
export function isPlainDate(text: string): text is PlainDate {
  if (!PLAIN_DATE.test(text)) return false;
  const ms = utcMs(text);
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return new Date(utcMs(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return Math.round((utcMs(to) - utcMs(from)) / DAY_MS);
}

/** Sunday is 0, Saturday 6. */
export function weekdayOf(date: PlainDate): number {
  return new Date(utcMs(date)).getUTCDay();
}

/** The last such weekday up to this day: the day itself when it is one. Weekdays as in `weekdayOf`. */
export function weekdayUpTo(date: PlainDate, weekday: number): PlainDate {
  return addDays(date, -daysUntilWeekday(weekday, weekdayOf(date)));
}

/** The first such weekday from this day on: the day itself when it is one. */
export function weekdayFrom(date: PlainDate, weekday: number): PlainDate {
  return addDays(date, daysUntilWeekday(weekdayOf(date), weekday));
}

function daysUntilWeekday(from: number, to: number): number {
  return (to - from + WEEKDAYS.length) % WEEKDAYS.length;
}

/** 0 -> "Sunday". */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday] ?? '';
}

/** The seven days from `start`. */
export function weekFrom(start: PlainDate): PlainDate[] {
  return Array.from({ length: 7 }, (_, day) => addDays(start, day));
}

function partsOf(date: PlainDate) {
  const [year = '', month = '', day = ''] = date.split('-');
  return {
    year,
    month: MONTHS[Number(month) - 1] ?? '',
    day: String(Number(day)),
    weekday: WEEKDAYS[weekdayOf(date)] ?? '',
  };
}

/** "Tue 5 Jan 2025": the format of every date except the waitlist's "Joined" and the launch. */
export function formatDate(date: PlainDate): string {
  const { weekday, day, month, year } = partsOf(date);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}`;
}

/** "Tue 5 Jan", where the context gives the year. */
export function formatDayAndMonth(date: PlainDate): string {
  const { weekday, day, month } = partsOf(date);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}`;
}

/** "1-7 Dec", "29 Nov-5 Dec". */
export function formatDays(first: PlainDate, last: PlainDate): string {
  const [start = '', end = ''] = [first, last].map((date) =>
    formatDayAndMonth(date).split(' ').slice(1).join(' '),
  );
  const month = ` ${end.split(' ').at(-1)}`;
  return `${start.endsWith(month) ? start.slice(0, -month.length) : start}-${end}`;
}

/** "Jan 5, 2025": the spec's form for the waitlist's "Joined". */
export function formatMonthDayYear(date: PlainDate): string {
  const { day, month, year } = partsOf(date);
  return `${month.slice(0, 3)} ${day}, ${year}`;
}

/** "Tue" for one of the seven days from `from`; "Tue 5 Jan" for others. */
export function formatDayFrom(date: PlainDate, from: PlainDate): string {
  const days = daysBetween(from, date);
  return days >= 0 && days < WEEKDAYS.length
    ? partsOf(date).weekday.slice(0, 3)
    : formatDayAndMonth(date);
}

/** "Tuesday 5 January", for headings and screen readers. */
export function formatLongDate(date: PlainDate): string {
  const { weekday, day, month } = partsOf(date);
  return `${weekday} ${day} ${month}`;
}

/** "July 15, 2025": the spec's form for the launch. */
export function formatLaunchDate(date: PlainDate): string {
  const { day, month, year } = partsOf(date);
  return `${month} ${day}, ${year}`;
}
