/** The made-up business on a real database and the real sandbox: seeded once, then looked at from all sides. */
import { sql } from 'drizzle-orm';
import { findDemo } from '#areas/business/server/installation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { HOUSEHOLDS, makeHouseholds } from './demo-orders.ts';
import { describeFoodSafety } from '#areas/kitchen/server/describe-food-safety.ts';
import { seedDemo } from '#app/server/seed-demo.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { countDemo, expectTrueBooks, withDemo } from '#quality/support/demo/the-demo.ts';

/** A Wednesday: both windows of today are under way, and the next week is being ordered. */
const NOW = '2026-11-25T12:00:00+10:00';

const MINUTE_MS = 60_000;

describe('on a Wednesday at noon', () => {
  let t: TestApp;
  let seededAt: number;
  beforeAll(async () => {
    t = await startTestApp();
    t.setNow(NOW);
    await seedSampleRecipes(t.context.db, t.context.clock());
    seededAt = Date.now();
    await seedDemo(t.context, { sandbox: t.sandbox, owner: null });
  }, 240_000);
  afterAll(() => t.close());

  const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await t.context.db.execute<Row>(query)).rows;
  const one = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await rows<Row>(query))[0];

  test('everything that the pages show is there', async () => {
    await countDemo(t);
  });

  test('of food safety one reading failed, one chill was never begun, and one person is untrained', async () => {
    const { expected, failed, checks, supervisor, training } = await describeFoodSafety(t.context);
    const missing = expected.filter(({ state }) => state === 'missing');
    expect(missing.map(({ place, kind }) => [place, kind])).toEqual([
      ['Lentil sugo', 'chill_start'],
      // Since noon.
      ['Chest freezer', 'freezer'],
    ]);
    expect(failed).toMatchObject([{ place: 'Walk-in', tenths: 71 }]);
    expect([checks.length, training.untrained.length]).toEqual([3, 1]);
    expect(supervisor).not.toBeNull();
  });

  test('the books agree with the sandbox that goes on serving, to the cent and day by day', async () => {
    await expectTrueBooks(t);
  });

  test('each payment has in the sandbox the amount and the time that our ledger has', async () => {
    const ledger = await rows<{ id: string; cents: number; at: string }>(
      sql`select payment_intent_id as id, amount_cents as cents, created_at as at
        from ledger_entries where kind = 'capture'`,
    );
    const charged = new Map(
      (await t.context.gateway.listIntentsSince(0))
        .filter(({ status }) => status === 'succeeded')
        .map((intent) => [intent.id, intent]),
    );
    expect([...charged.keys()].toSorted()).toEqual(ledger.map(({ id }) => id).toSorted());
    for (const { id, cents, at } of ledger) {
      expect(charged.get(id)?.amountCents).toBe(cents);
      // The sandbox keeps real time, and the test's clock stands still.
      const apart =
        (charged.get(id)?.capturedAt ?? 0) - Date.parse(at) - (seededAt - Date.parse(NOW));
      expect(Math.abs(apart)).toBeLessThan(MINUTE_MS);
    }
  });

  test('customers live in the served suburbs and can be neither called nor written to', async () => {
    const found = await rows<{ suburb: string; email: string; phone: string }>(
      sql`select suburb, email, phone from orders`,
    );
    for (const { suburb, email, phone } of found) {
      expect(findServedSuburb(suburb, defaultBusiness.suburbs)).toBeDefined();
      expect(email).toMatch(/\.example$/);
      // As ACMA sets numbers aside for fiction.
      expect(phone).toMatch(/^(?:\+61|0)(?:491 ?57|7 ?5550 ?01)/);
    }
  });

  test('households have one to six people, with allergies, diets and notes', async () => {
    const sizes = await rows<{ size: number }>(
      sql`select distinct count(*)::int as size from people group by order_id order by size`,
    );
    expect(sizes.map(({ size }) => size)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(
      await one(sql`select
        bool_or(cardinality(allergens) > 0) as allergies, bool_or(cardinality(diets) > 0) as diets,
        bool_or(note <> '') as notes from people`),
    ).toEqual({ allergies: true, diets: true, notes: true });
  });

  test('a missed delivery was settled as its customer chose', async () => {
    const [chosen] = await rows<{ chosen: string; status: string }>(
      sql`select c.chosen, d.status from missed_choices c join deliveries d on d.id = c.delivery_id
        where c.chosen is not null`,
    );
    expect(chosen?.chosen).toBe('again');
    expect(chosen?.status).not.toBe('missed');
  });

  test('one order owes money and its customer was asked; one meal was agreed on despite an allergy', async () => {
    const owing = (await listOpenBalances(t.context.db)).filter(
      ({ balanceCents }) => balanceCents > 0,
    );
    const asked = await rows<{ number: string }>(
      sql`select o.number from messages m join orders o on o.id = m.order_id where m.kind = 'order_payment_due'`,
    );
    expect(asked).toHaveLength(1);
    expect(owing.map(({ orderNumber }) => orderNumber)).toContain(asked[0]?.number);
    expect(
      await one(sql`select count(*)::int as agreed from order_items where override is not null`),
    ).toEqual({ agreed: 1 });
  });

  test('of the open week one window is full, one nearly and one closed', async () => {
    const left = await rows<{ left: number; is_active: boolean }>(
      sql`select max_deliveries - booked - held as left, is_active from delivery_slots
        where date between '2026-12-01' and '2026-12-07'`,
    );
    const open = left.filter((slot) => slot.is_active).map((slot) => slot.left);
    expect(open).toContain(0);
    expect(open).toContain(2);
    expect(left.filter((slot) => !slot.is_active)).toHaveLength(1);
  });

  test('the waitlist asks for served suburbs and for others', async () => {
    const asked = await rows<{ suburb: string }>(sql`select distinct suburb from waitlist_entries`);
    const served = asked.filter(({ suburb }) => findServedSuburb(suburb, defaultBusiness.suburbs));
    expect(served.length).toBeGreaterThan(1);
    expect(asked.length - served.length).toBeGreaterThan(2);
  });

  test('nothing is dated after now, and what the database dated itself is as old as the story', async () => {
    const latest = await one<{ ledger: Date; orders: Date }>(
      sql`select max(l.created_at) as ledger, (select max(created_at) from orders) as orders from ledger_entries l`,
    );
    expect(new Date(String(latest?.ledger)).getTime()).toBeLessThanOrEqual(Date.parse(NOW));
    expect(new Date(String(latest?.orders)).getTime()).toBeLessThanOrEqual(Date.parse(NOW));
    const days = await one<{ emails: number; payments: number }>(
      sql`select (select count(distinct sent_at::date)::int from messages where state = 'kept') as emails,
        (select count(distinct created_at::date)::int from payments) as payments`,
    );
    // Two weeks of work, though all of it was played in a minute.
    expect(days?.emails).toBeGreaterThan(7);
    expect(days?.payments).toBeGreaterThan(7);
  });

  test(
    'the same seed makes the same business again: people, meals, money and times',
    { timeout: 240_000 },
    async () => {
      const story = await tellStory(t);
      expect(story.length).toBeGreaterThan(80);
      await withDemo({ now: NOW }, async (again) => expect(await tellStory(again)).toEqual(story));
    },
  );

  test('a database with orders is left alone', async () => {
    const before = await one(sql`select count(*) from orders`);
    expect(await findDemo(t.context.db)).toMatch(/^\d{4}-\d\d-\d\dT/);
    await expect(seedDemo(t.context, { sandbox: t.sandbox, owner: null })).rejects.toThrow(
      /^The demo needs an empty database, and this one has orders\. [^\n]+$/,
    );
    expect(await one(sql`select count(*) from orders`)).toEqual(before);
  });
});

