import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import { countChangesText } from '#areas/printouts/rules/printout-state.ts';
import { listStale } from '#areas/printouts/server/printouts.ts';

/** One row a date, whatever was printed for it. */
export const printoutsToday: readonly TodayRows[] = [
  {
    kinds: {
      printout_stale: {
        level: 'checks',
        many: 'days with old printouts',
        page: 'prep',
        right: 'makePrintouts',
      },
    },
    async find(context, { business: { timeZone } }) {
      const days = await listStale(context);
      return days.map(({ date, stale }) => {
        const orders = new Set(
          stale.flatMap(({ unprinted }) => unprinted.orders.map(({ orderId }) => orderId)),
        ).size;
        const work = new Set(stale.flatMap(({ unprinted }) => unprinted.work)).size;
        const since = Math.min(...stale.map(({ printout }) => printout.printedAt.getTime()));
        return {
          kind: 'printout_stale',
          id: date,
          title: `Paper for ${formatDate(date)} is out of date`,
          detail: [
            `${countChangesText(orders, work)} changed since it was printed on ${dayAndTime(since, timeZone)}`,
          ],
          about: orders + work,
          since,
          link: portalLink({ tab: 'prep', date }),
          action: 'Print the change',
        };
      });
    },
  },
];

function dayAndTime(instant: Instant, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(instant, timeZone);
  return `${formatDayAndMonth(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}
