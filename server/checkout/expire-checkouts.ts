import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { type CheckoutRow, checkouts } from '#server/db/schema/orders/checkouts.ts';
import { type CheckoutEnd, endCheckout } from '#server/checkout/end-checkout.ts';
import { extendForBank } from '#server/checkout/extend-hold.ts';

const BATCH = 100;
/** This many consecutive failures mean that the gateway is silent: the rest waits for the next run. */
const SILENT_AFTER = 3;
const ALARM_AFTER_MS = 15 * 60_000;

type Count = { ended: number; paid: number; waiting: number };

/**
 * Expires overdue checkouts: cancels the intent, then releases the places; settles any that were paid. A checkout that
 * cannot be ended now (the gateway is silent, the bank undecided) keeps its places and is retried.
 */
export async function expireCheckouts(context: Context): Promise<Count> {
  const count: Count = { ended: 0, paid: 0, waiting: 0 };
  const now = context.clock();
  let after: CheckoutRow | undefined;
  let silent = 0;
  do {
    const due = await findDue(context, after);
    for (const checkout of due) {
      const end = await tryToEnd(context, checkout);
      count[end === 'ended' || end === 'paid' ? end : 'waiting'] += 1;
      silent = end === 'silent' ? silent + 1 : 0;
      if (silent === SILENT_AFTER) return count;
      const isStuck = end === 'silent' || end === 'processing';
      if (isStuck && now - checkout.holdUntil.getTime() > ALARM_AFTER_MS) alarm(context, checkout);
    }
    after = due.length === BATCH ? due.at(-1) : undefined;
  } while (after);
  return count;
}

async function findDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  after: CheckoutRow | undefined,
): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.state, ['open', 'expiring']),
        or(lte(checkouts.holdUntil, new Date(clock())), eq(checkouts.state, 'expiring')),
        after && sql`(${checkouts.holdUntil}, ${checkouts.id}) > (${after.holdUntil}, ${after.id})`,
      ),
    )
    .orderBy(asc(checkouts.holdUntil), asc(checkouts.id))
    .limit(BATCH);
}

/** `extended`: the bank is authenticating its customer, who gets a little more time, once. */
async function tryToEnd(
  context: Context,
  checkout: CheckoutRow,
): Promise<CheckoutEnd | 'extended' | 'silent'> {
  try {
    if (await extendForBank(context, checkout)) return 'extended';
    return await endCheckout(context, checkout, 'expired');
  } catch (error) {
    context.log.warn(
      { err: error, checkoutId: checkout.id },
      'a checkout could not be ended; its places stay held',
    );
    return 'silent';
  }
}

function alarm({ log }: Pick<Context, 'log'>, { id, holdUntil }: CheckoutRow): void {
  log.error(
    { alarm: 'checkout_stuck', checkoutId: id, holdUntil: holdUntil.toISOString() },
    'a checkout that expired 15 minutes ago cannot be ended; its places stay held',
  );
}
