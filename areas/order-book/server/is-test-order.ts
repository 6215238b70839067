/**
 * Whether an order is a test: it was paid with test keys, and live card keys are in force. Until then every order is as good as
 * any other, so that a kitchen can be tried from end to end. Every list, printout and sum asks here.
 */
import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { settings } from '#areas/business/server/tables/settings.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';

/** Where it is kept that live card keys are in force. */
const KEY = 'liveCards';

const liveCards = sql`exists (select from ${settings} where ${settings.key} = ${sql.raw(`'${KEY}'`)})`;

/** Few payments are tests once this holds, and none is looked at until then. `orderId`: a column, of any query. */
export function isTestOrder(orderId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${orderId} in (
    select test.order_id from ${payments} test where not test.livemode and ${liveCards})`;
}

/** Those of these orders that are tests. */
export async function testOrdersAmong(
  db: Database,
  orderIds: readonly (number | null | undefined)[],
): Promise<Set<number>> {
  const ids = orderIds.filter((id) => typeof id === 'number');
  if (ids.length === 0) return new Set();
  const { id } = orders;
  const rows = await db
    .select({ id })
    .from(orders)
    .where(and(inArray(id, ids), isTestOrder(id)));
  return new Set(rows.map((row) => row.id));
}

/** The same of a row of `payments` itself. */
export const isTestPayment = sql<boolean>`(not ${payments.livemode} and ${liveCards})`;

/**
 * Once real money was taken, tests stay tests whatever keys come next. Keys that are gone or cannot be opened say nothing. Called
 * when the app starts and when keys change.
 */
export async function noteLiveCards({ db, gateway }: Pick<Context, 'db' | 'gateway'>) {
  if (gateway.mode === 'none') return;
  await db.execute(
    gateway.livemode
      ? sql`insert into ${settings} (key, value) values (${KEY}, 'true') on conflict do nothing`
      : sql`delete from ${settings} where ${settings.key} = ${KEY}
          and not exists (select from ${payments} where ${payments.livemode})`,
  );
}

export type OrdersByMode = { tests: number; live: number; deliveriesOfTests: number };

/** How many orders are tests, and whether real ones were paid. */
export async function countByMode(db: Pick<Context['db'], 'execute'>): Promise<OrdersByMode> {
  const { rows } = await db.execute<OrdersByMode>(sql`
    select count(distinct order_id) filter (where ${isTestPayment})::int as tests,
      count(distinct order_id) filter (where ${payments.livemode})::int as live,
      (select count(*)::int from ${deliveries} d where ${isTestOrder(sql`d.order_id`)}) as "deliveriesOfTests"
    from ${payments}`);
  return rows[0] ?? { tests: 0, live: 0, deliveriesOfTests: 0 };
}
