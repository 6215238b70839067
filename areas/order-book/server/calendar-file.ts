/** Deliveries as iCalendar text (RFC 5545), in the kitchen's time zone. */
import { escape, ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';

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

const MINUTE_MS = 60_000;

export function writeCalendar({ name, timeZone, now, events }: Calendar): string {
  const calendar = new ICalCalendar({
    prodId: '//Mealrun//Deliveries//EN',
    scale: 'GREGORIAN',
    // The library escapes every text but this one.
    name: escape(cleanText(name), false),
    // Without a name: with one, the library writes DTSTAMP in local time, and RFC 5545 requires UTC.
    timezone: { name: null, generator: () => describeTimeZone(timeZone, events) },
    events: events.map((event) => ({
      id: event.uid,
      sequence: event.sequence,
      stamp: new Date(now),
      start: wallTime(event.date, event.startMinute),
      end: wallTime(event.date, event.endMinute),
      timezone: timeZone,
      summary: cleanText(event.summary),
      description: cleanText(event.description),
      location: cleanText(event.location),
      url: event.url,
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    })),
  });
  return `${calendar.toString()}\r\n`;
}

/** Not a `Date`: the library would read it in the time zone of the server. */
function wallTime(date: PlainDate, minuteOfDay: number): Temporal.PlainDateTime {
  return Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes: minuteOfDay });
}

/** The time zone on the days of the events: a new period wherever the clocks changed in between. */
function describeTimeZone(timeZone: string, events: readonly CalendarEvent[]): string {
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
      `DTSTART:${index === 0 ? '19700101' : date.replaceAll('-', '')}T000000`,
      `TZOFFSETFROM:${offsetText(stretches[index - 1]?.minutes ?? minutes)}`,
      `TZOFFSETTO:${offsetText(minutes)}`,
      'END:STANDARD',
    ]),
    'END:VTIMEZONE',
  ].join('\n');
}

/** At midday: on the day of a clock change, the offset that applies to its deliveries. */
function offsetMinutes(date: PlainDate, timeZone: string): number {
  const noon = 12 * 60;
  const asIfUtc = Date.parse(`${date}T12:00:00Z`);
  return (asIfUtc - instantOf({ date, minuteOfDay: noon }, timeZone)) / MINUTE_MS;
}

/** 600 -> "+1000". */
function offsetText(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}${two(distance % 60)}`;
}

/** RFC 5545 forbids control characters other than tab and line break, and the library leaves them in. */
function cleanText(text: string): string {
  return text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
