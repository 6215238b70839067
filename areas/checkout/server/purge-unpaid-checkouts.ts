import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { erasePeople } from '#areas/order-book/rules/erased-person.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type CheckoutRow,
  checkouts,
  ENDED_UNPAID,
} from '#areas/order-book/server/tables/checkouts.ts';

const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
const BATCH = 200;

/** What a checkout loses with its people. The hash of its content would still betray a guessed address. */
export function purgedCheckout({ frozenOrder }: Pick<CheckoutRow, 'frozenOrder'>, now: number) {
  return { frozenOrder: erasePeople(frozenOrder), contentHash: '', purgedAt: new Date(now) };
}

/** Erases the people of checkouts that ended a week ago without a payment. Returns how many. */
export async function purgeUnpaidCheckouts(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<number> {
  for (let purged = 0; ;) {
    const batch = await purgeBatch(context);
    purged += batch;
    if (batch < BATCH) return purged;
  }
}

async function purgeBatch({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  return db.transaction(async (tx) => {
    const ended = await tx
      .select({ id: checkouts.id, frozenOrder: checkouts.frozenOrder })
      .from(checkouts)
      .where(
        and(
          inArray(checkouts.state, ENDED_UNPAID),
          isNull(checkouts.purgedAt),
          lt(checkouts.holdUntil, new Date(now - KEPT_DAYS * DAY_MS)),
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const checkout of ended) {
      await tx
        .update(checkouts)
        .set(purgedCheckout(checkout, now))
        .where(eq(checkouts.id, checkout.id));
    }
    return ended.length;
  });
}
