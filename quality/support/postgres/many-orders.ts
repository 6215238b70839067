import type { Random } from '#app/server/stage.ts';
import { SALE_TERMS } from '#quality/support/sale-terms.ts';
import { FORM_OF_SEARCH_TEXT, searchTextOf } from '#areas/order-book/rules/order-search.ts';
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

/** The nth of as many names as people have who live near each other: 96 first names, 162 surnames. */
export function nthName(n: number): { firstName: string; lastName: string } {
  const of = (names: string, at: number) => {
    const all = names.split(' ');
    return all[at % all.length] ?? '';
  };
  return {
    firstName: of(MANY_FIRST_NAMES, n),
    lastName: of(MANY_LAST_NAMES, Math.floor(n / 96) + n * 7),
  };
}

/** A letter left out, doubled, replaced, or swapped with its neighbour. */
export function withOneEdit(name: string, random: Random): string {
  const characters = [...name];
  const isPlace = (at: number) => /\p{L}/u.test(characters[at] ?? '');
  const at = random.pick([...characters.keys()].filter(isPlace));
  const [here = '', next = ''] = characters.slice(at, at + 2);
  const other = random.pick([...'abcdefghijklmnopqrstuvwxyz']);
  const edit = random.pick(['leave out', 'add', 'replace', 'swap']);
  if (edit === 'swap' && isPlace(at + 1)) characters.splice(at, 2, next, here);
  else if (edit === 'leave out') characters.splice(at, 1);
  else characters.splice(at, 1, ...(edit === 'add' ? [here, other] : [other]));
  return characters.join('');
}

/** The orders from `writeOrders` with `nthName`, as an edit of their customers would write it: triggers run. */
export async function nameOrders(db: pg.Pool, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const { rows } = await db.query<{ id: number; number: string; email: string; phone: string }>(
    'select id, number, email, phone from orders where id = any ($1)',
    [numbers.map(idOfNthOrder)],
  );
  const suburb = { name: 'Cleveland', postcode: '4163' };
  const address = { line1: '12 Shore Street', line2: '', suburb };
  const named = rows.map((row) => ({ ...row, ...nthName(row.id - idOfNthOrder(0)) }));
  await db.query(
    `update orders set first_name = named.first, last_name = named.last, search_text = named.text
     from unnest($1::int[], $2::text[], $3::text[], $4::text[]) named (id, first, last, text) where orders.id = named.id`,
    [
      named.map(({ id }) => id),
      named.map(({ firstName }) => firstName),
      named.map(({ lastName }) => lastName),
      named.map((row) => searchTextOf({ ...row, address })),
    ],
  );
}

const MANY_FIRST_NAMES =
  'Amelia Oliver Charlotte Henry Isla Theodore Olivia Jack Matilda Leo Hazel Noah Mia William Harper Hudson Sophie Thomas Evie Charlie Lucy Lachlan Grace Archie Zara Ethan Chloe Patrick Ruby Samuel Audrey George Emily Harrison Poppy Angus Freya Darcy Eleanor Xavier Violet Callum Georgia Fergus Abigail Declan Clara Vincent Phoebe Marcus Rosie Julian Heidi Damien Bridget Conrad Ingrid Stefan Fatima Hassan Priya Arjun Mei Hiroshi Yuki Kenji Linh Minh Thuy Quang Siobhan Padraig Aoife Ciaran Francesca Lorenzo Giulia Matteo Elena Nikolai Anastasia Dimitri Katarina Gabriel Beatriz Rafael Camila Santiago Leilani Tane Aroha Wiremu Marguerite Bernard Winifred Desmond';
const MANY_LAST_NAMES =
  'Nguyen Smith Jones Williams Brown Wilson Taylor Johnson Anderson Thompson Walker Harris Robinson Martin Campbell Kelly Ryan Murphy Mitchell Stewart Roberts Clarke Edwards Hughes Turner Morris Phillips Watson Cooper Bailey Richardson Murray Graham Simpson Fraser Hamilton Reynolds Gallagher Fitzgerald O’Brien O’Rourke O’Sullivan McDonald McKenzie McGregor Abbott Atkinson Baxter Bennett Blackwood Bradshaw Brennan Burgess Callaghan Carmichael Chamberlain Connolly Crawford Cunningham Dalton Davenport Donovan Douglas Eastwood Ellison Fairweather Farrell Ferguson Fletcher Forsyth Gardiner Gibson Goodwin Griffiths Hargreaves Hartley Henderson Higgins Holloway Hutchinson Jamieson Kavanagh Kirkpatrick Lambert Langford Lawson Livingstone Lockwood Maddison Marshall Mercer Middleton Montgomery Morrison Nicholson Norton Osborne Parkinson Patterson Pemberton Prescott Quinlan Radcliffe Ramsay Rutherford Sanderson Saunders Sheridan Sinclair Somerville Stapleton Sutherland Templeton Thornton Underwood Vaughan Wainwright Wakefield Weatherby Whitaker Winterbourne Woodward Patel Sharma Singh Kaur Gupta Banerjee Krishnan Subramaniam Chen Zhang Wang Huang Takahashi Nakamura Yamamoto Kim Park Tran Pham Huynh Rossi Romano Esposito Papadopoulos Nikolaidis Kowalski Lewandowski Novak Petrovic Ivanova Schneider Hoffmann Lindqvist Johansson Fernandez Gonzalez Rodrigues Silva Abdullah Ibrahim';

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