test('a payment sandbox with payments is left alone, though the database is empty', async () => {
  const [t, empty] = [await startTestApp(), await startTestApp()];
  try {
    await aPaidOrder(t);
    await expect(
      seedDemo({ ...t.context, db: empty.context.db }, { sandbox: t.sandbox, owner: null }),
    ).rejects.toThrow(/^The demo needs a payment sandbox without payments/);
  } finally {
    await empty.close();
    await t.close();
  }
});

test('another seed makes other households', () => {
  expect(makeHouseholds('one', defaultBusiness)).toHaveLength(HOUSEHOLDS);
  expect(makeHouseholds('one', defaultBusiness)).toEqual(makeHouseholds('one', defaultBusiness));
  expect(makeHouseholds('two', defaultBusiness)).not.toEqual(
    makeHouseholds('one', defaultBusiness),
  );
});

/** Everything but numbers, tokens and keys, which are random for good reason. */
async function tellStory({ context: { db } }: TestApp): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select o.first_name, o.last_name, o.email, o.phone, o.address_line1, o.suburb, o.status, o.total_cents, o.created_at,
      (select jsonb_agg(jsonb_build_array(d.date, d.time_slot, d.status, d.status_at, d.stop) order by d.date, d.time_slot)
        from deliveries d where d.order_id = o.id) as deliveries,
      (select jsonb_agg(jsonb_build_array(p.name, p.allergens, p.diets, i.meal_date, i.meal_type, i.meal->>'name', i.price_cents)
          order by p.position, i.meal_date, i.meal_type, i.id)
        from order_items i join people p on p.id = i.person_id where i.order_id = o.id) as items,
      (select jsonb_agg(jsonb_build_array(l.kind, l.amount_cents, l.created_at) order by l.id)
        from ledger_entries l where l.order_id = o.id) as ledger,
      (select jsonb_agg(jsonb_build_array(r.amount_cents, r.state, r.reason) order by r.id) from refunds r where r.order_id = o.id) as refunds,
      (select jsonb_agg(jsonb_build_array(m.kind, m.channel, m.state) order by m.id) from messages m where m.order_id = o.id) as messages
    from orders o order by o.id`);
  return rows;
}
