import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';

/** "2026-01-14T06:42:00.000Z". */
export function toInstantText(instant: Instant): string {
  return new Date(instant).toISOString();
}

// Converts between instants and the time on the kitchen's clock. The kitchen's time zone counts, never the device's.

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

export type WallTime = { date: PlainDate; minuteOfDay: number };

/** "2026-11-25T12:45". */
export function wallText({ date, minuteOfDay }: WallTime): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${date}T${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

/** The same, read back. */
export function wallTimeIn(text: string): WallTime {
  const [date = '', time = ''] = text.split('T');
  return { date, minuteOfDay: Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Whether this names a time zone as "Australia/Hobart" does; abbreviations and offsets do not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z_]+(?:\/[A-Za-z_+-]+)+$/.test(name)) return false;
  try {
    formatterFor(name);
    return true;
  } catch {
    return false;
  }
}

/** What was shown at which minute: the same cut-offs and windows are asked for with each request, and Intl is slow. */
const shown = new Map<string, WallTime>();
const MOST_KEPT = 4096;

export function wallTimeAt(instant: Instant, timeZone: string): WallTime {
  // No zone has been off by seconds since 1972.
  const key = `${Math.floor(instant / MINUTE_MS)} ${timeZone}`;
  const known = shown.get(key);
  if (known) return { ...known };
  const wall = readWall(instant, timeZone);
  if (shown.size >= MOST_KEPT) shown.clear();
  shown.set(key, wall);
  return { ...wall };
}

function readWall(instant: Instant, timeZone: string): WallTime {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  const year = (parts.get('year') ?? '').padStart(4, '0');
  return {
    date: `${year}-${parts.get('month')}-${parts.get('day')}`,
    minuteOfDay: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/**
 * The instant when the clock shows this time. For a time that a change of clocks skips: the same distance after the
 * gap.
 */
export function instantOf(wall: WallTime, timeZone: string): Instant {
  const asIfUtc = Date.parse(`${wall.date}T00:00:00Z`) + wall.minuteOfDay * MINUTE_MS;
  const dayBefore = asIfUtc - offsetMsAt(asIfUtc - DAY_MS, timeZone);
  const dayAfter = asIfUtc - offsetMsAt(asIfUtc + DAY_MS, timeZone);
  const isShownAt = (instant: Instant) => asIfUtc - instant === offsetMsAt(instant, timeZone);
  return [dayBefore, dayAfter].find(isShownAt) ?? dayBefore;
}

function offsetMsAt(instant: Instant, timeZone: string): number {
  const wall = wallTimeAt(instant, timeZone);
  const asIfUtc = Date.parse(`${wall.date}T00:00:00Z`) + wall.minuteOfDay * MINUTE_MS;
  return asIfUtc - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

/** 1_020 -> "5pm", 690 -> "11:30am". */
export function formatMinuteOfDay(minuteOfDay: number): string {
  if (minuteOfDay === 0) return 'midnight';
  if (minuteOfDay === 12 * 60) return 'midday';
  const hour = Math.floor(minuteOfDay / 60);
  const minute = minuteOfDay % 60;
  const suffix = hour < 12 ? 'am' : 'pm';
  const shownHour = hour % 12 === 0 ? 12 : hour % 12;
  return minute === 0
    ? `${shownHour}${suffix}`
    : `${shownHour}:${String(minute).padStart(2, '0')}${suffix}`;
}

/** An instant as ISO text, such as the wire and the database have it. */
export function parseInstant(text: string): Instant {
  return Date.parse(text);
}

/** "Tue 13 Jan, 5:02am" in the kitchen's time zone. */
export function formatInstant(instant: Instant, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(instant, timeZone);
  return `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}
