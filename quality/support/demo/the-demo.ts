/** The demo for tests, and what must be in it on every day. */
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { checkBooks, findBrokenRules, compareBooks } from '#areas/payments/server/check-books.ts';
import { reconcile } from '#areas/payments/server/reconcile.ts';
import { HOUSEHOLDS } from '#app/server/demo-orders.ts';
import { seedDemo } from '#app/server/seed-demo.ts';
import { startOwnApp, type TestApp } from '#quality/support/own-app.ts';

const MONTH_MS = 31 * 24 * 60 * 60_000;

export async function withDemo(
  { now, business }: { now: string; business?: Partial<BusinessFacts> },
  look: (t: TestApp) => Promise<void>,
): Promise<void> {
  const t = await startOwnApp({ ...(business && { business }) });
  try {
    t.setNow(now);
    await seedSampleRecipes(t.context.db, t.context.clock());
    await seedDemo(t.context, { sandbox: t.sandbox, owner: null });
    await look(t);
  } finally {
    await t.close();
  }
}

/** Something of everything, whatever the day. */
export async function countDemo(t: TestApp, { isDayOff = false } = {}): Promise<void> {
  const counts = await readCounts(t);
  expect(counts.delivery_states).toEqual(
    isDayOff
      ? 'cancelled delivered missed planned'
      : 'cancelled cooked delivered missed out packed planned',
  );
  expect(counts.order_states).toEqual('cancelled confirmed delivered pending');
  if (!isDayOff)
    expect(counts.today_states).toMatch(/cooked.*delivered.*missed.*out.*packed.*planned/);
  expect(counts).toMatchObject({ disputes: 1, failed_refunds: 1, failed_emails: 1, roles: 6 });
  const atLeastOne = ['refunds', 'full', 'closed', 'alerts', 'swapped', 'waiting', 'temperatures'];
  for (const name of atLeastOne)
    expect({ name, none: counts[name] === 0 }).toEqual({ name, none: false });
  expect(counts.last_week).toBeGreaterThan(25);
  expect(counts.households).toBeGreaterThan(HOUSEHOLDS - 10);
  expect(counts.from_the_future).toBe(0);
}

/** Every invariant, and the card provider's books, before and after going through them once more. */
export async function expectTrueBooks(t: TestApp): Promise<void> {
  expect(await findBrokenRules(t.context)).toEqual([]);
  const compared = await compareBooks(t.context, 35, 0);
  expect(compared.problems).toEqual([]);
  expect(compared.compared).toBeGreaterThan(60);
  const before = await readCounts(t);
  await reconcile(t.context, 'recent', Date.now() - MONTH_MS);
  expect(await readCounts(t)).toEqual(before);
  expect(await checkBooks(t.context)).toMatchObject({ ok: true });
}

async function readCounts({ context }: TestApp): Promise<Record<string, unknown>> {
  const { timeZone } = (await context.site.current()).business;
  const now = new Date(context.clock()).toISOString();
  const { rows } = await context.db.execute(sql`select
    (select string_agg(distinct status, ' ' order by status) from deliveries) as delivery_states,
    (select string_agg(distinct status, ' ' order by status) from orders) as order_states,
    (select string_agg(distinct status, ' ' order by status) from deliveries
      where date = (${now}::timestamptz at time zone ${timeZone}::text)::date) as today_states,
    (select count(*)::int from disputes) as disputes,
    (select count(*)::int from refunds where state = 'succeeded') as refunds,
    (select count(*)::int from refunds where state = 'failed') as failed_refunds,
    (select least(1, count(*))::int from messages where state = 'failed' and channel = 'email') as failed_emails,
    (select count(*)::int from delivery_slots where is_active and booked >= max_deliveries) as full,
    (select count(*)::int from delivery_slots where not is_active) as closed,
    (select count(*)::int from food_matters where kind in ('clash', 'undeclared', 'will_not_keep', 'question', 'diet')) as alerts,
    (select count(*)::int from audit_log where action = 'meal.run_out') as swapped,
    (select count(*)::int from waitlist_entries) as waiting,
    (select count(*)::int from temperature_readings) as temperatures,
    (select count(*)::int from ledger_entries) as ledger_entries,
    (select count(*)::int from orders where created_at < ${now}::timestamptz - interval '7 days') as last_week,
    (select count(distinct email)::int from orders) as households,
    (select count(distinct role)::int from staff) as roles,
    (select count(*)::int from orders where created_at > ${now}::timestamptz) as from_the_future`);
  return rows[0] ?? {};
}
