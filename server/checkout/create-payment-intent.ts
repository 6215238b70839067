import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { OrderingWeekReply } from '#contract/ordering.ts';
import type { CheckoutReply } from '#contract/payments.ts';
import type { BusinessFacts } from '#domain/business.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { SlotKey } from '#domain/delivery/delivery-slots.ts';
import { centsFromDollars, formatDollars, parseAmount } from '#domain/money.ts';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import type { Context } from '#server/context.ts';
import {
  type CheckoutRow,
  checkouts,
  type FrozenOrder,
} from '#server/db/schema/orders/checkouts.ts';
import { describeOrderingWeek } from '#server/slots/ordering-week.ts';
import { type Holder, holdPlaces } from '#server/slots/places.ts';
import { Conflict, Unavailable } from '#server/errors.ts';
import { noteCheckout } from '#server/log-ids.ts';
import { claimFirstOrderOffer } from '#server/checkout/first-order-offer.ts';
import { pricePreparedOrder, toQuoteReply } from '#server/checkout/price-prepared-order.ts';
import { endCheckout, endUnopened } from '#server/checkout/end-checkout.ts';
import {
  countRefusedHold,
  holderOf,
  requireFewHolds,
  TooManyHolds,
} from '#server/checkout/hold-bounds.ts';
import { holdEnd } from '#server/checkout/hold-end.ts';
import { wasJustOrdered } from '#server/checkout/just-ordered.ts';
import { openIntent } from '#server/checkout/open-intent.ts';
import { hashTrackingToken, trackingTokenFor } from '#server/order-book/tracking-token.ts';

type Request = { amount: number; orderData: PreparedOrder };

/**
 * Checks, prices, holds the slots and stores the checkout in one transaction; only then asks the gateway for an intent.
 * The same basket returns to its checkout and its frozen price; a changed basket cancels the old intent first. Throws
 * InvalidRequest, Conflict (quote_changed, slot_full, past_cutoff, meal_unavailable, already_paid, payment_in_progress),
 * TooManyHolds or Unavailable.
 */
export async function createPaymentIntent(
  context: Context,
  request: Request,
  { ip }: { ip: string },
): Promise<CheckoutReply> {
  const { orderData } = request;
  const contentHash = createHash('sha256').update(JSON.stringify(orderData)).digest('base64url');
  const existing = orderData.cartKey
    ? await findLiveCheckout(context, orderData.cartKey)
    : undefined;
  if (existing?.state === 'paid') throw alreadyPaid(existing);
  if (existing && isStillGood(existing, request, contentHash, context.clock()))
    return describe(context, existing);
  const { frozen, business } = await pricePreparedOrder(context, orderData);
  requireAgreedPrice(request, frozen, business);
  if (existing) await replaceCheckout(context, existing);
  const cartKey = orderData.cartKey ?? randomUUID();
  const holder = holderOf(frozen.customer, ip);
  const start = { cartKey, contentHash, frozen, business, holder };
  const checkout = await openCheckout(context, start).catch(async (error: unknown) => {
    if (error instanceof TooManyHolds) await countRefusedHold(context, error);
    throw error;
  });
  return describe(context, checkout).catch(async (error: unknown) => {
    if (error instanceof Unavailable) await endUnopened(context, checkout, error);
    throw error;
  });
}

function isStillGood(
  checkout: CheckoutRow,
  request: Request,
  contentHash: string,
  now: Instant,
): boolean {
  return (
    checkout.state === 'open' &&
    checkout.contentHash === contentHash &&
    centsFromDollars(request.amount) === checkout.totalCents &&
    checkout.holdUntil.getTime() > now
  );
}

async function describe(context: Context, checkout: CheckoutRow): Promise<CheckoutReply> {
  noteCheckout(checkout.id);
  const { business } = await context.site.current();
  const intent = await openIntent(context, checkout);
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    checkoutId: checkout.id,
    holdExpiresAt: checkout.holdUntil.toISOString(),
    canExtendHold: !checkout.holdExtended,
    justOrdered: await wasJustOrdered(context, checkout),
    quote: toQuoteReply(checkout.frozenOrder, business),
  };
}

/** The amounts the customer agreed to must equal ours, line by line. */
function requireAgreedPrice(request: Request, frozen: FrozenOrder, business: BusinessFacts): void {
  const { price, meals } = frozen;
  const { orderData } = request;
  const isAgreed =
    centsFromDollars(request.amount) === price.totalCents &&
    parseAmount(orderData.total) === price.totalCents &&
    parseAmount(orderData.subtotal) === price.subtotalCents &&
    parseAmount(orderData.deliveryFee) === price.deliveryFeeCents &&
    parseAmount(orderData.tax) === price.taxCents &&
    orderData.orderItems.every(
      (item) => parseAmount(item.price) === meals[item.mealId]?.priceCents,
    );
  if (isAgreed) return;
  throw new Conflict(
    'quote_changed',
    `The price is now ${formatDollars(price.totalCents)}. Check it before you pay.`,
    {
      quote: toQuoteReply(frozen, business),
    },
  );
}

