/** Writes iCalendar text, RFC 5545: CRLF, escaped text, lines folded at 75 octets. */
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { type Instant, instantOf } from '#domain/calendar/zoned-time.ts';

export type CalendarEvent = {
  /** Globally unique and always the same for one event: a second import replaces the first. */
  uid: string;
  /** Increases with every change of the event. */
  sequence: number;
  date: PlainDate;
  startMinute: number;
  endMinute: number;
  summary: string;
  description: string;
  location: string;
  url: string;
  isCancelled: boolean;
};

type Calendar = { name: string; timeZone: string; now: Instant; events: readonly CalendarEvent[] };

const FOLD_OCTETS = 75;
const MINUTE_MS = 60_000;

export function writeCalendar({ name, timeZone, now, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mealrun//Deliveries//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...timeZoneLines(timeZone, events),
    ...events.flatMap((event) => eventLines(event, timeZone, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent, timeZone: string, now: Instant): string[] {
  const at = (minute: number) => `TZID=${timeZone}:${localTime(event.date, minute)}`;
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;${at(event.startMinute)}`,
    `DTEND;${at(event.endMinute)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** The time zone on the days of the events: a new period wherever the clocks changed in between. */
function timeZoneLines(timeZone: string, events: readonly CalendarEvent[]): string[] {
  const offsets = events
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map(({ date }) => ({ date, minutes: offsetMinutes(date, timeZone) }));
  const stretches = offsets.filter(
    ({ minutes }, index) => index === 0 || offsets[index - 1]?.minutes !== minutes,
  );
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...stretches.flatMap(({ date, minutes }, index) => [
      'BEGIN:STANDARD',
      `DTSTART:${index === 0 ? '19700101T000000' : localTime(date, 0)}`,
      `TZOFFSETFROM:${offsetText(stretches[index - 1]?.minutes ?? minutes)}`,
      `TZOFFSETTO:${offsetText(minutes)}`,
      'END:STANDARD',
    ]),
    'END:VTIMEZONE',
  ];
}

/** At midday: on the day of a clock change, the offset that applies to its deliveries. */
function offsetMinutes(date: PlainDate, timeZone: string): number {
  const noon = 12 * 60;
  const asIfUtc = Date.parse(`${date}T12:00:00Z`);
  return (asIfUtc - instantOf({ date, minuteOfDay: noon }, timeZone)) / MINUTE_MS;
}

/** 600 -> "+1000". */
function offsetText(minutes: number): string {
  return `${minutes < 0 ? '-' : '+'}${hourAndMinute(Math.abs(minutes))}`;
}

/** ("2026-01-13", 660) -> "20260113T110000". */
function localTime(date: PlainDate, minuteOfDay: number): string {
  return `${date.replaceAll('-', '')}T${hourAndMinute(minuteOfDay)}00`;
}

function hourAndMinute(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return two(Math.floor(minutes / 60)) + two(minutes % 60);
}

/** Calendar text may contain no control characters other than line breaks. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** In octets, but never within a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    // The space that begins each continuation line counts too.
    if (Buffer.byteLength(part + character) > FOLD_OCTETS) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}
