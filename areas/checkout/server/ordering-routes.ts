import type { FastifyInstance } from 'fastify';
import { getOrderingWeek, quoteOrder, type QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { Context } from '#platform/server/context.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';
import { mayDo } from '#platform/server/staff-member.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { whyNoFirstOrderOffer } from '#areas/checkout/server/first-order-offer.ts';
import { questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { pricePreparedOrder, toQuoteReply } from '#areas/checkout/server/price-prepared-order.ts';
import { portionsByMeal } from '#areas/menu/rules/portion-limits.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import { soldOutForCustomer } from '#areas/checkout/server/open-checkout.ts';
import { findSoldOut } from '#areas/places/server/portions-left.ts';
import { isWarmPortion } from '#areas/order-book/rules/warm-portion.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { weeklyInstead } from '#areas/order-book/rules/weekly-instead.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { itemsWithMeals } from '#areas/order-book/server/unsuitable-food.ts';

const UNPRICED = { subtotal: '0', deliveryFee: '0', tax: '0', total: '0' };

export function registerOrderingRoutes(app: FastifyInstance, context: Context): void {
  route(app, getOrderingWeek, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeOrderingWeek(context);
  });

  route(app, quoteOrder, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'quote', reply.request);
    const orderItems = body.orderData.orderItems.map((item) => ({
      ...item,
      price: item.price ?? '0',
    }));
    const sent = { ...UNPRICED, ...body.orderData, orderItems };
    const staff = body.evenIfClosed ? await reply.request.findStaff() : null;
    const evenIfClosed = staff !== null && mayDo(staff, 'takePhoneOrders');
    const { frozen, site } = await pricePreparedOrder(context, sent, { evenIfClosed });
    await refuseSoldOut(context, frozen.items);
    return {
      ...toQuoteReply(frozen, site),
      weeklyInstead: await offerWeekly(context, frozen),
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
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { deliveryType, items, meals, customer, price }: FrozenOrder,
): Promise<NonNullable<QuoteReply['weeklyInstead']> | null> {
  if (deliveryType !== 'daily') return null;
  const { business } = await context.site.current();
  const { days } = await describeOrderingWeek(context);
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
