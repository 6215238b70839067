import { MINUTE_MS } from '#platform/rules/durations.ts';
import { and, eq, sql, TransactionRollbackError } from 'drizzle-orm';
import { openTold } from '#areas/order-book/server/told-food.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { portionsByMeal, type Portions } from '#areas/menu/rules/portion-limits.ts';
import { isStillSuitable } from '#areas/order-book/server/unsuitable-food.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { bookPlaces, soldOutAmong } from '#areas/places/server/places.ts';
import { movePortions, findSoldOut } from '#areas/places/server/portions.ts';
import { captureApproval } from '#areas/checkout/server/capture-approval.ts';
import {
  claimDisplaced,
  type Crowded,
  makeRoom,
  placePending,
  releaseDisplaced,
} from '#areas/checkout/server/displace.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { sealedAt } from '#areas/checkout/server/hold-bounds.ts';
import type { NotOrdered } from './not-charged.ts';
import { insertOrder, insertPlates, lockCheckout, replyOf, replyOfPaid } from './record-order.ts';
import { markApproved, selectCurrentMeals } from '#areas/checkout/server/settlement-statements.ts';
import { windowsLeft } from '#areas/checkout/server/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict, NotFound, NotPaid, Unavailable } from '#platform/server/errors.ts';
import type { Intent } from '#platform/server/gateway-port.ts';
import { noteCheckout } from '#platform/server/log.ts';

/** For anyone who has to choose another window. */
const KEPT_MINUTES = 10;

type Attempt =
  | { is: 'booked'; reply: PlacedOrderReply; checkout: CheckoutRow }
  /** What is missing is only held unpaid. */
  | { is: 'crowded'; checkout: CheckoutRow; crowded: Crowded }
  /** All places are sold. */
  | { is: 'gone'; checkout: CheckoutRow; slots: SlotKey[] }
  | { is: 'let_go'; checkout: CheckoutRow; why: NotOrdered };

/**
 * Turns money that a bank has approved into its one order, and takes it after the commit; for browser, provider's event and
 * clock alike, as often as they like. A place that is only held unpaid gives way to it. Throws Conflict `slot_full` or
 * `place_pending`, both with until when the approval is kept, `meal_sold_out`, `recipe_changed`, `past_cutoff` or
 * `amount_differs`, all not charged; NotFound, NotPaid or Unavailable.
 */
export async function settleApproval(context: Context, intent: Intent): Promise<PlacedOrderReply> {
  const { business } = await context.site.current();
  const attempt = await makeRoom(context, (tx, stopped) =>
    tryBooking(context, tx, { intent, business, stopped }),
  );
  const { checkout } = attempt;
  switch (attempt.is) {
    case 'booked':
      return take(context, attempt);
    case 'gone':
      throw await placeGone(context, checkout, attempt.slots, business);
    case 'let_go':
      throw await letGo(context, checkout, attempt.why);
    case 'crowded':
      throw placePending(await keep(context, checkout, business));
  }
}

/** The order is made whatever comes of it now: the queue goes on where this ends. */
async function take(
  context: Context,
  { reply, checkout }: { reply: PlacedOrderReply; checkout: CheckoutRow },
): Promise<PlacedOrderReply> {
  try {
    await captureApproval(context, checkout);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    context.log.warn({ checkoutId: checkout.id }, 'an approval is captured later: no answer');
  }
  return reply;
}

type Booking = { intent: Intent; business: BusinessFacts; stopped: readonly string[] };

async function tryBooking(
  context: Context,
  tx: Transaction,
  { intent, business, stopped }: Booking,
): Promise<Attempt> {
  const found = await lockCheckout(tx, intent);
  if (!found) throw new NotFound('This payment');
  const checkout = { ...found, paymentIntentId: intent.id };
  noteCheckout(checkout.id);
  const { frozenOrder, state } = checkout;
  if (state === 'approved' || state === 'paid')
    return { is: 'booked', reply: await replyOfPaid(context, tx, found, intent), checkout };
  if (state === 'expiring' || state === 'fell_through')
    throw new NotPaid('This payment is being cancelled: nothing is charged');
  if (state !== 'open') return { is: 'let_go', checkout, why: 'ended' };
  if (intent.amountCents !== checkout.totalCents || intent.currency !== business.currency)
    return { is: 'let_go', checkout, why: 'amount_differs' };
  if (context.clock() >= sealedAt(frozenOrder.drops, business))
    return { is: 'let_go', checkout, why: 'past_cutoff' };
  // Locked: a recipe that is saved now finds this order, or this order the recipe.
  const current = await selectCurrentMeals(tx, frozenOrder);
  if (!isStillSuitable(frozenOrder, current, business))
    return { is: 'let_go', checkout, why: 'recipe_changed' };
  const displaced = await claimDisplaced(tx, stopped);
  await releaseDisplaced(tx, displaced, {
    slots: frozenOrder.drops,
    mealIds: Object.keys(frozenOrder.meals),
  });
  const refused = await book(tx, checkout, business);
  if (refused) return { ...refused, checkout };
  const order = await insertOrder(tx, {
    checkout,
    pendingReason: null,
    facts: business,
    trackingSecret: context.trackingSecret,
    createdAt: new Date(context.clock()),
  });
  await insertPlates(tx, order.id, frozenOrder, true, business);
  await markApproved(tx, {
    checkoutId: checkout.id,
    paymentIntentId: intent.id,
    alarmAt: new Date(context.clock() + KEPT_MINUTES * MINUTE_MS),
  });
  const card = frozenOrder.recipient?.message ?? '';
  await openTold(tx, context, order.id, [{ text: card, about: null }]);
  const reply = replyOf(context, { number: order.number, checkoutId: checkout.id });
  context.log.info({ orderId: order.id, paymentIntentId: intent.id }, 'order made on approval');
  return { is: 'booked', reply, checkout };
}

