/** What must be true of messages about orders after any event. */
import { type SQL, sql } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

export const ordersChecks: Readonly<Record<string, SQL>> = {
  // Beyond those that staff sent once more.
  'I7 every order has exactly one confirmation in the outbox, once its money is taken': sql`
    select o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    left join ${messages} m on m.order_id = o.id and m.kind = 'order_confirmation'
      and m.dedupe_key not like '%:again:%'
    group by o.id, c.state having count(m.id) <> (c.state = 'paid')::int`,
  'I7 a message about an order or a delivery has it': sql`
    select m.id from ${messages} m
    where (m.order_id is not null and not exists (select from ${orders} o where o.id = m.order_id))
      or (m.delivery_id is not null and not exists (
        select from ${deliveries} d where d.id = m.delivery_id))`,
};
