import { SALE_TERMS } from '#quality/support/sale-terms.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';

/**
 * Orders of all kinds for a date and the day after, by SQL: some cancelled, some pending, one to three people, one or
 * two deliveries, names in many scripts, instructions with and without food. Without payments, which they are not
 * about.
 */
export async function writeRandomOrders(db: Database, count: number, date: string): Promise<void> {
  await db.transaction(async (tx) => {
    for (const statement of STATEMENTS) await tx.execute(sql.raw(statement(count, date)));
  });
  await refreshStatistics(db);
}

/** As PostgreSQL does by itself a minute later. Until then it plans for the few rows there were, and a query takes minutes. */
export async function refreshStatistics(db: Database): Promise<void> {
  await db.execute(sql`analyze`);
}

const NAMES = ['Mia', 'Zoë', 'Nguyễn', 'Γιώργος', 'Екатерина', '王小明', '김민준', 'Sam 🌻'];
const SUBURBS = ['Cleveland', 'Capalaba', 'Victoria Point', 'Thorneside', 'Mount Cotton'];
const STREETS = ['12 Shore Street West', 'Unit 4, 9 Bay Drive', '3/12A Shore Street West'];
const INSTRUCTIONS = [
  '',
  '',
  '',
  'Red door',
  'Severe NUT allergy!',
  'no onion',
  '=1+1',
  '+61 7, ring "twice"',
];

const STATEMENTS: ((count: number, date: string) => string)[] = [
  (count, date) => `create temp table fresh on commit drop as select n,
     gen_random_uuid() as checkout_id, date '${date}' + (random() * 0.7)::int as date,
     case when random() < 0.1 then 'cancelled' when random() < 0.1 then 'pending' else 'confirmed' end as status,
     ${anyOf(NAMES)} as first_name, ${anyOf(NAMES)} as last_name, ${anyOf(SUBURBS)} as suburb,
     ${anyOf(STREETS)} as street, ${anyOf(INSTRUCTIONS)} as instructions, ${anyOf(['warm', 'cold'])} as preference
   from generate_series(1, ${count}) n`,
  () => `insert into delivery_slots (date, time_slot, max_deliveries)
   select distinct date, slot, 100 from fresh, unnest(array['11:00-13:00', '16:00-18:00']) slot
   on conflict do nothing`,
  () => `insert into checkouts (id, cart_key, content_hash, state, frozen_order, total_cents, hold_until, tracking_token_hash)
   select checkout_id, checkout_id, '', 'paid', '{}', 100, now(), 'random ' || n from fresh`,
  () => `insert into orders (number, checkout_id, status, first_name, last_name, email, phone, address_line1, address_line2,
     suburb, postcode, delivery_preference, special_instructions, delivery_type, subtotal_cents, delivery_fee_cents, tax_cents,
     total_cents, terms, search_text)
   select 'RT-' || lpad(n::text, 4, '0') || '-TEST', checkout_id, status, first_name, last_name, 'mia@example.com',
     '+6141' || lpad(n::text, 7, '0'), street, '', suburb, '4163', preference, instructions, 'weekly', 100, 0, 0, 100, '${JSON.stringify({ ...SALE_TERMS, firstOrderFree: true })}', ''
   from fresh`,
  () => `insert into people (order_id, position, name, calorie_target)
   select o.id, place, f.first_name || ' ' || place, 1500
   from fresh f join orders o using (checkout_id), generate_series(1, 3) place where place = 1 or random() < 0.4`,
  () => `insert into deliveries (order_id, date, time_slot, status, takes_place, changeable_until)
   select o.id, f.date, slot, case when o.status = 'cancelled' then 'cancelled' else 'planned' end, o.status <> 'cancelled', f.date - 2
   from fresh f join orders o using (checkout_id), unnest(array['11:00-13:00', '16:00-18:00']) slot
   where (slot = '11:00-13:00') = (f.n % 3 > 0) or f.n % 7 = 0`,
  // The first person's lunch is in the first delivery and the dinner in the last, so that none is empty.
  () => `insert into order_items (order_id, delivery_id, person_id, meal_id, meal, meal_date, meal_type, price_cents)
   select place.order_id, place.delivery_id, place.person_id, m.id, jsonb_build_object('name', m.name, 'calories', m.calories,
     'proteinGrams', m.protein_grams, 'carbsGrams', m.carbs_grams, 'fatGrams', m.fat_grams, 'priceCents', m.price_cents,
     'mealType', m.meal_type, 'ingredients', m.ingredients, 'allergens', m.allergens, 'servingGrams', m.serving_grams),
     place.meal_date, m.meal_type, 100
   from (
     select p.order_id, p.id as person_id, f.date + later as meal_date, type, random() as luck,
       case type when 'lunch' then drops.first else drops.last end as delivery_id
     from fresh f join orders o using (checkout_id) join people p on p.order_id = o.id
       join (select order_id, min(id) as first, max(id) as last from deliveries group by order_id) drops on drops.order_id = o.id,
       generate_series(0, 2) later, unnest(array['lunch', 'dinner']) type
     where (p.position = 1 and later = 0) or random() < 0.3
   ) place
   join (
     select *, row_number() over (partition by meal_type order by id) as nth, count(*) over (partition by meal_type) as all_of_type
     from meals
   ) m on m.meal_type = place.type and m.nth = 1 + floor(place.luck * m.all_of_type)`,
];

function anyOf(texts: readonly string[]): string {
  const list = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');
  return `(array[${list}])[1 + floor(random() * ${texts.length})]`;
}
