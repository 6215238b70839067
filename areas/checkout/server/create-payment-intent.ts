import { createHash, randomUUID } from 'node:crypto';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { centsFromDollars, formatDollars, parseAmount } from '#platform/rules/money.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { SaleDoor } from '#areas/business/server/sale-door.ts';
import type { Context } from '#platform/server/context.ts';
import type { CheckoutRow, FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { Conflict, Unavailable } from '#platform/server/errors.ts';
import { noteCheckout } from '#platform/server/log.ts';
import {
  pricePreparedOrder,
  refuseUnanswered,
  refuseUnsuitable,
  toQuoteReply,
} from '#areas/checkout/server/price-prepared-order.ts';
import { endCheckout, endUnopened } from '#areas/checkout/server/end-checkout.ts';
import { holderOf } from '#areas/checkout/server/hold-bounds.ts';
import {
  alreadyPaid,
  findLiveCheckout,
  hasOrder,
  openCheckout,
  openIntent,
} from '#areas/checkout/server/open-checkout.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import { streetKeyText } from '#areas/order-book/rules/street-key.ts';
import { selectOrderOfSameDays } from '#areas/checkout/server/settlement-statements.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { weekOfCheckout, describeLeft } from '#areas/checkout/server/ordering-week.ts';
import { listSlotStates } from '#areas/places/server/places.ts';

type Request = { amount: number; orderData: PreparedOrder; onPayment?: boolean | undefined };

/**
 * Checks, prices, holds the slots and stores the checkout in one transaction; only then asks the gateway for an intent.
 * The same basket returns to its checkout and its frozen price, whatever the kitchen sells by now; a changed basket
 * cancels the old intent first. Throws InvalidRequest, Conflict (sale_closed, preview_used_up, quote_changed, slot_full, past_cutoff, meal_unavailable, already_paid, payment_in_progress),
 * or Unavailable.
 */
export async function createPaymentIntent(
  context: Context,
  request: Request,
  { ip, door }: { ip: string; door: SaleDoor },
): Promise<CheckoutReply> {
  const { orderData } = request;
  const contentHash = createHash('sha256').update(JSON.stringify(orderData)).digest('base64url');
  const existing = orderData.cartKey
    ? await findLiveCheckout(context, orderData.cartKey)
    : undefined;
  // Neither its payment nor its order is for anyone who comes to know the key of its basket.
  if (existing?.byPhone)
    throw new Conflict('payment_in_progress', 'We took this order on the phone. Pay by its link.');
  if (existing && hasOrder(existing)) throw alreadyPaid(existing);
  if (existing && isStillGood(existing, request, contentHash, context.clock())) {
    refuseUnsuitable(existing.frozenOrder, await context.site.current());
    // Approved already, and its place is gone: the same answer as of its settlement.
    if (existing.approvedUntil && existing.paymentIntentId) {
      await settlePayment(context, existing.paymentIntentId);
      throw alreadyPaid(existing);
    }
    return describeCheckout(context, existing);
  }
  const { frozen, site } = await pricePreparedOrder(context, orderData, { door });
  refuseUnanswered(frozen, site);
  const { business } = site;
  requireAgreedPrice(request, frozen, site);
  if (existing) await replaceCheckout(context, existing);
  const cartKey = orderData.cartKey ?? randomUUID();
  const holder = holderOf(frozen.customer, ip, context.trackingSecret);
  const takesOnPayment = request.onPayment === true;
  const start = { cartKey, contentHash, frozen, business, holder, takesOnPayment, door };
  const checkout = await openCheckout(context, start);
  return describeCheckout(context, checkout).catch(async (error: unknown) => {
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
  // Anyone who does not know of it never gets it: for them nothing would be booked.
  if (checkout.onPayment && request.onPayment !== true) return false;
  return (
    checkout.state === 'open' &&
    checkout.contentHash === contentHash &&
    centsFromDollars(request.amount) === checkout.totalCents &&
    checkout.holdUntil.getTime() > now
  );
}

/** What a browser needs to take the payment, which is opened if need be. Throws Unavailable. */
export async function describeCheckout(
  context: Context,
  checkout: CheckoutRow,
): Promise<CheckoutReply> {
  noteCheckout(checkout.id);
  const site = await context.site.current();
  const intent = await openIntent(context, checkout);
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    checkoutId: checkout.id,
    holdExpiresAt: checkout.holdUntil.toISOString(),
    canExtendHold: !checkout.holdExtended,
    justOrdered: await wasJustOrdered(context, checkout),
    quote: toQuoteReply(checkout.frozenOrder, site),
    ...(checkout.onPayment && (await describeOnPayment(context, checkout))),
  };
}

/** The amounts the customer agreed to must equal ours, line by line. Throws Conflict `quote_changed`. */
export function requireAgreedPrice(
  request: Request,
  frozen: FrozenOrder,
  site: Parameters<typeof toQuoteReply>[1],
): void {
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
      quote: toQuoteReply(frozen, site),
    },
  );
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

const JUST_MS = 10 * 60_000;

/**
 * Whether someone with the same email has paid for one of these days, to the same address, a few minutes ago. Two
 * orders are allowed; but anyone about to pay for a second by mistake should be warned.
 */
async function wasJustOrdered(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, frozenOrder }: Pick<CheckoutRow, 'id' | 'frozenOrder'>,
): Promise<boolean> {
  const { customer, drops } = frozenOrder;
  const { line1, line2, suburb } = customer.address;
  const [found] = await selectOrderOfSameDays(db, {
    since: new Date(clock() - JUST_MS),
    checkoutId: id,
    email: emailKey(customer.email),
    street: streetKeyText(line1, line2, suburb.postcode),
    dates: `{${drops.map(({ date }) => date).join()}}`,
  });
  return found !== undefined;
}

/** What a page says of a checkout for which nothing is held: where others are paying just now, and where nobody is. */
async function describeOnPayment(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  checkout: CheckoutRow,
): Promise<Pick<CheckoutReply, 'place' | 'crowded' | 'alternatives'>> {
  const { drops } = checkout.frozenOrder;
  const week = await weekOfCheckout(context, checkout);
  const slots = await listSlotStates(context.db, week.weekStart, week.weekEnd);
  const isSame = (slot: SlotKey) => (one: SlotKey) => compareSlotKeys(one, slot) === 0;
  const allHeld = slots.filter(({ held, booked, maxDeliveries }) => held + booked >= maxDeliveries);
  const { full: crowded, alternatives } = describeLeft(
    drops.filter((slot) => allHeld.some(isSame(slot))),
    week,
  );
  return {
    place: 'on_payment',
    crowded,
    alternatives: alternatives.filter(
      ({ date, timeSlot }) => !allHeld.some(isSame({ date, window: timeSlot })),
    ),
  };
}
