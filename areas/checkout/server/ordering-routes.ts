import type { FastifyInstance } from 'fastify';
import { getOrderingWeek, quoteOrder, type QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { Context } from '#platform/server/context.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import { findSaleDoor, previewDoor, type SaleDoor } from '#areas/business/server/sale-door.ts';
import { mayDo } from '#platform/server/sign-in-port.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { whyNoFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { questionsOf } from '#areas/order-book/rules/order-questions.ts';
import {
  pricePreparedOrder,
  toQuoteReply,
  refuseUnanswered,
} from '#areas/checkout/server/price-prepared-order.ts';
import { portionsByMeal } from '#areas/menu/rules/portion-limits.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import { soldOutForCustomer } from '#areas/checkout/server/open-checkout.ts';
import { findSoldOut } from '#areas/places/server/portions.ts';
import { isWarmPortion } from '#areas/order-book/rules/warm-portion.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { weeklyInstead } from '#areas/order-book/rules/weekly-instead.ts';
import {
  type FrozenOrder,
  type CheckoutRow,
  checkouts,
} from '#areas/order-book/server/tables/checkouts.ts';
import { itemsWithMeals } from '#areas/order-book/server/unsuitable-food.ts';
import {
  chooseWindows as chooseWindowsCall,
  letApprovalGo,
  createPaymentIntent as makePaymentIntentCall,
  extendHold as extendHoldCall,
} from '#areas/checkout/calls/payments.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { setCheckoutCookie } from './phone-orders.ts';
import { createPaymentIntent } from '#areas/checkout/server/create-payment-intent.ts';
import { extendHold } from '#areas/checkout/server/hold-bounds.ts';
import { and, eq } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { type CheckoutEnd, endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { writeSnapshot } from '#areas/checkout/server/order-snapshot.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { isSameSecret } from '#platform/server/link-token.ts';

const UNPRICED = { subtotal: '0', deliveryFee: '0', tax: '0', total: '0' };

export function registerOrderingRoutes(app: FastifyInstance, context: Context): void {
  route(app, getOrderingWeek, async ({ reply }) => {
    const door = await findSaleDoor(context, reply.request);
    return describeOrderingWeek(context, undefined, door);
  });

  route(app, quoteOrder, async ({ body, reply }) => {
    await throttleCaller(context, 'quote', reply.request);
    const orderItems = body.orderData.orderItems.map((item) => ({
      ...item,
      price: item.price ?? '0',
    }));
    const sent = { ...UNPRICED, ...body.orderData, orderItems };
    const staff = body.evenIfClosed ? await reply.request.findStaff() : null;
    const evenIfClosed = staff !== null && mayDo(staff, 'takePhoneOrders');
    const door = evenIfClosed ? context.gateway : await findSaleDoor(context, reply.request);
    const { frozen, site } = await pricePreparedOrder(context, sent, { evenIfClosed, door });
    await refuseSoldOut(context, frozen.items);
    return {
      ...toQuoteReply(frozen, site),
      weeklyInstead: await offerWeekly(context, frozen, door),
      offerRefused: await whyNoFirstOrderOffer(context, frozen, site),
      questions: questionsOf(frozen),
    };
  });
}

/** Only looks. Throws Conflict `meal_sold_out`. */
async function refuseSoldOut(
  context: Pick<Context, 'db' | 'site'>,
  items: CheckedOrder['items'],
): Promise<void> {
  const { business } = await context.site.current();
  const soldOut = await findSoldOut(context.db, portionsByMeal(items), business);
  if (soldOut.length > 0) throw soldOutForCustomer(soldOut);
}

/** What one delivery would save a daily order, as the windows are now; null: nothing, or not with every meal as good. */
async function offerWeekly(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  { deliveryType, items, meals, customer, price }: FrozenOrder,
  door: SaleDoor,
): Promise<NonNullable<QuoteReply['weeklyInstead']> | null> {
  if (deliveryType !== 'daily') return null;
  const { business } = await context.site.current();
  const { days } = await describeOrderingWeek(context, undefined, door);
  const mealsById = new Map(Object.entries(meals).map(([id, meal]) => [Number(id), meal]));
  const order = {
    deliveryType,
    items: itemsWithMeals(items, mealsById).map((item) => ({
      ...item,
      priceCents: item.meal.priceCents,
    })),
    isFirstWaitlistOrder: price.offers.some(({ code }) => code === 'waitlist_first_order'),
    isWarm: items.some((item) => isWarmPortion(customer.deliveryPreference, item)),
  };
  const found = weeklyInstead(
    order,
    days.map(({ date }) => date),
    ({ date, window }) =>
      days
        .find((day) => day.date === date)
        ?.windows.some(({ timeSlot, open }) => timeSlot === window && open) ?? false,
    business,
  );
  if (!found) return null;
  const { date, window, savedCents, toFreeze, losesWarm } = found;
  return { date, timeSlot: window, saves: formatAmount(savedCents), toFreeze, losesWarm };
}

export function registerPaymentRoutes(app: FastifyInstance, context: Context): void {
  route(app, makePaymentIntentCall, async ({ body, reply }) => {
    await throttleCaller(context, 'checkout', reply.request);
    try {
      const { ip } = reply.request;
      const door = await findSaleDoor(context, reply.request);
      const opened = await createPaymentIntent(context, body, { ip, door });
      setCheckoutCookie(context, reply, opened.paymentIntentId);
      return opened;
    } catch (error) {
      const paid = error instanceof Conflict ? error.details['paymentIntentId'] : undefined;
      if (typeof paid === 'string') setCheckoutCookie(context, reply, paid);
      throw error;
    }
  });

  route(app, chooseWindowsCall, async ({ params, body, reply }) => {
    await throttleCaller(context, 'payment', reply.request);
    const door = await findSaleDoor(context, reply.request);
    return chooseWindows(context, { ...params, ...body }, door);
  });

  route(app, letApprovalGo, async ({ params, body, reply }) => {
    await throttleCaller(context, 'payment', reply.request);
    return { state: await letCheckoutGo(context, { ...params, ...body }) };
  });

  route(app, extendHoldCall, async ({ body, reply }) => {
    await throttleCaller(context, 'payment', reply.request);
    return extendHold(context, body);
  });
}

type Claim = { id: string; clientSecret: string };

/**
 * Books an approved checkout whose place is gone in other windows, at the total that was approved. The client secret proves
 * whose it is. Throws NotFound, InvalidRequest, Unavailable, Conflict `quote_changed`, `hold_ended`, or as `settlePayment`.
 */
async function chooseWindows(
  context: Context,
  { orderData, ...claim }: Claim & { orderData: PreparedOrder },
  door: SaleDoor,
): Promise<PlacedOrderReply> {
  const checkout = await findOwn(context, claim);
  const { paymentIntentId } = checkout;
  if (checkout.state !== 'open' || !checkout.approvedUntil || paymentIntentId === null)
    throw new Conflict(
      'hold_ended',
      'Your bank’s approval is not kept any longer. Your card was not charged. Start the payment again.',
    );
  // Its order counts already.
  const began = checkout.previewLinkId === null ? door : previewDoor(context.gateway);
  const { frozen, site } = await pricePreparedOrder(context, orderData, { door: began });
  refuseUnanswered(frozen, site);
  if (frozen.price.totalCents !== checkout.totalCents)
    throw new Conflict(
      'quote_changed',
      'With this window, your order would cost a different amount from the one your bank approved. Your card was not charged.',
      { quote: toQuoteReply(frozen, site) },
    );
  const { customer, recipient } = checkout.frozenOrder;
  // Whose it is, and where it goes, stays as it was when they paid.
  const frozenOrder = { ...frozen, customer, ...(recipient && { recipient }) };
  // By it the order is rebuilt after an old backup was restored. First: it may say more than is booked, never less.
  await context.gateway.changeSnapshot(paymentIntentId, {
    ...emptied(writeSnapshot(checkout.frozenOrder)),
    ...writeSnapshot(frozenOrder),
  });
  await context.db
    .update(checkouts)
    .set({ frozenOrder })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.state, 'open')));
  return settlePayment(context, paymentIntentId);
}

function emptied(snapshot: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(snapshot).map((part) => [part, '']));
}

/** Lets it go at once, for a customer who wants nothing else. Throws NotFound or Unavailable. */
async function letCheckoutGo(context: Context, claim: Claim): Promise<CheckoutEnd> {
  return endCheckout(context, await findOwn(context, claim), 'replaced');
}

async function findOwn({ db }: Pick<Context, 'db'>, claim: Claim): Promise<CheckoutRow> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, claim.id));
  if (!checkout?.clientSecret || !isSameSecret(checkout.clientSecret, claim.clientSecret))
    throw new NotFound('This checkout');
  return checkout;
}
