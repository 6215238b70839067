import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

/** When an order was placed, as short as a row needs it: "Wed 7 Jan, 1pm". */
export function useFormatPlaced(): (instant: string) => string {
  const { timeZone } = useConfig().business;
  return (instant) => {
    const { date, minuteOfDay } = wallTimeAt(Date.parse(instant), timeZone);
    return `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
  };
}
