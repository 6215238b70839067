import { randomUUID } from 'node:crypto';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { portionsByMeal, type SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CheckoutRow, FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import {
  describeOrderingWeek,
  describeLeft,
  isOnSale,
} from '#areas/checkout/server/ordering-week.ts';
import { MealsSoldOut, findSoldOut } from '#areas/places/server/portions.ts';
import { type Holder, takeHold } from '#areas/places/server/holds.ts';
import { Conflict } from '#platform/server/errors.ts';
import {
  insertCheckout,
  selectLiveCheckout,
  storeIntent,
} from '#areas/checkout/server/settlement-statements.ts';
import { claimFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { refuseUsedUp } from '#areas/order-book/server/preview-links.ts';
import type { SaleDoor } from '#areas/business/server/sale-door.ts';
import { mayHold, holdEnd } from '#areas/checkout/server/hold-bounds.ts';
import { hashTrackingToken, trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import type { Intent } from '#platform/server/gateway-port.ts';
import { writeSnapshot } from '#areas/checkout/server/order-snapshot.ts';

type Start = {
  cartKey: string;
  contentHash: string;
  frozen: FrozenOrder;
  business: BusinessFacts;
  /** Null: staff, who hold for many callers. */
  holder: Holder | null;
  /** Whether the caller may be answered that nothing is held until a bank approves. */
  takesOnPayment?: boolean;
  /** Who asks; left out, the public. */
  door?: SaleDoor;
  /** What else is written of an order that staff take on the phone. */
  byPhone?: (tx: Transaction, checkout: CheckoutRow) => Promise<void>;
};

/**
 * Stores the checkout of a basket and holds its places and portions, in one transaction; where they are only held by others
 * unpaid, or its customer holds too many already, it holds nothing and is booked on payment. Throws Conflict (already_paid,
 * quote_changed, slot_full, meal_sold_out, payment_in_progress, preview_used_up).
 */
export async function openCheckout(context: Context, start: Start): Promise<CheckoutRow> {
  try {
    return await store(context, start, { onPayment: false });
  } catch (error) {
    if (error instanceof BasketTaken) return joinTwin(context, start);
    if (!(error instanceof NotHeld)) throw error;
    await refuseSold(context, start, error);
  }
  try {
    return await store(context, start, { onPayment: true });
  } catch (error) {
    if (error instanceof BasketTaken) return joinTwin(context, start);
    throw error;
  }
}

async function store(
  context: Context,
  start: Start,
  { onPayment }: { onPayment: boolean },
): Promise<CheckoutRow> {
  const { frozen, business, holder, byPhone, door } = start;
  const previewLinkId = door?.linkId ?? null;
  const id = randomUUID();
  const isCounted = context.throttle && holder !== null && !onPayment;
  const holdMinutes = byPhone ? business.phoneHoldMinutes : business.holdMinutes;
  return context.db.transaction(async (tx) => {
    if (isCounted && !(await mayHold(tx, holder))) throw new NotHeld(frozen.drops, []);
    if (previewLinkId !== null) await refuseUsedUp(tx, previewLinkId, start.cartKey);
    const [checkout] = await insertCheckout(tx, {
      id,
      cartKey: start.cartKey,
      contentHash: start.contentHash,
      frozenOrder: frozen,
      totalCents: frozen.price.totalCents,
      holdUntil: new Date(holdEnd(context.clock(), holdMinutes, frozen.drops, business)),
      byPhone: byPhone !== undefined,
      onPayment,
      previewLinkId,
      trackingTokenHash: hashTrackingToken(trackingTokenFor(id, context.trackingSecret)),
    });
    if (!checkout) throw new BasketTaken();
    await claimOffer(tx, frozen, id);
    if (onPayment) return checkout;
    const kind = byPhone ? 'phone' : 'checkout';
    const content = { slots: frozen.drops, portions: portionsByMeal(frozen.items) };
    const hold = { kind, ownerId: id, holder } as const;
    const { full, soldOut } = await takeHold(tx, hold, content, business);
    if (full.length > 0 || soldOut.length > 0) throw new NotHeld(full, soldOut);
    await byPhone?.(tx, checkout);
    return checkout;
  });
}

/** Held unpaid is not sold, but for a caller that cannot be sold it on payment. Throws Conflict slot_full or meal_sold_out. */
async function refuseSold(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  { frozen, business, takesOnPayment, door }: Start,
  { full, soldOut: short }: NotHeld,
): Promise<void> {
  const orderingWeek = await describeOrderingWeek(context, undefined, door);
  const sold = frozen.drops.filter((slot) => !isOnSale(slot, orderingWeek));
  const refused = takesOnPayment || sold.length > 0 ? sold : full;
  if (refused.length > 0) throw soldOutWindows(refused, orderingWeek);
  const soldOut = await findSoldOut(context.db, portionsByMeal(frozen.items), business);
  const missing = takesOnPayment || soldOut.length > 0 ? soldOut : short;
  if (missing.length > 0) throw soldOutForCustomer(missing);
}

/** Also of the quote. */
export function soldOutForCustomer(soldOut: readonly SoldOutMeal[]): MealsSoldOut {
  return new MealsSoldOut(
    soldOut,
    'A meal you chose has just sold out. Nothing was charged. Choose another for that day.',
  );
}

async function claimOffer(tx: Transaction, frozen: FrozenOrder, checkoutId: string): Promise<void> {
  if (!frozen.price.offers.some((offer) => offer.code === 'waitlist_first_order')) return;
  if (await claimFirstOrderOffer(tx, frozen.customer, checkoutId)) return;
  throw new Conflict(
    'quote_changed',
    'Another basket of yours is already using the free first delivery.',
  );
}

/** The same basket was sent twice concurrently (a double click, a second tab): both get the first one's checkout. */
async function joinTwin(
  context: Context,
  start: Pick<Start, 'cartKey' | 'contentHash' | 'byPhone'>,
): Promise<CheckoutRow> {
  const found = await findLiveCheckout(context, start.cartKey);
  const twin = found?.byPhone === (start.byPhone !== undefined) ? found : undefined;
  if (twin && hasOrder(twin)) throw alreadyPaid(twin);
  if (twin?.state === 'open' && twin.contentHash === start.contentHash) return twin;
  throw new Conflict(
    'payment_in_progress',
    'This basket has just been changed elsewhere. Try again.',
  );
}

function soldOutWindows(full: readonly SlotKey[], week: OrderingWeekReply): Conflict {
  return new Conflict(
    'slot_full',
    'A delivery window you chose has just filled up. Nothing was charged.',
    describeLeft(full, week),
  );
}

/** A basket's checkout that may still be paid, or is. */
export async function findLiveCheckout(
  context: Context,
  cartKey: string,
): Promise<CheckoutRow | undefined> {
  const [checkout] = await selectLiveCheckout(context.db, { cartKey });
  return checkout;
}

/** Paid, or approved and being taken. */
export function hasOrder({ state }: CheckoutRow): boolean {
  return state === 'paid' || state === 'approved';
}

export function alreadyPaid(checkout: CheckoutRow): Conflict {
  return new Conflict('already_paid', 'This order is already paid.', {
    paymentIntentId: checkout.paymentIntentId,
  });
}

class NotHeld extends Error {
  readonly full: readonly SlotKey[];
  readonly soldOut: readonly SoldOutMeal[];
  constructor(full: readonly SlotKey[], soldOut: readonly SoldOutMeal[]) {
    super('not held');
    this.full = full;
    this.soldOut = soldOut;
  }
}

class BasketTaken extends Error {}

/** A little less than the day for which the gateway promises to remember a key. */
const KEYS_KEPT_MS = 23 * 60 * 60_000;
const CLOCKS_DIFFER_MS = 60 * 60_000;

/**
 * The checkout's intent; made at the gateway unless we already know one. Asking again after a crash finds the same
 * intent, because the gateway's idempotency key is the checkout's id. The gateway forgets keys after a day; from then
 * on we look for the intent by its metadata. Throws Unavailable.
 */
export async function openIntent(
  context: Pick<Context, 'db' | 'gateway' | 'site'>,
  checkout: CheckoutRow,
): Promise<{ id: string; clientSecret: string }> {
  if (checkout.paymentIntentId !== null && checkout.clientSecret !== null) {
    return { id: checkout.paymentIntentId, clientSecret: checkout.clientSecret };
  }
  const { business } = await context.site.current();
  const { customer } = checkout.frozenOrder;
  const intent =
    (await findUnrecorded(context, checkout)) ??
    (await context.gateway.createIntent({
      paysFor: { checkoutId: checkout.id, snapshot: writeSnapshot(checkout.frozenOrder) },
      amountCents: checkout.totalCents,
      currency: business.currency,
      capture: checkout.onPayment ? 'manual' : 'automatic',
      receiptEmail: customer.email,
      shipping: {
        name: `${customer.firstName} ${customer.lastName}`,
        phone: customer.phone,
        line1: customer.address.line1,
        line2: customer.address.line2,
        suburb: customer.address.suburb.name,
        postcode: customer.address.suburb.postcode,
        state: business.region.state,
      },
    }));
  const { id: paymentIntentId, clientSecret } = intent;
  await storeIntent(context.db, { checkoutId: checkout.id, paymentIntentId, clientSecret });
  return { id: paymentIntentId, clientSecret };
}

async function findUnrecorded(
  { gateway }: Pick<Context, 'gateway'>,
  { id, createdAt }: CheckoutRow,
): Promise<Intent | undefined> {
  // By the database's clock, which is real time, like the gateway's.
  if (Date.now() - createdAt.getTime() < KEYS_KEPT_MS) return undefined;
  const listed = await gateway.listIntentsSince(createdAt.getTime() - CLOCKS_DIFFER_MS);
  return listed.find((intent) => intent.checkoutId === id);
}
