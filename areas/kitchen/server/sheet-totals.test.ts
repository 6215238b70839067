/** Random orders of all kinds: the sheets match what SQL counts. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { readCsv } from '#quality/support/read-csv.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

const DATE = '2026-01-13';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  await writeRandomOrders(t.context.db, howMany(1000), DATE);
  // What is on hold is counted apart: daily-totals.test.ts.
  await t.context.db.execute(
    sql`update orders set special_instructions = '' where special_instructions ~* 'allerg|nut|no '`,
  );
  await t.context.db.execute(sql`update people set allergens = '{}', avoid = '{}', note = ''`);
});
afterAll(() => t.close());

async function select<Row>(query: SQL): Promise<Row[]> {
  return (await t.context.db.execute(query)).rows as Row[];
}

/** The day's portions to cook, as a table to count in. */
const PORTIONS = sql`(
  select o.number, case when o.delivery_preference = 'warm' and i.meal_date = d.date and
      case i.meal_type when 'lunch' then d.time_slot = '11:00-13:00' else d.time_slot = '16:00-18:00' end
    then 'warm' else 'cold' end as temperature, d.id as delivery, d.time_slot as slot, i.meal_type,
    i.meal_id, i.meal ->> 'name' as meal, o.status
  from order_items i join deliveries d on d.id = i.delivery_id join orders o on o.id = i.order_id
  where d.date = ${DATE} and o.status not in ('cancelled', 'pending')) portions`;

const TOTALS = sql`count(distinct delivery)::int deliveries, count(*)::int meals,
  count(*) filter (where meal_type = 'lunch')::int lunch, count(*) filter (where meal_type = 'dinner')::int dinner,
  count(*) filter (where temperature = 'warm')::int warm, count(*) filter (where temperature = 'cold')::int cold`;

type Totals = Record<'deliveries' | 'meals' | 'lunch' | 'dinner' | 'warm' | 'cold', number>;

const wholeDay = async () => (await select<Totals>(sql`select ${TOTALS} from ${PORTIONS}`))[0]!;
const ofWindow = async (slot: string) =>
  (await select<Totals>(sql`select ${TOTALS} from ${PORTIONS} where slot = ${slot}`))[0]!;

async function pdfText(path: string): Promise<string> {
  const reply = await staffClient.get(path);
  expect(reply.statusCode).toBe(200);
  return unbroken((await pdfPages(reply.rawPayload)).join(' '));
}

/** Without line breaks, including those after hyphens. */
function unbroken(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('- ', '-');
}

function lineOf(name: string, of: Totals): string {
  return [name, of.deliveries, of.meals, of.lunch, of.dinner, of.warm, of.cold].join(' ');
}

const cancelled = () =>
  select<{ number: string }>(
    sql`select number from orders where status in ('cancelled', 'pending')`,
  );

describe('the prep sheet', () => {
  test('counts deliveries and meals of the day and of each window', async () => {
    const text = await pdfText(`/api/admin/prep-sheet?date=${DATE}`);
    const day = await wholeDay();
    expect(day.deliveries).toBeGreaterThan(howMany(300));
    expect(text).toContain(lineOf('Whole day', day));
    for (const slot of DELIVERY_WINDOWS) {
      expect(text).toContain(lineOf(windowLabel(slot), await ofWindow(slot)));
    }
  });

  test('counts the trays of every meal by window', async () => {
    const text = await pdfText(`/api/admin/prep-sheet?date=${DATE}`);
    const meals = await select<{ meal: string; early: number; late: number }>(sql`
      select meal, count(*) filter (where slot = '11:00-13:00')::int early,
        count(*) filter (where slot = '16:00-18:00')::int late
      from ${PORTIONS} group by meal`);
    expect(meals.length).toBeGreaterThan(20);
    for (const { meal, early, late } of meals) {
      const counts = [`11am ${early}`, `4pm ${late}`].filter((count) => !count.endsWith(' 0'));
      expect(text).toContain(`${unbroken(meal)} ${counts.join(', ')} · pack by`);
    }
  });

  test('names each order to pack, and no cancelled one', async () => {
    const text = await pdfText(`/api/admin/prep-sheet?date=${DATE}`);
    const bags = await select<{ number: string; portions: number }>(
      sql`select number, count(*)::int portions from ${PORTIONS} group by number, delivery`,
    );
    for (const { number } of bags) expect(text).toContain(number);
    for (const { number } of await cancelled()) expect(text).not.toContain(number);
    const packed = [...text.matchAll(/ (\d+) portions?, (?:WARM|COLD)/g)];
    expect(packed).toHaveLength(bags.length);
    expect(packed.reduce((sum, [, portions]) => sum + Number(portions), 0)).toBe(
      (await wholeDay()).meals,
    );
  });

  test('as CSV has one row per portion', async () => {
    const rows = readCsv(
      (await staffClient.get(`/api/admin/prep-sheet?date=${DATE}&format=csv`)).body,
    );
    const counted = await select<{ key: string; count: number }>(
      sql`select concat_ws('|', number, slot, meal, status) key, count(*)::int count from ${PORTIONS} group by 1`,
    );
    const slots = new Map(DELIVERY_WINDOWS.map((slot) => [windowLabel(slot), slot]));
    const keys = rows.map((row) =>
      [row['Order'], slots.get(row['Window'] ?? ''), row['Meal'], row['Status']].join('|'),
    );
    expect(countBy(keys)).toEqual(new Map(counted.map(({ key, count }) => [key, count])));
  });
});

