import { SALE_TERMS } from '#quality/support/sale-terms.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { refreshStatistics } from './random-orders.ts';

export type RandomWeeks = {
  count: number;
  /** First day of payments. */
  from: string;
  days: number;
  timeZone: string;
  /** -1 to 1: the same again for the same. */
  seed: number;
};

/**
 * Weeks of business by SQL, with money: paid orders, many at the edges of a day; top-ups; refunds that succeed, fail
 * later or wait; cancelled orders and deliveries, some when cooked; missed ones; disputes; erased customers; run-outs.
 * They keep every rule of the books.
 */
export async function writeRandomWeeks(db: Database, weeks: RandomWeeks): Promise<void> {
  await db.transaction(async (tx) => {
    for (const statement of STATEMENTS) await tx.execute(sql.raw(statement(weeks)));
  });
  await refreshStatistics(db);
}

/** A moment so many days after `day`, at random on the kitchen's clock, and often right at midnight. */
const instantAfter = (day: string, timeZone: string) =>
  `((${day} + case when random() < 0.15 then time '00:00' when random() < 0.18 then time '23:59:59.999'
     else time '00:00' + random() * interval '86399 seconds' end) at time zone '${timeZone}')`;

const STATEMENTS: ((weeks: RandomWeeks) => string)[] = [
  ({ seed }) => `select setseed(${seed})`,
  ({ count, from, days, timeZone }) => `create temp table fresh on commit drop as
   select n, gen_random_uuid() as checkout_id, paid_day, ${instantAfter('paid_day', timeZone)} as paid_at,
     1 + (random() * 3)::int as portions, random() as luck, random() as spelling, random() as back, random() as more,
     (random() * 39)::int as customer, (array['Cleveland', 'Capalaba', 'Birkdale', 'Ormiston'])[1 + floor(random() * 4)] as suburb
   from (select n, date '${from}' + floor(random() * ${days})::int as paid_day from generate_series(1, ${count}) n) days`,
  ({ from, days }) => `insert into delivery_slots (date, time_slot, max_deliveries, is_active)
   select date '${from}' + d, slot, 5 + (random() * 40)::int, random() < 0.8
   from generate_series(0, ${days} + 8) d, unnest(array['11:00-13:00', '16:00-18:00']) slot`,
  () => `insert into checkouts (id, cart_key, content_hash, state, frozen_order, total_cents, hold_until, tracking_token_hash)
   select checkout_id, checkout_id, '', 'paid', '{}', portions * 1499 + 599, now(), 'week ' || checkout_id from fresh`,
  () => `insert into orders (number, checkout_id, status, first_name, last_name, email, phone, address_line1, address_line2,
     suburb, postcode, delivery_preference, special_instructions, delivery_type, subtotal_cents, delivery_fee_cents, tax_cents,
     total_cents, terms, search_text, created_at)
   select 'WK-' || n || '-' || left(checkout_id::text, 8), checkout_id, case when luck < 0.12 then 'cancelled' else 'confirmed' end,
     'Mia', 'Nguyen', case when spelling < 0.05 then '' when spelling < 0.4 then 'Cook' || customer || '@Example.com'
       else 'cook' || customer || '@example.com' end,
     '', '12 Shore Street', '', case when spelling < 0.05 then '' else suburb end, '4163', 'cold', '', 'weekly',
     portions * 1499, 599, 0, portions * 1499 + 599, '${JSON.stringify(SALE_TERMS)}', '', paid_at
   from fresh`,
  () => `insert into people (order_id, position, name, calorie_target)
   select o.id, 1, 'Mia', 1500 from fresh join orders o using (checkout_id)`,
  // Some are planned, missed, delivered, or cancelled alone.
  () => `insert into deliveries (order_id, date, time_slot, status, takes_place, changeable_until)
   select o.id, f.paid_day + 1 + floor(random() * 7)::int, (array['11:00-13:00', '16:00-18:00'])[1 + floor(random() * 2)],
     case when o.status = 'cancelled' or luck > 0.95 then 'cancelled' when luck < 0.2 then 'missed' when luck < 0.7 then 'delivered' else 'planned' end,
     not (o.status = 'cancelled' or luck > 0.95), f.paid_day
   from fresh f join orders o using (checkout_id)`,
  () => `insert into delivery_events (delivery_id, status, status_before, is_decisive, at, received_at, change_id, date, time_slot)
   select d.id, 'cancelled', (array['planned', 'cooked', 'packed', 'out', 'missed'])[1 + floor(random() * 5)], true, now(), now(),
     gen_random_uuid(), d.date, d.time_slot
   from deliveries d join orders o on o.id = d.order_id join fresh f using (checkout_id) where d.status = 'cancelled'`,
  () => `update delivery_slots s set booked = taken.number from (
     select date, time_slot, count(*) as number from deliveries where takes_place group by date, time_slot
   ) taken where taken.date = s.date and taken.time_slot = s.time_slot`,
  () => `insert into order_items (order_id, delivery_id, person_id, meal_id, meal, meal_date, meal_type, price_cents)
   select o.id, d.id, p.id, m.id, jsonb_build_object('name', m.name, 'allergens', m.allergens), d.date + place / 2, m.meal_type, 1499
   from fresh f join orders o using (checkout_id) join people p on p.order_id = o.id join deliveries d on d.order_id = o.id,
     lateral generate_series(0, f.portions - 1) place,
     lateral (select * from meals where meal_type = (array['lunch', 'dinner'])[1 + place % 2]
       order by md5(id::text || (f.n * place % 11)::text) limit 1) m`,
  () => `update order_items set cooked_versions = array[meals.version] from meals, deliveries
   where meals.id = order_items.meal_id and deliveries.id = order_items.delivery_id
     and deliveries.status not in ('planned', 'cancelled')`,
  () => `insert into messages (kind, dedupe_key, order_id, recipient)
   select 'order_confirmation', 'order_confirmation:' || o.id, o.id, 'mia@example.com' from fresh join orders o using (checkout_id)`,
  () => `insert into payments (payment_intent_id, checkout_id, order_id, amount_cents, currency, livemode, created_at)
   select 'pi_' || checkout_id, checkout_id, o.id, o.total_cents, 'aud', false, paid_at from fresh join orders o using (checkout_id)`,
  // A second payment, some days later.
  ({
    timeZone,
  }) => `insert into top_ups (id, order_id, amount_cents, order_version, state, open_until, created_at)
   select gen_random_uuid(), o.id, 100 + (random() * 2000)::int, 1, 'paid', now(), ${instantAfter('f.paid_day + floor(random() * 3)::int', timeZone)}
   from fresh f join orders o using (checkout_id) where f.more < 0.1`,
  () => `insert into payments (payment_intent_id, top_up_id, order_id, amount_cents, currency, livemode, created_at)
   select 'pi_' || t.id, t.id, t.order_id, t.amount_cents, 'aud', false, t.created_at
   from top_ups t join orders o on o.id = t.order_id join fresh f using (checkout_id)`,
  () => `insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id, created_at)
   select p.order_id, p.payment_intent_id, 'capture', p.amount_cents, 'ch_' || p.payment_intent_id, p.created_at
   from payments p join orders o on o.id = p.order_id join fresh f on f.checkout_id = o.checkout_id`,
  () => `insert into refunds (order_id, payment_intent_id, amount_cents, reason, state, idem_key, gateway_id)
   select o.id, 'pi_' || checkout_id, 1 + floor(random() * o.total_cents)::int,
     (array['Order cancelled', 'Ran out: Green Curry', 'Ran out: Beef Stew', 'Late', ' ', 'Refunded at the card provider'])[1 + floor(random() * 6)],
     case when back < 0.2 then 'succeeded' when back < 0.25 then 'failed' else 'wanted' end,
     'key ' || checkout_id, case when back < 0.25 then 're_' || checkout_id end
   from fresh f join orders o using (checkout_id) where back < 0.3`,
  ({
    timeZone,
  }) => `insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id, created_at)
   select r.order_id, r.payment_intent_id, 'refund', -r.amount_cents, r.gateway_id, ${instantAfter('f.paid_day + floor(random() * 5)::int', timeZone)}
   from refunds r join orders o on o.id = r.order_id join fresh f using (checkout_id) where r.gateway_id is not null`,
  ({
    timeZone,
  }) => `insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id, created_at)
   select r.order_id, r.payment_intent_id, 'refund_failed', r.amount_cents, r.gateway_id || ':failed', ${instantAfter('f.paid_day + 5 + floor(random() * 4)::int', timeZone)}
   from refunds r join orders o on o.id = r.order_id join fresh f using (checkout_id) where r.state = 'failed'`,
  ({
    timeZone,
  }) => `insert into disputes (id, payment_intent_id, order_id, amount_cents, reason, status, created_at, updated_at)
   select 'dp_' || checkout_id, 'pi_' || checkout_id, o.id, o.total_cents, 'fraudulent',
     (array['needs_response', 'won', 'lost'])[1 + floor(random() * 3)], ${instantAfter('f.paid_day + 2', timeZone)}, now()
   from fresh f join orders o using (checkout_id) where f.luck between 0.5 and 0.55`,
  ({
    timeZone,
  }) => `insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id, created_at)
   select d.order_id, d.payment_intent_id, 'dispute_taken', -d.amount_cents, d.id || ':1', ${instantAfter('f.paid_day + 3', timeZone)}
   from disputes d join orders o on o.id = d.order_id join fresh f using (checkout_id) where d.status = 'lost'`,
  ({ from, days, timeZone }) => `insert into audit_log (at, action, entity, entity_id, after)
   select ${instantAfter(`date '${from}' + floor(random() * ${days})::int`, timeZone)}, 'meal.run_out', 'meal', '1',
     jsonb_build_object('swap', (random() * 5)::int, 'refund', (random() * 5)::int, 'ask', (random() * 5)::int, 'left', 2)
   from generate_series(1, 20)`,
  () => `update orders o set subtotal_cents = 0, delivery_fee_cents = 0, total_cents = 0
   from deliveries d where d.order_id = o.id and d.status = 'cancelled' and o.status <> 'cancelled'`,
];
