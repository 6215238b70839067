/** What must be true of messages about orders after any event. */
import { type SQL, sql } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

export const ordersChecks: Readonly<Record<string, SQL>> = {
  // Beyond those that staff sent once more.
  'I7 every order has exactly one confirmation in the outbox, once its money is taken': sql`
    select o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    left join ${messages} m on m.order_id = o.id and m.kind = 'order_confirmation'
      and m.dedupe_key not like '%:again:%'
    group by o.id, c.state having count(m.id) <> (c.state = 'paid')::int`,
};
