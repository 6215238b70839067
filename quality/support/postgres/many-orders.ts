import { SALE_TERMS } from '#quality/support/sale-terms.ts';
import { FORM_OF_SEARCH_TEXT } from '#areas/order-book/rules/order-search.ts';
import type pg from 'pg';

const ID_OF_THE_NEWEST = 1_000_001;

/** The id of the nth newest order. Far above any id the app itself assigns. */
export function idOfNthOrder(n: number): number {
  return ID_OF_THE_NEWEST - 1 + n;
}

/**
 * Writes orders by SQL, with people, deliveries, items and payments, as years of business would: the first is the
 * newest, each a minute older than the one before, two hundred deliveries a day. `from` and `to` are both inclusive. So
 * many customers take turns. `isBare`: without people, deliveries, items and payments.
 */
export async function writeOrders(
  db: pg.Pool,
  from: number,
  to: number,
  { customers = 5000, isBare = false } = {},
): Promise<void> {
  const client = await db.connect();
  try {
    await client.query('begin');
    // Triggers and foreign keys are not being measured.
    await client.query('set local session_replication_role = replica');
    for (const statement of isBare ? ORDERS : [...ORDERS, ...PARTS_AND_MONEY]) {
      await client.query(
        statement
          .replaceAll('$from', String(from))
          .replaceAll('$to', String(to))
          .replaceAll('$customers', String(customers)),
      );
    }
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

const FIRST_NAMES =
  'Mia Noah Ava Jack Isla Leo Ruby Hugo Ella Finn Zoe Max Lily Eli Ivy Sam Eve Ned Amy Tom';
const LAST_NAMES = 'Nguyen Smith Brown Wilson Taylor Walker Harris Martin Cooper Bailey';

const ORDERS = [
  `create temp table fresh on commit drop as
   select ${idOfNthOrder(0)} + n as id, n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as checkout_id,
     (string_to_array('${FIRST_NAMES}', ' '))[1 + n % 20] as first_name,
     (string_to_array('${LAST_NAMES}', ' '))[1 + n / 20 % 10] || coalesce(' ' || nullif((n / 200 % 25)::text, '0'), '') as last_name,
     'customer' || n % $customers || '@example.com' as email,
     '+614' || lpad((hashint4(n)::bigint + 2147483648)::text, 10, '0')::varchar(8) as phone,
     'RT-' || upper(overlay(translate(lpad(to_hex(n * 2654435761 % 4294967296), 8, '0'), '01', 'xy') placing '-' from 5 for 0)) as number,
     timestamptz '2026-01-07 02:00Z' - n * interval '1 minute' as created_at,
     date '2026-01-13' - n / 200 as date,
     case when n % 20 = 7 then 'cancelled' when n % 500 = 3 then 'pending' when n < 400 then 'confirmed' else 'delivered' end as status
   from generate_series($from, $to) n`,
  `insert into checkouts (id, cart_key, content_hash, state, frozen_order, total_cents, hold_until, payment_intent_id, tracking_token_hash)
   select checkout_id, checkout_id, '', 'paid', '{}', 3597, created_at, 'pi_' || n, 'token ' || n from fresh`,
  `insert into orders (id, number, checkout_id, status, first_name, last_name, email, phone, address_line1, address_line2, suburb, postcode,
     delivery_preference, special_instructions, delivery_type, subtotal_cents, delivery_fee_cents, tax_cents, total_cents, terms, created_at, search_text, mailbox, street_key)
   overriding system value
   select id, number, checkout_id, status, first_name, last_name, email, phone, '12 Shore Street', '', 'Cleveland', '4163',
     'cold', '', 'weekly', 2998, 599, 0, 3597, '${JSON.stringify(SALE_TERMS)}', created_at,
     lower(concat_ws(e'\\n ', '${FORM_OF_SEARCH_TEXT}', first_name || ' ' || last_name, email, '0' || substr(phone, 4), replace(number, '-', ''), '12 shore street cleveland 4163')),
     email, '4163|shore|st||12|12||'
   from fresh`,
];

const PARTS_AND_MONEY = [
  `insert into delivery_slots (date, time_slot, max_deliveries)
   select distinct date, slot, 100 from fresh, unnest(array['11:00-13:00', '16:00-18:00']) slot
   on conflict do nothing`,
  `insert into people (id, order_id, position, name, calorie_target) overriding system value
   select id, id, 1, first_name, 1500 from fresh`,
  `insert into deliveries (id, order_id, date, time_slot, status, takes_place, changeable_until) overriding system value
   select id, id, date, '11:00-13:00', case when status in ('cancelled', 'delivered') then status else 'planned' end,
     status <> 'cancelled', date - 2 from fresh`,
  `insert into order_items (order_id, delivery_id, person_id, meal_id, meal, meal_date, meal_type, price_cents)
   select f.id, f.id, f.id, m.id, jsonb_build_object('name', m.name, 'calories', m.calories, 'proteinGrams', m.protein_grams,
     'carbsGrams', m.carbs_grams, 'fatGrams', m.fat_grams, 'priceCents', m.price_cents, 'mealType', m.meal_type,
     'ingredients', m.ingredients, 'allergens', m.allergens), f.date, m.meal_type, 1499
   from fresh f, (select distinct on (meal_type) * from meals order by meal_type, id) m`,
  `update order_items set cooked_versions = array[meals.version] from meals, deliveries
   where meals.id = order_items.meal_id and deliveries.id = order_items.delivery_id
     and deliveries.status not in ('planned', 'cancelled')`,
  `insert into payments (payment_intent_id, checkout_id, order_id, amount_cents, currency, livemode)
   select 'pi_' || n, checkout_id, id, 3597, 'aud', false from fresh`,
  `insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id)
   select id, 'pi_' || n, 'capture', 3597, 'ch_' || n from fresh`,
  `insert into order_tallies (status, change) select status, count(*) from fresh group by status`,
];
