/** Prices an order: each meal's own price, delivery per person, tax, offers. Spec 9. The server's result counts. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Cents, formatAmount, formatDollars, sumCents } from '#platform/rules/money.ts';
import {
  type AccountItem,
  accountOf,
  type AccountTerms,
  grossFeesOf,
  type OfferCode,
  type PartId,
  type PartMoney,
  type SaleTerms,
  whyFree,
} from '#areas/order-book/rules/account.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
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

export type OfferLine = { code: OfferCode; amountCents: Cents };

export type OrderAmounts = {
  subtotalCents: Cents;
  /** Fees less offers: the delivery total. */
  deliveryFeeCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

export type OrderPrice = OrderAmounts & { fees: FeeLine[]; offers: OfferLine[] };

type PricingFacts = Pick<
  BusinessFacts,
  | 'dailyFeeCents'
  | 'weeklyFeeCents'
  | 'taxCents'
  | 'freeDeliveryFromMeals'
  | 'waitlistFirstOrderFree'
>;

/** `isFirstWaitlistOrder`: the customer's email is on the waitlist and has no paid order yet; only the server knows. */
export function termsOfSale(
  { isFirstWaitlistOrder }: { isFirstWaitlistOrder: boolean },
  facts: PricingFacts,
): SaleTerms {
  const { dailyFeeCents, weeklyFeeCents, freeDeliveryFromMeals, taxCents } = facts;
  const firstOrderFree = facts.waitlistFirstOrderFree && isFirstWaitlistOrder;
  return { dailyFeeCents, weeklyFeeCents, freeDeliveryFromMeals, firstOrderFree, taxCents };
}

/** Prices an order that is still to be sold. */
export function priceOrder(
  order: {
    items: readonly PricedItem[];
    deliveryType: DeliveryType;
    isFirstWaitlistOrder: boolean;
  },
  facts: PricingFacts,
): OrderPrice {
  const names = new Map<string, { personId: number; name: string }>();
  const items = order.items.map((item, id): AccountItem => {
    const key = personKey(item.personName);
    const person = names.get(key) ?? { personId: names.size, name: item.personName };
    names.set(key, person);
    const { personId } = person;
    return { id, personId, feeDate: feeDateOf(item), cents: item.priceCents, gone: null };
  });
  const { deliveryType } = order;
  const terms = { ...termsOfSale(order, facts), deliveryType };
  return priceOfItems(items, terms, new Map([...names.values()].map((p) => [p.personId, p.name])));
}

/** The price as its lines: what the account of these items says. `names`: by person. */
export function priceOfItems(
  items: readonly AccountItem[],
  terms: AccountTerms,
  names: ReadonlyMap<number, string>,
): OrderPrice {
  const { parts } = accountOf({
    items,
    terms,
    kept: [],
    payments: [],
    refunds: [],
    takenByBankCents: 0,
  });
  const fees = feeLines(items, terms, names);
  const grossCents = sumCents(fees.map(({ amountCents }) => amountCents));
  const offer = grossCents === 0 ? null : whyFree(items, terms);
  return {
    ...amountsOfParts(parts),
    fees,
    offers: offer === null ? [] : [{ code: offer, amountCents: -grossCents }],
  };
}

/** What is kept of what was cancelled counts as goods. */
export function amountsOfParts(parts: readonly Pick<PartMoney, 'id' | 'cents'>[]): OrderAmounts {
  const sumOf = (isOf: (id: PartId) => boolean) =>
    sumCents(parts.filter(({ id }) => isOf(id)).map(({ cents }) => cents));
  const deliveryFeeCents = sumOf((id) => id.startsWith('f'));
  const taxCents = sumOf((id) => id === 'tax');
  const totalCents = sumOf(() => true);
  const subtotalCents = totalCents - deliveryFeeCents - taxCents;
  return { subtotalCents, deliveryFeeCents, taxCents, totalCents };
}

