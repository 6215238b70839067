/**
 * An order as the books have it: the one shape that everyone reads. server/order-book loads it; pages, emails and paper
 * are views of it.
 */
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { MealSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';
import type { AccountItem, Present, SaleTerms } from '#areas/order-book/rules/account.ts';
import type { CheckedCustomer } from './check-customer.ts';
import type { CheckedItem } from './check-items.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { OrderAmounts } from './order-pricing.ts';
import type { DeliveryFlag, DeliveryStatus } from './delivery.ts';
import {
  isCalledBack,
  type OrderStatus,
  type PendingReason,
  type RefundState,
} from '#areas/order-book/rules/order-status.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';

export type Order = {
  id: number;
  /** "RT-7K3F-9Q2X". */
  number: string;
  checkoutId: string;
  status: OrderStatus;
  /** Paid with test keys, and live ones are in force: nothing of it is cooked or brought. Left out: it is real. */
  isTest?: boolean;
  /** Why a person must decide on it; null for most orders. */
  pendingReason: PendingReason | null;
  /** Grows by 1 with each change. */
  version: number;
  createdAt: Date;
  /** Who pays, and where the food goes. */
  customer: CheckedCustomer;
  /** Who gets the food; null: the customer. */
  recipient: Recipient | null;
  foodAnswers: FoodAnswer[];
  deliveryType: DeliveryType;
  /** As its account says; of a cancelled one, when it was cancelled. */
  price: OrderAmounts;
  terms: SaleTerms;
  /** Money of what was cancelled that does not go back. */
  kept: readonly KeptMoney[];
  /** Carries the card of a present: the earliest that is not cancelled, loaded or not. Null: no card. */
  cardDeliveryId: number | null;
  /** Open ones of its customer, whatever they ate: what they are still to get is on hold. */
  reactions: readonly FoodReaction[];
  /** By date and window. */
  deliveries: readonly OrderDelivery[];
  /** By card, the first one and those on top, oldest first. */
  payments: readonly CardPayment[];
  /** What a bank has approved for it and is still to be taken: no money yet, and not owed. */
  approvedCents?: Cents;
  /** Oldest first. */
  refunds: readonly OrderRefund[];
  /** For disputes that were lost. */
  takenByBankCents: Cents;
  /** Its bank still looks into a payment: nothing of that one goes back until it has decided. */
  isDisputed?: boolean;
  /** Meals that were taken off it. */
  gone: readonly GoneItem[];
  /** What its documents say of GST. Left out: none is issued yet. */
  issued?: IssuedGst;
};

/** `isTaxed`: by a tax invoice. `isPlain`: by a receipt without GST, perhaps as well. */
type IssuedGst = { isTaxed: boolean; isPlain: boolean; gstCents: Cents };

/** `id`: from 1, within its order. */
export type KeptMoney = { id: number; cents: Cents; reason: string; itemIds: number[] };

export type GoneItem = Omit<AccountItem, 'gone'> & {
  mealName: string;
  deliveryDate: PlainDate;
  goneBy: NonNullable<AccountItem['gone']>;
  isSwapped: boolean;
  goneAt: Date;
};

/**
 * `why`: "a reaction to Curry". `others`: who else the order has in which it was reported; nobody once it has no `personName`
 * any more.
 */
export type FoodReaction = {
  personName: string;
  others: readonly string[];
  why: string;
  openedAt: Date;
};

export type CardPayment = {
  amountCents: Cents;
  paidAt: Date;
  /** It came for a change that is still to be made or refused. */
  isForWaitingChange: boolean;
};

/** Meals of a delivery that the kitchen took off and brings nothing in place of; the customer's own changes are theirs. */
export function cancelledOf(order: Order, { date }: OrderDelivery) {
  const names = new Map(
    order.deliveries.flatMap(({ people }) => people.map(({ id, name }) => [id, name])),
  );
  const kept = new Set(order.kept.flatMap(({ itemIds }) => itemIds));
  return order.gone
    .filter((item) => item.goneBy === 'kitchen' && !item.isSwapped && item.deliveryDate === date)
    .map(({ id, personId, mealName, cents }) => ({
      id,
      personName: names.get(personId) ?? '',
      mealName,
      refundCents: kept.has(id) ? null : cents,
    }));
}

/** What came in, before refunds. */
export function capturedCents({ payments }: Pick<Order, 'payments'>): Cents {
  return sumCents(payments.map(({ amountCents }) => amountCents));
}

/** Only what the customer has actually got back. */
export function refundedCents({ refunds }: Pick<Order, 'refunds'>): Cents {
  return sumCents(
    refunds.map(({ state, amountCents }) => (state === 'succeeded' ? amountCents : 0)),
  );
}

export type OrderDelivery = SlotKey & {
  id: number;
  status: DeliveryStatus;
  /** When it came to be so, at the door; null: since the order. */
  statusAt: Date | null;
  /** 1 is the first stop of its window; null: not numbered yet. */
  stop: number | null;
  /** The stop that it is near, when it was added behind numbers that were on paper already. */
  nearStop: number | null;
  /** Grows by 1 with each change of its state. */
  version: number;
  /** Still to come when its order was cancelled: not cancelled before, by itself. */
  wentWithOrder: boolean;
  /** Why a person has to look at it. */
  flag: DeliveryFlag | null;
  /** Who of the staff has looked at that; null: nobody yet. */
  flagSeenBy: string | null;
  /** Cooked for that earlier day and kept cold; null: cooked for its own date. */
  madeOn: PlainDate | null;
  /** Until when its customer may change it, as promised when it was sold or moved to its date. */
  changeableUntil: Date;
  /** When staff decided that it stays missed. */
  settledAt: Date | null;
  /** False: it counts in no slot, because the slot was full or the order is cancelled. */
  takesPlace: boolean;
  /** By position: only those who get a meal in this delivery. */
  people: readonly OrderPerson[];
};

export type OrderPerson = FoodNeeds & {
  id: number;
  name: string;
  /** From 1, as in the wizard. */
  position: number;
  calorieTarget: number;
  /** In the order of eating. */
  items: readonly OrderItem[];
};

/** Says for itself where it belongs, like the item that was checked before the payment. */
export type OrderItem = CheckedItem & {
  id: number;
  priceCents: Cents;
  /** The date whose delivery fee it shares: a move leaves it. */
  feeDate: PlainDate;
  /** 2: a second helping at the same time. */
  helping: number;
  meal: MealSnapshot;
  /** Thrown out in the kitchen once it was on the road. */
  isThrownOut?: boolean;
  /** Why this person gets it although it declares an allergen of theirs; null for almost every item, and once it is another food. */
  override: FoodOverride | null;
};

/** Staff spoke to the person. It holds for these allergens only, and for this food: not for what becomes of it. */
export type FoodOverride = {
  /** As it was then; the portal is not told. */
  food?: ListedFood;
  /** And words to avoid. */
  allergens: readonly string[];
  reason: string;
  staffEmail: string;
  /** ISO instant. */
  at: string;
};

export type OrderRefund = {
  id: number;
  amountCents: Cents;
  state: RefundState;
  reason: string;
  failureReason: string | null;
  /** Null: made at the card provider, outside the portal. */
  staffEmail: string | null;
  /** The items that it is for; null: no particular ones. */
  itemIds: readonly number[] | null;
  /** How much of it was not owed, by part: the order need not pay that again. */
  presents: readonly Present[];
  /** It failed, and its money went back another way. */
  isSettledOtherwise: boolean;
  createdAt: Date;
};

/** What the kitchen needs of an order: no money. */
export type OrderToCook = Omit<
  Order,
  'payments' | 'approvedCents' | 'refunds' | 'takenByBankCents' | 'isDisputed' | 'gone' | 'issued'
>;

/** Delivery by delivery, person by person, in the order of eating. */
export function itemsOf({ deliveries }: Pick<Order, 'deliveries'>): OrderItem[] {
  return deliveries.flatMap(itemsOfDelivery);
}

export function itemsOfDelivery({ people }: Pick<OrderDelivery, 'people'>): OrderItem[] {
  return people.flatMap(({ items }) => items);
}

/** Each with whether it goes out warm. */
export function portionsIn(
  { customer }: { customer: Pick<Order['customer'], 'deliveryPreference'> },
  delivery: Pick<OrderDelivery, 'people' | 'date' | 'window' | 'madeOn'>,
): (OrderItem & { isWarm: boolean })[] {
  return itemsOfDelivery(delivery).map((item) => ({
    ...item,
    isWarm: isWarmIn(customer.deliveryPreference, delivery, item),
  }));
}

/** For an order that is cancelled, what went with it: not what had been cancelled before. */
export function liveItemsOf(order: Pick<Order, 'deliveries'>): OrderItem[] {
  return liveDeliveriesOf(order).flatMap(itemsOfDelivery);
}

/** Those that are brought or were; of an order that is cancelled, those that went with it. */
export function liveDeliveriesOf({ deliveries }: Pick<Order, 'deliveries'>): OrderDelivery[] {
  return deliveries.filter(({ status, wentWithOrder }) => status !== 'cancelled' || wentWithOrder);
}

/** For its customer a bag that is on the road is cancelled with its order: it comes back. */
export function asCustomersSee<Some extends Pick<Order, 'status' | 'deliveries'>>(
  order: Some,
): Some {
  const deliveries = order.deliveries.map((delivery) =>
    isCalledBack(order, delivery) ? { ...delivery, status: 'cancelled' as const } : delivery,
  );
  return { ...order, deliveries };
}

export function customerName({
  firstName,
  lastName,
}: Pick<CheckedCustomer, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}