describe('the run sheet', () => {
  test('has each stop once, and the totals of its window', async () => {
    for (const slot of DELIVERY_WINDOWS) {
      const text = await pdfText(`/api/admin/run-sheet?date=${DATE}&window=${slot}`);
      const { deliveries, meals, warm, cold } = await ofWindow(slot);
      expect(text).toContain(
        `${windowLabel(slot)}: ${deliveries} stops, ${meals} portions, ${warm} warm, ${cold} cold`,
      );
      const numbers = await select<{ number: string }>(
        sql`select distinct number from ${PORTIONS} where slot = ${slot}`,
      );
      // Its key, which names two groups of the number as all of these end alike.
      const shown = [...text.matchAll(/\d{4}-TEST/g)].map(([code]) => `RT-${code}`);
      expect(shown.toSorted()).toEqual(numbers.map(({ number }) => number).toSorted());
    }
  });

  test('as CSV can be read back, with phone numbers that stay text and formulas defused', async () => {
    await t.context.db.execute(sql`update orders set special_instructions = '=1+1' where id = (
      select o.id from deliveries d join orders o on o.id = d.order_id
      where d.date = ${DATE} and o.status = 'confirmed' limit 1)`);
    const rows = readCsv(
      (await staffClient.get(`/api/admin/run-sheet?date=${DATE}&format=csv`)).body,
    );
    const stops = await select<Record<string, string>>(sql`
      select o.number, d.time_slot slot, o.first_name || ' ' || o.last_name as name, o.address_line1 address, o.suburb, o.phone,
        o.special_instructions notes, (select count(*) from order_items i where i.delivery_id = d.id)::text portions
      from deliveries d join orders o on o.id = d.order_id where d.date = ${DATE} and o.status not in ('cancelled', 'pending')`);
    const expected = stops.map(
      ({ number, slot, name, address, suburb, phone, notes, portions }) => ({
        number,
        slot,
        name,
        address,
        suburb,
        phone: formatPhone(phone ?? ''),
        notes: /^[=+]/.test(notes ?? '') ? `'${notes}` : notes,
        portions,
      }),
    );
    const found = rows.map((row) => ({
      number: row['Order'],
      slot: `${row['Earliest']}-${row['Latest']}`,
      name: row['Name'],
      address: row['Address line 1'],
      suburb: row['Suburb'],
      phone: row['Phone'],
      notes: row['Notes'],
      portions: row['Portions'],
    }));
    expect(sorted(found)).toEqual(sorted(expected));
    expect(found.some(({ notes }) => notes === "'=1+1")).toBe(true);
  });
});

test('changes by staff appear immediately', async () => {
  const before = await wholeDay();
  const [order] = await select<{ id: number; meals: number }>(sql`
    select o.id, count(*)::int meals from orders o join deliveries d on d.order_id = o.id join order_items i on i.delivery_id = d.id
    where d.date = ${DATE} and o.status = 'confirmed' and o.number in (select number from ${PORTIONS}) group by o.id limit 1`);
  await t.context.db.execute(sql`update orders set status = 'cancelled' where id = ${order!.id}`);
  await t.context.db.execute(
    sql`update deliveries set status = 'cancelled' where order_id = ${order!.id}`,
  );
  const text = await pdfText(`/api/admin/prep-sheet?date=${DATE}`);
  const after = await wholeDay();
  expect(after.meals).toBe(before.meals - order!.meals);
  expect(text).toContain(lineOf('Whole day', after));
});

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function sorted<Row>(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
