import { and, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { type PhoneOrderRow, phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

/** `placed`: what came of it, once it was paid. */
export type PhoneOrderRows = {
  order: PhoneOrderRow;
  checkout: CheckoutRow;
  placed: { id: number; orderNumber: string } | null;
};

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;
const MOST_SHOWN = 200;

/** Throws NotFound, alike for one that never was and one whose customer is erased. */
export async function readPhoneOrder(
  db: Database | Transaction,
  which: { id: string } | { token: string },
): Promise<PhoneOrderRows> {
  const [found] = await select(
    db,
    'id' in which
      ? eq(phoneOrders.checkoutId, which.id)
      : eq(phoneOrders.tokenHash, hashTrackingToken(which.token)),
  );
  if (!found) throw new NotFound('This order');
  return found;
}

/** Its checkout and it, locked. Throws NotFound. */
export async function lockPhoneOrder(
  tx: Transaction,
  id: string,
): Promise<Pick<PhoneOrderRows, 'order' | 'checkout'>> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, id))
    .for('no key update');
  const [order] = await tx
    .select()
    .from(phoneOrders)
    .where(eq(phoneOrders.checkoutId, id))
    .for('no key update');
  if (!checkout || !order || checkout.purgedAt !== null) throw new NotFound('This order');
  return { checkout, order };
}

/** Those that are held, and those of the last days; the newest first. */
export function listPhoneOrderRows(
  { db }: Pick<Context, 'db'>,
  now: Instant,
): Promise<PhoneOrderRows[]> {
  return select(
    db,
    or(
      inArray(checkouts.state, ['open', 'expiring']),
      gte(phoneOrders.createdAt, new Date(now - SHOWN_DAYS * DAY_MS)),
    ),
  );
}

async function select(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<PhoneOrderRows[]> {
  const rows = await db
    .select({
      order: phoneOrders,
      checkout: checkouts,
      placedId: orders.id,
      placedNumber: orders.number,
    })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(which, isNull(checkouts.purgedAt)))
    .orderBy(
      desc(sql`${checkouts.state} in ('open', 'expiring')`),
      desc(phoneOrders.createdAt),
      phoneOrders.checkoutId,
    )
    .limit(MOST_SHOWN);
  return rows.map(({ order, checkout, placedId, placedNumber }) => ({
    order,
    checkout,
    placed:
      placedId === null || placedNumber === null
        ? null
        : { id: placedId, orderNumber: placedNumber },
  }));
}
