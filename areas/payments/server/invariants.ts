/**
 * What must be true of money, orders and slots after any event. Used by the nightly check, the health check and every
 * test.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import type { BrokenRule } from '#areas/order-book/server/tables/books-checks.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { ledgerEntries } from '#areas/order-book/server/tables/ledger-entries.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orderTallies } from '#areas/order-book/server/tables/order-tallies.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { people } from '#areas/order-book/server/tables/people.ts';
import { recipeAlerts } from '#areas/order-book/server/tables/recipe-alerts.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { topUps } from '#areas/order-book/server/tables/top-ups.ts';
import { changeHolds, orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { mealDays } from '#areas/order-book/server/tables/meal-days.ts';
import { changePortionHolds, portionHolds } from '#areas/order-book/server/tables/portion-holds.ts';
import { slotHolds } from '#areas/order-book/server/tables/slot-holds.ts';

/**
 * Each query finds rows that break its rule and scans each table only once, because it runs on years of orders. The
 * card provider's side of I1 and I4 is in compare-books.ts.
 */
const RULES: Record<string, SQL> = {
  'I1 a paid checkout has its order': sql`
    select id from ${checkouts} c
    where state = 'paid' and not exists (select from ${orders} o where o.checkout_id = c.id)`,
  'I1 an order has a paid checkout': sql`
    select o.number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    where c.state <> 'paid'`,
  'I2 every order has exactly one first payment': sql`
    select o.id, o.number from ${orders} o
    left join ${payments} p on p.order_id = o.id and p.top_up_id is null
    group by o.id having count(p.payment_intent_id) <> 1`,
  'I2 a top-up is paid by the one payment it has, for the same order': sql`
    select t.id from ${topUps} t left join ${payments} p on p.top_up_id = t.id
    where (t.state = 'paid') <> (p.payment_intent_id is not null) or p.order_id <> t.order_id`,
  'I2 a change that was paid for is made, or its money goes back': sql`
    select c.id from ${orderChanges} c join ${topUps} t on t.id = c.top_up_id
    where (t.state = 'paid' and c.state = 'ended')
      or (t.state <> 'paid' and c.state in ('applied', 'refused'))`,
  'I3 held is the number of holds': sql`
    select s.date, s.time_slot, s.held
    from ${deliverySlots} s left join (
      select slot_id from ${slotHolds} union all select slot_id from ${changeHolds}
      union all select slot_id from ${slotBells} where state = 'rung'
    ) h on h.slot_id = s.id
    group by s.id having s.held <> count(h.slot_id)`,
  'I3 only live checkouts hold places': sql`
    select h.checkout_id from ${slotHolds} h join ${checkouts} c on c.id = h.checkout_id
    where c.state not in ('open', 'expiring')`,
  'I3 the place of a bell is with its checkout, or is sold': sql`
    select b.id from ${slotBells} b join ${checkouts} c on c.id = b.checkout_id
    where b.state = 'taken' and c.state not in ('open', 'expiring', 'paid')`,
  'I3 what staff took on the phone is held for a caller, and nothing else is': sql`
    select c.id from ${checkouts} c left join ${phoneOrders} p on p.checkout_id = c.id
    where c.by_phone <> (p.checkout_id is not null)`,
  'I3 places of a phone order count against nobody': sql`
    select h.checkout_id from ${slotHolds} h join ${phoneOrders} p on p.checkout_id = h.checkout_id
    where h.holder_network is not null or h.holder_email is not null or h.holder_phone is not null`,
  'I7 a message to someone on the waitlist has its entry': sql`
    select m.id from ${messages} m
    where m.waitlist_entry_id is not null
      and not exists (select from ${waitlistEntries} w where w.id = m.waitlist_entry_id)`,
  'I7 a phone order is told its link, and one that was not paid that its places were given back': sql`
    select p.checkout_id from ${phoneOrders} p join ${checkouts} c on c.id = p.checkout_id
    where not exists (select from ${messages} m
        where m.dedupe_key = 'phone_order_link:' || p.checkout_id || ':' || p.sends)
      or (c.state in ('expired', 'replaced') and p.cancelled_at is null) and not exists (
        select from ${messages} m where m.dedupe_key = 'phone_order_expired:' || p.checkout_id)`,
  'I3 only changes that wait for their payment hold places': sql`
    select h.change_id from ${changeHolds} h join ${orderChanges} c on c.id = h.change_id
    where c.state <> 'waiting'`,
  'I3 booked is the number of deliveries that use a place': sql`
    select s.date, s.time_slot, s.booked, s.max_deliveries
    from ${deliverySlots} s left join (
      select d.date, d.time_slot, count(*) as number
      from ${deliveries} d
      where d.takes_place group by d.date, d.time_slot
    ) taken on taken.date = s.date and taken.time_slot = s.time_slot
    where s.booked <> coalesce(taken.number, 0)`,
  'I3 no cancelled delivery uses a place': sql`
    select d.id from ${deliveries} d where d.takes_place and d.status = 'cancelled'`,
  'I3 a cancelled order has only deliveries that are cancelled or were made': sql`
    select d.id from ${deliveries} d join ${orders} o on o.id = d.order_id
    where o.status = 'cancelled' and d.status not in ('cancelled', 'delivered')`,
  'I3 every delivery of a confirmed order uses a place, unless it is cancelled': sql`
    select d.id from ${deliveries} d join ${orders} o on o.id = d.order_id
    where not d.takes_place and o.status = 'confirmed' and d.status <> 'cancelled'
      and not (d.status = 'delivered' and d.flag = 'after_cancel')`,
  'I9 held portions are the sum of their holds': sql`
    select d.meal_id, d.date, d.scope, d.held, coalesce(sum(h.portions), 0) as holds
    from ${mealDays} d left join (
      select meal_day_id, portions from ${portionHolds}
      union all select meal_day_id, portions from ${changePortionHolds}
    ) h on h.meal_day_id = d.id
    group by d.id having d.held <> coalesce(sum(h.portions), 0)`,
  'I9 only live checkouts and changes that wait for their payment hold portions': sql`
    select h.checkout_id as id from ${portionHolds} h join ${checkouts} c on c.id = h.checkout_id
    where c.state not in ('open', 'expiring')
    union all
    select h.change_id from ${changePortionHolds} h join ${orderChanges} c on c.id = h.change_id
    where c.state <> 'waiting'`,
  'I9 booked portions are the items that take one, and what was cooked for others': sql`
    with taken as (
      select meal_id, meal_date, count(*) as number
      from ${orderItems} where takes_portion group by meal_id, meal_date
    )
    select d.meal_id, d.date, d.scope, d.booked, d.kept, coalesce(sum(t.number), 0) as items
    from ${mealDays} d left join taken t on t.meal_id = d.meal_id
      and t.meal_date between d.date and d.date + case d.scope when 'week' then 6 else 0 end
    group by d.id having d.booked <> d.kept + coalesce(sum(t.number), 0)`,
  'I9 what is brought takes a portion, and what was given back is not brought': sql`
    select i.id from ${orderItems} i
    join ${deliveries} d on d.id = i.delivery_id join ${orders} o on o.id = i.order_id
    where not i.takes_portion and o.status in ('confirmed', 'delivered') and d.status <> 'cancelled'
      and not (d.status = 'delivered' and d.flag = 'after_cancel')`,
  'I4 the ledger is captures less refunds': sql`
    select o.number from ${orders} o
    join (
      select order_id, sum(amount_cents) as amount_cents from ${payments} group by order_id
    ) p on p.order_id = o.id
    left join (
      select order_id, sum(amount_cents) as cents from ${ledgerEntries} group by order_id
    ) entered on entered.order_id = o.id
    left join (
      select order_id, sum(amount_cents) as cents from ${refunds} where state = 'succeeded' group by order_id
    ) refunded on refunded.order_id = o.id
    where coalesce(entered.cents, 0) <> p.amount_cents - coalesce(refunded.cents, 0)`,
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
  'I6 an order costs what its items and fees cost': sql`
    select o.number from ${orders} o left join (
      select order_id, sum(price_cents) as cents from ${orderItems} group by order_id
    ) items on items.order_id = o.id
    where o.subtotal_cents <> coalesce(items.cents, 0)
      or o.total_cents <> o.subtotal_cents + o.delivery_fee_cents + o.tax_cents`,
  'I6 an order that was not edited costs what was quoted': sql`
    select number from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    where o.total_cents <> c.total_cents
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
  // Beyond those that staff sent once more.
  'I7 every order has exactly one confirmation in the outbox': sql`
    select o.number from ${orders} o
    left join ${messages} m on m.order_id = o.id and m.kind = 'order_confirmation'
      and m.dedupe_key not like '%:again:%'
    group by o.id having count(m.id) <> 1`,
  'I8 nobody gets what they are allergic to, unless staff agreed it or are asked': sql`
    select o.number, p.name, i.meal ->> 'name' as meal
    from ${people} p join ${orderItems} i on i.person_id = p.id join ${orders} o on o.id = i.order_id
    where cardinality(p.allergens) > 0 and o.status <> 'cancelled' and i.override is null
      and not exists (select from ${recipeAlerts} a
        where a.order_id = o.id and a.delivery_id = i.delivery_id and a.person_id = p.id
          and a.meal_id = i.meal_id and a.kind = 'stop' and a.settled_at is null)
      and (i.meal -> 'allergens' = 'null' or i.meal -> 'allergens' ?| p.allergens)`,
  'every delivery has items, unless they joined another': sql`
    select d.id from ${deliveries} d
    where d.status <> 'cancelled' and not exists (select from ${orderItems} i where i.delivery_id = d.id)`,
  'the order tallies match the orders': sql`
    select status, sum(n) from (
      select status, count(*) n from ${orders} group by status
      union all select status, -sum(change) from ${orderTallies} group by status) t
    group by status having sum(n) <> 0`,
};

const MOST_EXAMPLES = 10;

/** Evaluates all rules on one snapshot of the database, so concurrent writes break none. */
export async function findBrokenRules(db: Database): Promise<BrokenRule[]> {
  return db.transaction(
    async (tx) => {
      const broken: BrokenRule[] = [];
      for (const [rule, query] of Object.entries(RULES)) {
        const { rows } = await tx.execute(query);
        if (rows.length === 0) continue;
        const examples = rows.slice(0, MOST_EXAMPLES).map((row) => JSON.stringify(row));
        broken.push({ rule, count: rows.length, examples });
      }
      return broken;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
