/** Prices an order: each meal's own price, delivery per person, tax, offers. Spec 9. The server's result counts. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import type { DeliveryType } from '#areas/order-book/rules/delivery-mode.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export type PricedItem = {
  personName: string;
  deliveryDate: PlainDate;
  /** Of one that was sold for another date than it is brought on. */
  feeDate?: PlainDate;
  priceCents: Cents;
};

/** The date whose delivery fee it shares. */
export function feeDateOf({ feeDate, deliveryDate }: Omit<PricedItem, 'priceCents'>): PlainDate {
  return feeDate ?? deliveryDate;
}

export type FeeLine = {
  personName: string;
  deliveryType: DeliveryType;
  dates: number;
  unitCents: Cents;
  amountCents: Cents;
};

export type OfferCode = 'free_delivery_from_meals' | 'waitlist_first_order';

export type OfferLine = { code: OfferCode; amountCents: Cents };

export type OrderPrice = {
  subtotalCents: Cents;
  fees: FeeLine[];
  offers: OfferLine[];
  /** Fees less offers: the delivery total. */
  deliveryFeeCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

type PricingFacts = Pick<
  BusinessFacts,
  | 'dailyFeeCents'
  | 'weeklyFeeCents'
  | 'taxCents'
  | 'freeDeliveryFromMeals'
  | 'waitlistFirstOrderFree'
>;

/**
 * Prices an order. `isFirstWaitlistOrder`: the customer's email is on the waitlist and has no paid order yet; only the
 * server knows.
 */
export function priceOrder(
  order: {
    items: readonly PricedItem[];
    deliveryType: DeliveryType;
    isFirstWaitlistOrder: boolean;
  },
  facts: PricingFacts,
): OrderPrice {
  const charged = chargedItems(order.items);
  const fees = feeLines(charged, order.deliveryType, facts);
  const grossFeeCents = sumCents(fees.map((fee) => fee.amountCents));
  const offers = offerLines({ ...order, items: charged }, grossFeeCents, facts);
  const subtotalCents = sumCents(order.items.map((item) => item.priceCents));
  const deliveryFeeCents = grossFeeCents + sumCents(offers.map((offer) => offer.amountCents));
  return {
    subtotalCents,
    fees,
    offers,
    deliveryFeeCents,
    taxCents: facts.taxCents,
    totalCents: subtotalCents + deliveryFeeCents + facts.taxCents,
  };
}

/** What is brought again after a problem costs nothing, and so does its delivery; every meal on the menu has a price. */
export function chargedItems<Item extends { priceCents: Cents }>(items: readonly Item[]): Item[] {
  return items.filter(({ priceCents }) => priceCents > 0);
}

function feeLines(
  items: readonly PricedItem[],
  deliveryType: DeliveryType,
  facts: PricingFacts,
): FeeLine[] {
  const datesByPerson = new Map<string, { personName: string; dates: Set<PlainDate> }>();
  for (const item of items) {
    const key = personKey(item.personName);
    const person = datesByPerson.get(key) ?? { personName: item.personName, dates: new Set() };
    person.dates.add(feeDateOf(item));
    datesByPerson.set(key, person);
  }
  return [...datesByPerson.values()].map(({ personName, dates }) => {
    const unitCents = deliveryType === 'daily' ? facts.dailyFeeCents : facts.weeklyFeeCents;
    const amountCents = deliveryType === 'daily' ? unitCents * dates.size : unitCents;
    return { personName, deliveryType, dates: dates.size, unitCents, amountCents };
  });
}

function offerLines(
  order: { items: readonly PricedItem[]; isFirstWaitlistOrder: boolean },
  grossFeeCents: Cents,
  facts: PricingFacts,
): OfferLine[] {
  if (grossFeeCents === 0) return [];
  const { freeDeliveryFromMeals } = facts;
  if (freeDeliveryFromMeals !== null && order.items.length >= freeDeliveryFromMeals) {
    return [{ code: 'free_delivery_from_meals', amountCents: -grossFeeCents }];
  }
  return facts.waitlistFirstOrderFree && order.isFirstWaitlistOrder
    ? [{ code: 'waitlist_first_order', amountCents: -grossFeeCents }]
    : [];
}

/** Fees and offers, each with its reason; together they are the delivery fee. */
export function deliveryLines({
  fees,
  offers,
}: Pick<OrderPrice, 'fees' | 'offers'>): { label: string; amountCents: Cents }[] {
  return [
    ...fees.map((fee) => ({ label: explainFee(fee), amountCents: fee.amountCents })),
    ...offers.map((offer) => ({ label: explainOffer(offer), amountCents: offer.amountCents })),
  ];
}

/** "Ben: 3 dates × $2.99" or "Ben: weekly delivery, one fee of $5.99". */
export function explainFee(fee: FeeLine): string {
  if (fee.deliveryType === 'weekly') {
    return `${fee.personName}: weekly delivery, one fee of ${formatDollars(fee.unitCents)}`;
  }
  return `${fee.personName}: ${fee.dates} ${fee.dates === 1 ? 'date' : 'dates'} × ${formatDollars(fee.unitCents)}`;
}

export function explainOffer(offer: OfferLine): string {
  return offer.code === 'waitlist_first_order'
    ? 'Welcome from the waitlist: your first order is delivered free'
    : 'Free delivery for an order this size';
}
