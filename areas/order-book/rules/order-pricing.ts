/** Prices an order: each meal's own price, delivery per person, tax, offers. Spec 9. The server's result counts. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';
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
import { personKey, tidyName } from '#platform/rules/customer-name.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { nearestWindow } from '#areas/business/rules/offered-windows.ts';
import {
  deliveryTypeOfDraft,
  type OrderDraft,
  weeklyDayOf,
} from '#areas/order-book/rules/order-draft.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

export type PricedItem = {
  personName: string;
  deliveryDate: PlainDate;
  /** For one that was sold for another date than it is brought on. */
  feeDate?: PlainDate;
  priceCents: Cents;
};

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
    const itemsOfPerson = charged.filter((item) => item.personId === personId);
    return {
      personName: names.get(personId) ?? '',
      deliveryType,
      dates: new Set(itemsOfPerson.map(({ feeDate }) => feeDate)).size,
      unitCents: fees[0]?.cents ?? 0,
      amountCents: sumCents(fees.map(({ cents }) => cents)),
    };
  });
}

// What an order costs so far, and when its meals come. Joined with what prepares it to be sent, warm meals, recipients and
// addresses would be in the first load of /order.

export type PreparationFacts = Pick<
  BusinessFacts,
  | 'dailyFromMeals'
  | 'deliveryTypes'
  | 'defaultWindow'
  | 'deliveryWindows'
  | 'closures'
  | 'dailyFeeCents'
  | 'weeklyFeeCents'
  | 'taxCents'
  | 'freeDeliveryFromMeals'
  | 'waitlistFirstOrderFree'
>;

type PlacedMeal = {
  person: Person;
  meal: MealAssignment;
  deliveryDate: PlainDate;
  priceCents: Cents;
};

/** Every meal on a table, with the day that brings it. */
export function placedMeals(
  draft: OrderDraft,
  deliveryType: DeliveryType | null,
  priceCentsOf: (mealId: number) => Cents | undefined,
  facts: PreparationFacts,
): PlacedMeal[] {
  const weeklyDay = deliveryType === 'weekly' ? weeklyDayOf(draft, facts) : null;
  return draft.people.flatMap((person) =>
    person.mealAssignments.map((meal) => ({
      person,
      meal,
      deliveryDate: weeklyDay ?? meal.date,
      priceCents: priceCentsOf(meal.mealId) ?? 0,
    })),
  );
}

/** The price of a draft so far; weekly is assumed until daily or weekly is chosen. */
export function priceDraft(
  draft: OrderDraft,
  priceCentsOf: (mealId: number) => Cents | undefined,
  facts: PreparationFacts,
): OrderPrice {
  const deliveryType = deliveryTypeOfDraft(draft, facts) ?? 'weekly';
  const items = placedMeals(draft, deliveryType, priceCentsOf, facts).map((placed) => ({
    personName: tidyName(placed.person.name),
    deliveryDate: placed.deliveryDate,
    priceCents: placed.priceCents,
  }));
  return priceOrder({ items, deliveryType, isFirstWaitlistOrder: false }, facts);
}

/** As chosen for the day, else for the whole order; the nearest that is offered that day. */
export function windowOfDraft(
  { windowByDate, deliveryWindow }: Pick<OrderDraft, 'windowByDate' | 'deliveryWindow'>,
  date: PlainDate,
  facts: PreparationFacts,
): DeliveryWindow {
  const window = windowByDate[date] ?? deliveryWindow ?? facts.defaultWindow;
  return nearestWindow(facts, { date, window });
}
