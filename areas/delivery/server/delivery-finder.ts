import { and, eq, gte, lte, ne } from 'drizzle-orm';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { readWhen } from '#areas/business/rules/read-when.ts';
import { TEST_BADGE } from '#areas/order-book/rules/kitchen-bag.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { portalLink } from '#areas/order-book/server/today-rows.ts';
import { addDays, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { nearRank } from '#platform/rules/search-key.ts';
import { bestOf, type Finder } from '#platform/server/finders.ts';

const DAYS = 7;

/** For those who see no orders: of the coming days, by first name, number and stop. No phone, email or money. */
export const deliveryFinder: Finder = {
  kind: 'deliveries',
  right: 'seeDeliveries',
  unless: 'seeOrders',
  async find({ site }, { q, today, limit, tx }) {
    const { business } = await site.current();
    const said = readWhen(q, today, business);
    const rows = await tx
      .select({
        id: deliveries.id,
        date: deliveries.date,
        window: deliveries.window,
        stop: deliveries.stop,
        number: orders.number,
        firstName: orders.firstName,
        recipient: orders.recipient,
        suburb: orders.suburb,
        isTest: isTestOrder(orders.id),
      })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .where(
        and(
          gte(deliveries.date, said.date ?? today),
          lte(deliveries.date, said.date ?? addDays(today, DAYS)),
          ne(deliveries.status, 'cancelled'),
        ),
      )
      .orderBy(deliveries.date, deliveries.window, deliveries.stop, deliveries.id);
    const words = said.date === null ? q : said.rest.join(' ');
    const items = rows
      .filter(
        ({ window }) =>
          said.date === null || said.windows.length === 0 || said.windows.includes(window),
      )
      .map(({ id, date, window, stop, number, firstName, recipient, suburb, isTest }) => {
        const name = recipient?.firstName ?? firstName;
        const stopText = stop === null ? '' : `Stop ${stop}`;
        return {
          id: String(id),
          title: `${name}, ${formatDayAndMonth(date)}, ${windowLabel(window)}`,
          detail: [isTest && TEST_BADGE, number, stopText, suburb].filter(Boolean).join(' · '),
          link: portalLink({ tab: 'deliveries', date, q: number }),
          rank: nearRank(words, number, name, stopText),
        };
      });
    const best = bestOf(items, limit + 1);
    return { items: best.slice(0, limit), more: null };
  },
};