async function findLiveCheckout(
  context: Context,
  cartKey: string,
): Promise<CheckoutRow | undefined> {
  const [checkout] = await context.db
    .select()
    .from(checkouts)
    .where(
      and(eq(checkouts.cartKey, cartKey), inArray(checkouts.state, ['open', 'expiring', 'paid'])),
    )
    .prepare('live_checkout')
    .execute();
  return checkout;
}

/** Cancels the payment of a basket that has changed or run out of time, before anything new is opened for it. */
async function replaceCheckout(context: Context, existing: CheckoutRow): Promise<void> {
  const ended = await endCheckout(context, existing, 'replaced');
  if (ended === 'paid') throw alreadyPaid(existing);
  if (ended === 'processing') {
    throw new Conflict(
      'payment_in_progress',
      'Your bank is still processing this payment. Wait a moment, then try again.',
    );
  }
}

function alreadyPaid(checkout: CheckoutRow): Conflict {
  return new Conflict('already_paid', 'This order is already paid.', {
    paymentIntentId: checkout.paymentIntentId,
  });
}

type Start = {
  cartKey: string;
  contentHash: string;
  frozen: FrozenOrder;
  business: BusinessFacts;
  holder: Holder;
};

async function openCheckout(context: Context, start: Start): Promise<CheckoutRow> {
  const { frozen, business, holder } = start;
  const id = randomUUID();
  const sharePercent = context.throttle ? business.unpaidHoldSharePercent : null;
  try {
    return await context.db.transaction(async (tx) => {
      if (context.throttle) await requireFewHolds(tx, holder, frozen.drops, business);
      const [checkout] = await tx
        .insert(checkouts)
        .values({
          id,
          cartKey: start.cartKey,
          contentHash: start.contentHash,
          frozenOrder: frozen,
          totalCents: frozen.price.totalCents,
          holdUntil: new Date(
            holdEnd(context.clock(), business.holdMinutes, frozen.drops, business),
          ),
          trackingTokenHash: hashTrackingToken(trackingTokenFor(id, context.trackingSecret)),
        })
        .onConflictDoNothing()
        .returning();
      if (!checkout) throw new BasketTaken();
      await claimOffer(tx, frozen, id);
      const hold = { checkoutId: id, holder, sharePercent };
      const full = await holdPlaces(tx, hold, frozen.drops, business);
      if (full.length > 0) throw new SlotsFull(full);
      return checkout;
    });
  } catch (error) {
    if (error instanceof SlotsFull) throw await slotFull(context, error.full);
    if (!(error instanceof BasketTaken)) throw error;
    return joinTwin(context, start);
  }
}

async function claimOffer(
  tx: Parameters<typeof claimFirstOrderOffer>[0],
  frozen: FrozenOrder,
  checkoutId: string,
): Promise<void> {
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
  start: { cartKey: string; contentHash: string },
): Promise<CheckoutRow> {
  const twin = await findLiveCheckout(context, start.cartKey);
  if (twin?.state === 'paid') throw alreadyPaid(twin);
  if (twin?.state === 'open' && twin.contentHash === start.contentHash) return twin;
  throw new Conflict(
    'payment_in_progress',
    'This basket has just been changed elsewhere. Try again.',
  );
}

/** Also when there are places left, but as many are held without being paid for as may be. */
async function slotFull(
  context: Context,
  refused: readonly SlotKey[],
): Promise<Conflict | TooManyHolds> {
  const orderingWeek = await describeOrderingWeek(context);
  const full = context.throttle ? refused.filter((slot) => !isOpen(slot, orderingWeek)) : refused;
  if (full.length === 0) return new TooManyHolds('share');
  const alternatives = orderingWeek.days.flatMap(({ date, windows }) =>
    windows
      .filter(({ open }) => open)
      .map(({ timeSlot, placesLeft }) => ({ date, timeSlot, placesLeft })),
  );
  return new Conflict(
    'slot_full',
    'A delivery window you chose has just filled up. Nothing was charged.',
    {
      full: full.map(({ date, window }) => ({ date, timeSlot: window })),
      alternatives,
    },
  );
}

function isOpen({ date, window }: SlotKey, { days }: OrderingWeekReply): boolean {
  const day = days.find((each) => each.date === date);
  return day?.windows.some(({ timeSlot, open }) => timeSlot === window && open) ?? false;
}

class SlotsFull extends Error {
  readonly full: readonly SlotKey[];
  constructor(full: readonly SlotKey[]) {
    super('no place left');
    this.full = full;
  }
}

class BasketTaken extends Error {}
