import { and, asc, eq, inArray, lte, or } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { checkouts } from '#server/db/schema/checkouts.ts';
import { endCheckout } from '#server/payments/end-checkout.ts';

const BATCH = 100;

/**
 * The reaper: ends every checkout whose time is up and gives its places back, or settles it when it turns out to be paid.
 * A checkout that cannot be ended now (the gateway is silent, the bank undecided) keeps its places and is tried again.
 */
export async function expireCheckouts(
  context: Context,
): Promise<{ ended: number; paid: number; waiting: number }> {
  const due = await context.db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.state, ['open', 'expiring']),
        or(lte(checkouts.holdUntil, new Date(context.clock())), eq(checkouts.state, 'expiring')),
      ),
    )
    .orderBy(asc(checkouts.holdUntil))
    .limit(BATCH);
  const count = { ended: 0, paid: 0, waiting: 0 };
  for (const checkout of due) {
    try {
      const end = await endCheckout(context, checkout, 'expired');
      count[end === 'processing' ? 'waiting' : end] += 1;
    } catch (error) {
      count.waiting += 1;
      context.log.error(
        { err: error, checkoutId: checkout.id },
        'a checkout could not be ended; its places stay held',
      );
    }
  }
  return count;
}
