/** What must be true of orders and their money after any event. The card provider's side of I1 and I4 is in payments. */
import { type SQL, sql } from 'drizzle-orm';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { orderChanges, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import {
  disputes,
  payments,
  refunds,
  IS_DISPUTE,
  ledgerEntries,
} from '#areas/order-book/server/tables/payments.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orderTallies, orders } from '#areas/order-book/server/tables/orders.ts';

export const orderBookChecks: Readonly<Record<string, SQL>> = {
  'I1 a paid checkout has its order': sql`
    select id from ${checkouts} c
    where state in ('approved', 'paid', 'fell_through') and not exists (select from ${orders} o where o.checkout_id = c.id)`,
  'I1 an order has a paid checkout': sql`
    select o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    where c.state not in ('approved', 'paid', 'fell_through')`,
  'I2 every order has exactly one first payment, once its money is taken': sql`
    select o.id, o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    left join ${payments} p on p.order_id = o.id and p.top_up_id is null
    group by o.id, c.state having count(p.payment_intent_id) <> (c.state = 'paid')::int`,
  'I2 an order whose money could not be taken is cancelled': sql`
    select o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    where c.state = 'fell_through' and o.status <> 'cancelled'`,
  'I2 a top-up is paid by the one payment it has, for the same order': sql`
    select t.id from ${topUps} t left join ${payments} p on p.top_up_id = t.id
    where (t.state = 'paid') <> (p.payment_intent_id is not null) or p.order_id <> t.order_id`,
  'I2 a change that was paid for is made, or its money goes back': sql`
    select c.id from ${orderChanges} c join ${topUps} t on t.id = c.top_up_id
    where (t.state = 'paid' and c.state = 'ended')
      or (t.state <> 'paid' and c.state in ('applied', 'refused'))`,
  'I3 no cancelled delivery uses a place': sql`
    select d.id from ${deliveries} d where d.takes_place and d.status = 'cancelled'`,
  'I3 a cancelled order has only deliveries that are cancelled, were made or are on the road': sql`
    select d.id from ${deliveries} d join ${orders} o on o.id = d.order_id
    where o.status = 'cancelled' and d.status not in ('cancelled', 'delivered')
      and not (d.status = 'out' and d.flag = 'after_cancel')`,
  'I3 no delivery went with an order that is not cancelled': sql`
    select d.id from ${deliveries} d join ${orders} o on o.id = d.order_id
    where d.went_with_order and o.status <> 'cancelled'`,
  'I3 every delivery of a confirmed order uses a place, unless it is cancelled': sql`
    select d.id from ${deliveries} d join ${orders} o on o.id = d.order_id
    where not d.takes_place and o.status = 'confirmed' and d.status <> 'cancelled'
      and not (d.status = 'delivered' and d.flag = 'after_cancel')`,
  'I4 the ledger is captures less refunds, and what banks took apart': sql`
    select o.number from ${orders} o
    join (
      select order_id, sum(amount_cents) as amount_cents from ${payments} group by order_id
    ) p on p.order_id = o.id
    left join (
      select l.order_id, sum(l.amount_cents) as cents from ${ledgerEntries} l where not ${IS_DISPUTE} group by l.order_id
    ) entered on entered.order_id = o.id
    left join (
      select order_id, sum(amount_cents) as cents from ${refunds} where state = 'succeeded' group by order_id
    ) refunded on refunded.order_id = o.id
    where coalesce(entered.cents, 0) <> p.amount_cents - coalesce(refunded.cents, 0)`,
  'I4 what a bank took for a lost dispute is in the ledger, and what it gave back': sql`
    select d.id from ${disputes} d left join ${ledgerEntries} l
      on ${IS_DISPUTE} and l.payment_intent_id = d.payment_intent_id and split_part(l.gateway_id, ':', 1) = d.id
    where d.order_id is not null and d.status in ('lost', 'won')
    group by d.id having coalesce(sum(l.amount_cents), 0) <> case when d.status = 'lost' then -d.amount_cents else 0 end`,
  'I4 every payment is in the ledger once': sql`
    select p.payment_intent_id from ${payments} p
    left join ${ledgerEntries} l on l.payment_intent_id = p.payment_intent_id and l.kind = 'capture'
      and l.amount_cents = p.amount_cents and l.order_id = p.order_id
    group by p.payment_intent_id having count(l.id) <> 1`,
  'I5 refunds never exceed what was captured': sql`
    select p.order_id from ${payments} p join (
      select payment_intent_id, sum(amount_cents) as cents from ${refunds}
      where state <> 'failed' group by payment_intent_id
    ) refunded on refunded.payment_intent_id = p.payment_intent_id
    where p.amount_cents < refunded.cents`,
  'I6 an order that was not edited costs what was quoted': sql`
    select number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    where o.total_cents <> c.total_cents
      and not exists (select from ${deliveries} d where d.order_id = o.id and d.status = 'cancelled')
      and not exists (select from ${auditLog} a
        where a.entity = 'order' and a.entity_id = o.id::text
          and a.action in ('order.edit', 'order.customer_edit'))`,
  'I6 the amount paid is the amount quoted, or staff are asked': sql`
    select o.number from ${orders} o
    join ${payments} p on p.order_id = o.id and p.top_up_id is null
    join ${checkouts} c on c.id = o.checkout_id
    where p.amount_cents <> c.total_cents
      and o.pending_reason is distinct from 'amount_differs'
      and not exists (select from ${auditLog} a
        where a.entity = 'order' and a.entity_id = o.id::text)`,
  'G2 every portion that was cooked has the versions it was cooked by': sql`
    select i.id from ${orderItems} i join ${deliveries} d on d.id = i.delivery_id
    where d.status in ('cooked', 'packed', 'out', 'delivered') and i.cooked_versions = '{}'`,
  'every delivery has items, unless they joined another': sql`
    select d.id from ${deliveries} d
    where d.status <> 'cancelled' and not exists (select from ${orderItems} i where i.delivery_id = d.id)`,
  'the order tallies match the orders': sql`
    select status, sum(n) from (
      select status, count(*) n from ${orders} group by status
      union all select status, -sum(change) from ${orderTallies} group by status) t
    group by status having sum(n) <> 0`,
};
