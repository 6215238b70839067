import { formatDate } from '#platform/rules/plain-date.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
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
    async find(context) {
      const days = await listStale(context);
      return days.map(({ date, stale }) => {
        const changed = new Set(
          stale.flatMap(({ unprinted }) => unprinted.orders.map(({ orderId }) => orderId)),
        ).size;
        return {
          kind: 'printout_stale',
          id: date,
          title: `Paper for ${formatDate(date)} is out of date`,
          detail: [changed === 1 ? '1 order changed' : `${changed} orders changed`],
          about: changed,
          link: portalLink({ tab: 'prep', date }),
          action: 'Print the change',
        };
      });
    },
  },
];
