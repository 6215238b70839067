/** When to remind a kitchen that plans menus of the one that is not there yet. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';

const DAY_MS = 86_400_000;
const REMINDED_BEFORE_MS = 3 * DAY_MS;
/** Whoever has had no menu for longer has given planning them up. */
const WEEKS_LOOKED_BACK = 4;

/**
 * The first day of the week that opens within three days and has no ready menu. Null: there is time, it has one, or the
 * kitchen plans none. `readyWeeks`: first days of weeks with a ready menu.
 */
export function weekWithoutMenu(
  now: Instant,
  facts: Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart'>,
  readyWeeks: readonly PlainDate[],
): PlainDate | null {
  const { weekStart, cutoff } = orderingWeekAt(now, facts);
  // The cutoff of the week on sale opens the next one.
  if (cutoff - now > REMINDED_BEFORE_MS) return null;
  const next = addDays(weekStart, 7);
  if (readyWeeks.includes(next)) return null;
  const oldest = addDays(weekStart, -7 * (WEEKS_LOOKED_BACK - 1));
  return readyWeeks.some((week) => oldest <= week && week <= weekStart) ? next : null;
}
