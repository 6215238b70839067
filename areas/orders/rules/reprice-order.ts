/** Prices an edited order: unchanged items keep their agreed price, the rest get today's. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { DeliveryType } from '#areas/order-book/rules/delivery-mode.ts';
import {
  chargedItems,
  feeDateOf,
  type OrderPrice,
  type PricedItem,
  priceOrder,
} from '#areas/order-book/rules/order-pricing.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type PricingFacts = Parameters<typeof priceOrder>[1];

/** Delivery keeps the rate at which this order was sold, and its welcome offer. What the kitchen takes off ends no offer. */
export function repriceOrder(
  agreed: { items: readonly PricedItem[]; deliveryType: DeliveryType; price: OrderPrice },
  edited: { items: readonly PricedItem[]; deliveryType: DeliveryType },
  facts: PricingFacts,
  { isByKitchen = false } = {},
): OrderPrice {
  if (basisOf(agreed) === basisOf(edited)) return agreed.price;
  const { fees, offers } = agreed.price;
  const keepsFree = isByKitchen && offers.some(({ code }) => code === 'free_delivery_from_meals');
  const isFirstWaitlistOrder = offers.some((offer) => offer.code === 'waitlist_first_order');
  const agreedRate = (type: DeliveryType): Cents | undefined =>
    fees.find((fee) => fee.deliveryType === type)?.unitCents;
  const rates: Pick<BusinessFacts, 'dailyFeeCents' | 'weeklyFeeCents'> = {
    dailyFeeCents: agreedRate('daily') ?? facts.dailyFeeCents,
    weeklyFeeCents: agreedRate('weekly') ?? facts.weeklyFeeCents,
  };
  return priceOrder(
    { ...edited, isFirstWaitlistOrder },
    {
      ...facts,
      ...rates,
      ...(keepsFree && { freeDeliveryFromMeals: 0 }),
      waitlistFirstOrderFree: isFirstWaitlistOrder,
    },
  );
}

/** Everything that a price depends on. */
function basisOf(order: { items: readonly PricedItem[]; deliveryType: DeliveryType }): string {
  const items = chargedItems(order.items).map(
    (item) => `${personKey(item.personName)}|${feeDateOf(item)}|${item.priceCents}`,
  );
  return [order.deliveryType, ...items.toSorted()].join('\n');
}