type Refused =
  | { is: 'crowded'; crowded: Crowded }
  | { is: 'gone'; slots: SlotKey[] }
  | { is: 'let_go'; why: NotOrdered };

/** All of it or nothing: null. In a savepoint, so that what was taken before something was missing is given back. */
async function book(
  tx: Transaction,
  { frozenOrder: { drops, items } }: CheckoutRow,
  business: BusinessFacts,
): Promise<Refused | null> {
  let slots: SlotKey[] = [];
  let portions: Portions[] = [];
  try {
    await tx.transaction(async (attempt) => {
      slots = await bookPlaces(attempt, drops, business, { isPromised: true });
      if (slots.length > 0) attempt.rollback();
      const move = { orderId: null, before: [], after: items };
      const short = await movePortions(attempt, move, business);
      portions = portionsByMeal(items).filter((one) =>
        short.some(({ mealId, date }) => mealId === one.mealId && date === one.date),
      );
      if (portions.length > 0) attempt.rollback();
    });
    return null;
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  const sold = slots.length > 0 ? await soldOutAmong(tx, slots) : [];
  if (sold.length > 0) return { is: 'gone', slots: sold };
  const soldOut = await findSoldOut(tx, portionsByMeal(items), business);
  if (soldOut.length > 0) return { is: 'let_go', why: 'meal_sold_out' };
  return { is: 'crowded', crowded: { slots, portions } };
}

type KeptHold = {
  approvedUntil: string;
  checkoutId: string;
  clientSecret: string | undefined;
  paymentIntentId: string | null;
};

/** Until when the approval is kept: set once, so that asking again does not make it longer. */
async function keep(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  checkout: CheckoutRow,
  business: BusinessFacts,
): Promise<KeptHold> {
  const until = Math.min(
    clock() + KEPT_MINUTES * MINUTE_MS,
    sealedAt(checkout.frozenOrder.drops, business),
  );
  const [kept] = await db
    .update(checkouts)
    .set({
      paymentIntentId: checkout.paymentIntentId,
      approvedUntil: sql`coalesce(${checkouts.approvedUntil}, ${new Date(until).toISOString()}::timestamptz)`,
    })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.state, 'open')))
    .returning({
      approvedUntil: checkouts.approvedUntil,
      clientSecret: checkouts.clientSecret,
    });
  return {
    approvedUntil: (kept?.approvedUntil ?? new Date(clock())).toISOString(),
    checkoutId: checkout.id,
    clientSecret: kept?.clientSecret ?? undefined,
    paymentIntentId: checkout.paymentIntentId,
  };
}

async function placeGone(
  context: Context,
  checkout: CheckoutRow,
  slots: readonly SlotKey[],
  business: BusinessFacts,
): Promise<Conflict> {
  const kept = await keep(context, checkout, business);
  return new Conflict(
    'slot_full',
    'The last place went to someone else. Your card was not charged.',
    { ...(await windowsLeft(context, slots, checkout)), ...kept },
  );
}

const LET_GO = {
  slot_full: { code: 'slot_full', message: 'The last place went to someone else.' },
  ended: { code: 'hold_ended', message: 'The time for this payment had run out.' },
  amount_differs: { code: 'amount_differs', message: 'Your bank approved another amount.' },
  past_cutoff: { code: 'past_cutoff', message: 'Orders for these dates have closed.' },
  recipe_changed: { code: 'recipe_changed', message: 'This meal’s recipe changed.' },
  meal_sold_out: { code: 'meal_sold_out', message: 'A meal you chose has just sold out.' },
} as const satisfies Record<NotOrdered, { code: string; message: string }>;

/** Cancelled at the gateway, then told: nothing was ever charged. Throws Unavailable; the clock then goes on. */
async function letGo(context: Context, checkout: CheckoutRow, why: NotOrdered): Promise<Conflict> {
  if (why === 'amount_differs')
    context.log.error(
      { alarm: 'approval_differs', checkoutId: checkout.id },
      'a bank approved another total than was agreed: it is not taken',
    );
  if (why === 'ended') {
    if (checkout.paymentIntentId) await context.gateway.cancelIntent(checkout.paymentIntentId);
  } else {
    await endCheckout(context, checkout, 'replaced', why);
  }
  const { code, message } = LET_GO[why];
  return new Conflict(code, `${message} Your card was not charged.`);
}
