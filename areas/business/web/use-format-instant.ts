import { formatDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from './page-data.ts';

/** An instant from the wire on the kitchen's clock: "Tue 5 Jan 2025, 5:30pm". */
export function useFormatInstant(): (instant: string) => string {
  const { timeZone } = useConfig().business;
  return (instant) => {
    const { date, minuteOfDay } = wallTimeAt(Date.parse(instant), timeZone);
    return `${formatDate(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
  };
}

/** An instant of today on the kitchen's clock: "5:30pm". */
export function useFormatTimeOfDay(): (instant: Instant) => string {
  const { timeZone } = useConfig().business;
  return (instant) => formatMinuteOfDay(wallTimeAt(instant, timeZone).minuteOfDay);
}
