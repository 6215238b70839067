import { isWarmPortion } from '#areas/order-book/rules/warm-portion.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { weeklyInstead } from '#areas/order-book/rules/weekly-instead.ts';
import type { Context } from '#platform/server/context.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { itemsWithMeals } from '#areas/order-book/server/unsuitable-food.ts';
import { describeOrderingWeek } from '#areas/checkout/server/ordering-week.ts';

/** What one delivery would save a daily order, as the windows are now; null: nothing, or not with every meal as good. */
export async function offerWeekly(
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
