/** What every sheet says about itself: its title, its date and the version of the orders on it. */
import type { SheetStamp } from '#areas/printouts/server/drawer-port.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

type StampFacts = {
  title: string;
  date: PlainDate;
  /** The last of several days. */
  until?: PlainDate;
  /** A part of the day: "11am-1pm"; null for the whole day. */
  part: string | null;
  business: { name: string; timeZone: string };
  version: string;
  printedAt: Instant;
  isPreview: boolean;
};

export function sheetStamp(facts: StampFacts): SheetStamp {
  const { title, business, isPreview, until = facts.date } = facts;
  const days =
    until === facts.date
      ? formatDate(until)
      : `${formatDayAndMonth(facts.date)} to ${formatDate(until)}`;
  const subject = [days, facts.part].filter((part) => part !== null).join(', ');
  const state = `Orders as of ${formatInstant(facts.printedAt, business.timeZone)}, version ${facts.version}`;
  const preview = isPreview ? 'PREVIEW · ' : '';
  return {
    title,
    subject,
    business: business.name,
    lines: [state],
    footer: `${preview}${title} · ${subject} · ${state}`,
    isPreview,
  };
}

/** "Tue 13 Jan, 5:02am" in the kitchen's time zone. */
export function formatInstant(instant: Instant, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(instant, timeZone);
  return `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}
