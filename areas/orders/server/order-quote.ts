import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import { dietWarnings } from '#areas/order-book/rules/food-check.ts';
import { itemsOfDelivery, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { priceLinesOf } from '#areas/order-book/rules/order-account.ts';
import { quotedLines } from '#areas/order-book/rules/order-pricing.ts';
import { amountsOf } from '#areas/order-book/server/amounts.ts';
import { itemsWithMeals } from '#areas/order-book/server/unsuitable-food.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';

/** An order in the shape in which the wizard is told a price: of each meal as it was sold. */
export function quoteOf(order: Order, { business, mealsById }: SiteState): QuoteReply {
  const live: OrderItem[] = order.deliveries
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(itemsOfDelivery);
  return {
    deliveryType: order.deliveryType,
    items: live.map((item) => ({
      mealId: item.mealId,
      mealName: item.meal.name,
      mealType: item.mealType,
      personName: item.personName,
      mealDate: item.mealDate,
      deliveryDate: item.deliveryDate,
      deliveryWindow: item.deliveryWindow,
      price: formatAmount(item.priceCents),
      advice: adviceFor(item, business),
    })),
    ...quotedLines(priceLinesOf(order)),
    dietWarnings: dietWarnings(itemsWithMeals(live, mealsById), peopleOf(order)),
    ...amountsOf(order.price),
  };
}
