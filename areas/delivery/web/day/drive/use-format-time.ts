import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

/** An ISO instant as the time of day where the kitchen is: "4:42pm". */
export function useFormatTime(): (instant: string) => string {
  const { timeZone } = useConfig().business;
  return (instant) => formatMinuteOfDay(wallTimeAt(Date.parse(instant), timeZone).minuteOfDay);
}
