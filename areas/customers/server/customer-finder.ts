import { desc, eq, inArray } from 'drizzle-orm';
import { selectCustomers, whoOrdered } from '#areas/customers/server/list-customers.ts';
import { customerNotes } from '#areas/customers/server/tables/customers.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import { findBestOrders, MOST_RANKED } from '#areas/order-book/server/find-best-orders.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { portalLink } from '#areas/order-book/server/today-rows.ts';
import { isFoundBy, nearRank, RANK } from '#platform/rules/search-key.ts';
import { bestOf, type Finder, type SearchAsked } from '#platform/server/finders.ts';

/** The newest notes. */
const NOTES = 2000;

/** By whatever finds one of their orders, and by the words of notes about them. Erased customers have no email, and so are never found. */
export const customerFinder: Finder = {
  kind: 'customers',
  right: 'seeCustomers',
  async find({ site }, asked) {
    const { q, today, limit, tx, once } = asked;
    const { suburbs } = (await site.current()).business;
    const found = await once('orders', () =>
      findBestOrders(tx, { q, today, suburbs, limit: MOST_RANKED }),
    );
    const noted = await notedCustomers(asked);
    const ids = [...found, ...noted.values()].map(({ id }) => id);
    if (ids.length === 0) return { items: [], more: null };
    const customers = await selectCustomers(tx, { who: whoOrdered(inArray(orders.id, ids)) });
    const ranks = new Map(found.toReversed().map(({ email, rank }) => [emailKey(email), rank]));
    const items = customers.map(({ id, name, email, phone, suburb, orders: count }) => {
      const key = emailKey(email);
      // Someone else's number, or a note, finds them without their own words.
      const isOwn = nearRank(q, name, phone, email, suburb) > RANK.none;
      return {
        id: String(id),
        title: name,
        detail: [formatPhone(phone), suburb, noted.get(key)?.text ?? countText(count)]
          .filter(Boolean)
          .join(' · '),
        link: portalLink({ tab: 'customers', customer: id }),
        rank: (isOwn && ranks.get(key)) || RANK.inside,
      };
    });
    const more = items.length > limit ? portalLink({ tab: 'customers', q }) : null;
    return { items: bestOf(items, limit), more };
  },
};

/** By email: an order of each whose note has all the words, with the note. */
async function notedCustomers({ q, tx }: SearchAsked) {
  const rows = await tx
    .select({ id: orders.id, email: orders.email, text: customerNotes.text })
    .from(customerNotes)
    .innerJoin(orders, eq(orders.id, customerNotes.orderId))
    .orderBy(desc(customerNotes.id))
    .limit(NOTES);
  return new Map(
    rows.filter(({ text }) => isFoundBy(q, text)).map((row) => [emailKey(row.email), row]),
  );
}

function countText(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}
