import { formatDate } from '#platform/rules/plain-date.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import { countChangesText } from '#areas/printouts/rules/printout-changes.ts';
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
        const orders = new Set(
          stale.flatMap(({ unprinted }) => unprinted.orders.map(({ orderId }) => orderId)),
        ).size;
        const work = new Set(stale.flatMap(({ unprinted }) => unprinted.work)).size;
        return {
          kind: 'printout_stale',
          id: date,
          title: `Paper for ${formatDate(date)} is out of date`,
          detail: [`${countChangesText(orders, work)} changed`],
          about: orders + work,
          link: portalLink({ tab: 'prep', date }),
          action: 'Print the change',
        };
      });
    },
  },
];
