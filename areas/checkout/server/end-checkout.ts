import { DAY_MS } from '#platform/rules/durations.ts';
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import {
  type CheckoutRow,
  checkouts,
  ENDED_UNPAID,
} from '#areas/order-book/server/tables/checkouts.ts';
import { IntentRefused, type Unavailable } from '#platform/server/errors.ts';
import { releaseHold } from '#areas/places/server/holds.ts';
import { releaseFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { type NotOrdered, tellNotOrdered } from './not-charged.ts';
import { openIntent } from '#areas/checkout/server/open-checkout.ts';
import { settleTaken } from './settle-taken.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { askingMessageKeys, findPhoneOrder, writePhoneMessage } from './phone-orders.ts';
import { withdrawMessages } from '#areas/messages/server/tell-customer.ts';
import { erasePeople } from '#areas/order-book/rules/erased-person.ts';

/** `processing`: the bank has not decided; the places stay held and we ask again later. */
export type CheckoutEnd = 'ended' | 'paid' | 'processing';

/**
 * Ends a checkout that ran out of time or was replaced. Cancel before release: the places are released only after the
 * gateway has confirmed that the intent can no longer be paid. Throws Unavailable; the places then stay held.
 */
export async function endCheckout(
  context: Context,
  checkout: CheckoutRow,
  as: 'expired' | 'replaced',
  why?: NotOrdered,
): Promise<CheckoutEnd> {
  const stop = await stopPayment(context, checkout);
  if (stop === 'stopped') await release(context, checkout.id, as, why);
  return stop === 'stopped' || stop === 'over' ? 'ended' : stop;
}

/**
 * Makes sure that it can no longer be paid; its places stay held until the caller gives them back. `over`: another has ended it.
 * What turns out paid is settled. Throws Unavailable.
 */
export async function stopPayment(
  context: Context,
  checkout: CheckoutRow,
): Promise<'stopped' | 'over' | 'paid' | 'processing'> {
  const [ending] = await context.db
    .update(checkouts)
    .set({ state: 'expiring' })
    .where(and(eq(checkouts.id, checkout.id), inArray(checkouts.state, ['open', 'expiring'])))
    .returning();
  if (!ending) return (await hasOrder(context, checkout.id)) ? 'paid' : 'over';
  const intent = await findIntent(context, ending);
  if (intent === null) return 'stopped';
  const cancelled = await context.gateway.cancelIntent(intent.id);
  if (cancelled.outcome === 'cancelled') return 'stopped';
  if (cancelled.intent.status !== 'succeeded') return 'processing';
  await settleTaken(context, cancelled.intent);
  return 'paid';
}

/** Null: the gateway refused to make it, so nothing can be paid. */
async function findIntent(context: Context, checkout: CheckoutRow): Promise<{ id: string } | null> {
  try {
    return await openIntent(context, checkout);
  } catch (error) {
    if (error instanceof IntentRefused) return null;
    throw error;
  }
}

/**
 * Ends a checkout whose intent could not be opened, so that its customer never saw it. Refused: there is no intent to be
 * paid, and the places are released now. No answer: there may be one, which the expiry job cancels first.
 */
export async function endUnopened(
  context: Pick<Context, 'db' | 'clock'>,
  { id }: CheckoutRow,
  why: Unavailable,
): Promise<void> {
  const [ending] = await context.db
    .update(checkouts)
    .set({ state: 'expiring' })
    .where(
      and(eq(checkouts.id, id), eq(checkouts.state, 'open'), isNull(checkouts.paymentIntentId)),
    )
    .returning({ id: checkouts.id });
  if (ending && why instanceof IntentRefused) await release(context, id, 'expired');
}

async function release(
  context: Pick<Context, 'db' | 'clock'>,
  checkoutId: string,
  as: 'expired' | 'replaced',
  why?: NotOrdered,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(checkouts)
      .set({ state: as })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'expiring')))
      .returning();
    // Another process ended it at the same time.
    if (!ended) return;
    await releaseHold(tx, checkoutId);
    await releaseFirstOrderOffer(tx, checkoutId);
    if (ended.byPhone) await tellOfEnd(tx, context, ended);
    // Nobody chose another window: they closed the page.
    const told = why ?? (as === 'expired' && ended.approvedUntil ? 'slot_full' : null);
    if (told) await tellNotOrdered(tx, context, ended, told);
  });
}

async function hasOrder({ db }: Pick<Context, 'db'>, checkoutId: string): Promise<boolean> {
  const isIts = and(eq(checkouts.id, checkoutId), inArray(checkouts.state, ['approved', 'paid']));
  return (await db.$count(checkouts, isIts)) > 0;
}

/**
 * Tells the caller that their places were given back, in the transaction that does so, and takes back what still asks for
 * the payment.
 */
async function tellOfEnd(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  checkout: CheckoutRow,
): Promise<void> {
  const order = await findPhoneOrder(tx, checkout.id);
  if (!order) throw new Error(`checkout ${checkout.id} was taken on the phone by nobody`);
  await withdrawMessages(tx, { keys: askingMessageKeys(order) });
  if (order.cancelledAt === null)
    await writePhoneMessage(tx, context, 'phone_order_expired', { checkout, order });
  else if (order.tellsCancelled)
    await writePhoneMessage(tx, context, 'phone_order_cancelled', { checkout, order });
}

const KEPT_DAYS = 7;
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