/** What is brought again after a problem costs nothing, and so does its delivery; every meal on the menu has a price. */
export function chargedItems<Item extends { priceCents: Cents }>(items: readonly Item[]): Item[] {
  return items.filter(({ priceCents }) => priceCents > 0);
}

function feeLines(
  items: readonly AccountItem[],
  terms: AccountTerms,
  names: ReadonlyMap<number, string>,
): FeeLine[] {
  const { deliveryType } = terms;
  const charged = items.filter(({ cents, gone }) => cents > 0 && gone === null);
  const byPerson = Map.groupBy(grossFeesOf(items, terms), ({ personId }) => personId);
  return [...byPerson].map(([personId, fees]) => {
    const theirs = charged.filter((item) => item.personId === personId);
    return {
      personName: names.get(personId) ?? '',
      deliveryType,
      dates: new Set(theirs.map(({ feeDate }) => feeDate)).size,
      unitCents: fees[0]?.cents ?? 0,
      amountCents: sumCents(fees.map(({ cents }) => cents)),
    };
  });
}

/** Fees and offers, each with its reason; together they are the delivery fee. Equal shares are one line. */
export function deliveryLines({
  fees,
  offers,
}: Pick<OrderPrice, 'fees' | 'offers'>): { label: string; amountCents: Cents }[] {
  const sum = haveEqualShares(fees) ? feeSum(fees) : null;
  const ofFees =
    sum === null
      ? fees.map((fee) => ({ reason: explainFee(fee), amountCents: fee.amountCents }))
      : [{ reason: sum, amountCents: sumCents(fees.map((fee) => fee.amountCents)) }];
  return [
    ...ofFees.map(({ reason, amountCents }) => ({ label: `Delivery, ${reason}`, amountCents })),
    ...offers.map((offer) => ({ label: explainOffer(offer), amountCents: offer.amountCents })),
  ];
}

/** Why each person has a fee of their own. */
export const OWN_BAG = 'Each person’s meals travel in their own labelled bag.';

/** The lines of a price as the wire has them. */
export function quotedLines(price: Pick<OrderPrice, 'fees' | 'offers'>) {
  return {
    fees: price.fees.map((fee) => ({
      personName: fee.personName,
      reason: explainFee(fee),
      amount: formatAmount(fee.amountCents),
    })),
    offers: price.offers.map((offer) => ({
      code: offer.code,
      reason: explainOffer(offer),
      amount: formatAmount(offer.amountCents),
    })),
    deliveryLines: deliveryLines(price).map(({ label, amountCents }) => ({
      label,
      amount: formatAmount(amountCents),
    })),
  };
}

/** Several people who all pay the same. */
function haveEqualShares([first, ...others]: readonly FeeLine[]): boolean {
  return (
    others.length > 0 &&
    others.every(
      ({ amountCents, unitCents }) =>
        amountCents === first?.amountCents && unitCents === first.unitCents,
    )
  );
}

/**
 * How the fees add up: "4 people × 7 dates × $2.99", "7 dates × $2.99", "4 people × $5.99"; of people with differing dates
 * "9 × $2.99, one for each person and date". Null without fees.
 */
export function feeSum(fees: readonly FeeLine[]): string | null {
  const [first] = fees;
  if (!first) return null;
  const people = fees.length === 1 ? [] : [`${fees.length} people`];
  const unit = formatDollars(first.unitCents);
  if (first.deliveryType === 'weekly') return [...people, unit].join(' × ');
  const { dates } = first;
  if (fees.some((fee) => fee.dates !== dates)) {
    const all = fees.reduce((sum, fee) => sum + fee.dates, 0);
    return `${all} × ${unit}, one for each person and date`;
  }
  return [...people, dates === 1 ? '1 date' : `${dates} dates`, unit].join(' × ');
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
    ? 'Welcome from the waitlist: the first paid order from your email, phone and address is delivered free'
    : 'Free delivery for an order this size';
}
