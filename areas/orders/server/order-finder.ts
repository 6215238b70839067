import { readWhen } from '#areas/business/rules/read-when.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  type BestOrder,
  findBestOrders,
  MOST_RANKED,
} from '#areas/order-book/server/find-best-orders.ts';
import { TEST_BADGE } from '#areas/order-book/rules/kitchen-bag.ts';
import { portalLink } from '#areas/order-book/server/today-rows.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { Finder, FoundItem } from '#platform/server/finders.ts';

/**
 * By number, names, phone, email and address; with a day or a window among the words, those with a delivery then come
 * first, and show it.
 */
export const orderFinder: Finder = {
  kind: 'orders',
  right: 'seeOrders',
  async find({ site }, { q, today, limit, tx, once }) {
    const { business } = await site.current();
    const asked = { today, suburbs: business.suburbs, limit: limit + 1 };
    const { date, windows, rest } = readWhen(q, today, business);
    const onDay =
      date === null
        ? []
        : await findBestOrders(tx, { ...asked, q: rest.join(' '), on: { date, windows } });
    const byWords = await once('orders', () =>
      findBestOrders(tx, { ...asked, q, limit: MOST_RANKED }),
    );
    const known = new Set(onDay.map(({ id }) => id));
    const found = [...onDay, ...byWords.filter(({ id }) => !known.has(id))];
    const more =
      date === null
        ? portalLink({ tab: 'orders', q })
        : portalLink({
            tab: 'orders',
            q: rest.join(' ') || null,
            date,
            window: windows.length === 1 ? windows[0] : null,
          });
    return { items: found.slice(0, limit).map(itemOf), more: found.length > limit ? more : null };
  },
};

function itemOf(order: BestOrder): FoundItem {
  const { id, number, firstName, lastName, suburb, status, date, window, rank, isTest } = order;
  const day = date && window ? `${formatDayAndMonth(date)}, ${windowLabel(window)}` : '';
  return {
    id: String(id),
    title: `${firstName} ${lastName}`,
    detail: [isTest && TEST_BADGE, number, day, suburb, status].filter(Boolean).join(' · '),
    link: portalLink({ tab: 'orders', order: id }),
    rank,
  };
}
