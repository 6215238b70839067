/** Refund for part of an order: its meals, and the delivery fee of anyone left with no meals or asked for by itself. */
import { type Cents, sumCents } from '#platform/rules/money.ts';
import {
  itemsOf,
  type Order,
  type OrderItem,
  type OrderRefund,
} from '#areas/order-book/rules/order.ts';
import { chargedItems, type OrderPrice } from '#areas/order-book/rules/order-pricing.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type RefundableItem = Pick<OrderItem, 'id' | 'personName' | 'deliveryDate' | 'priceCents'>;

type RefundableOrder = Pick<Order, 'deliveryType'> &
  Pick<OrderPrice, 'fees' | 'deliveryFeeCents'> & { items: readonly RefundableItem[] };

/** Ids of the items that went back, and of all items whose delivery fee did. */
export type RefundedBefore = { items: ReadonlySet<number>; fees: ReadonlySet<number> };

export type PartRefund = {
  amountCents: Cents;
  /** Included in the amount. */
  feeCents: Cents;
  /** All items whose delivery fee is in it. */
  feeItemIds: number[];
};

/** An order as the refund of a part reads it. */
export function pricedOrder<Priced extends Pick<Order, 'deliveries' | 'deliveryType' | 'price'>>(
  order: Priced,
) {
  return { ...order, ...order.price, items: itemsOf(order) };
}

/** A delivery fee is for a person (weekly) or a person's date (daily); it is refunded with the last of their meals. */
export function refundOfPart(
  order: RefundableOrder,
  part: ReadonlySet<number>,
  before: RefundedBefore,
): PartRefund {
  const fresh = order.items.filter(({ id }) => part.has(id) && !before.items.has(id));
  const goesBack = new Set(fresh.map(({ id }) => id));
  const ended = openFees(order, before).filter(
    ({ itemIds }) =>
      itemIds.some((id) => goesBack.has(id)) &&
      itemIds.every((id) => goesBack.has(id) || before.items.has(id)),
  );
  const { feeCents, feeItemIds } = sumOf(ended);
  const mealCents = sumCents(fresh.map(({ priceCents }) => priceCents));
  return { amountCents: mealCents + feeCents, feeCents, feeItemIds };
}

/** What is left of the delivery fees of these items, whether or not the meals go back. */
export function refundOfFee(
  order: RefundableOrder,
  itemIds: ReadonlySet<number>,
  before: RefundedBefore,
): PartRefund {
  const asked = openFees(order, before).filter((fee) => fee.itemIds.some((id) => itemIds.has(id)));
  const { feeCents, feeItemIds } = sumOf(asked);
  return { amountCents: feeCents, feeCents, feeItemIds };
}

/** What these refunds have covered. Failed ones do not count. */
export function refundedBefore(
  order: RefundableOrder,
  refunds: readonly Pick<OrderRefund, 'state' | 'itemIds' | 'feeItemIds'>[],
): RefundedBefore {
  const moved = refunds.filter(({ state }) => state !== 'failed');
  // Older records do not say which fees they had: those of everyone whom they left with no meals.
  const silent = new Set(
    moved.filter((refund) => refund.feeItemIds === null).flatMap(({ itemIds }) => itemIds ?? []),
  );
  const implied = feesOf(order).filter(({ itemIds }) => itemIds.every((id) => silent.has(id)));
  return {
    items: new Set(moved.flatMap(({ itemIds }) => itemIds ?? [])),
    fees: new Set([
      ...moved.flatMap(({ feeItemIds }) => feeItemIds ?? []),
      ...implied.flatMap(({ itemIds }) => itemIds),
    ]),
  };
}

/** One delivery fee, and the items that it was paid for. */
type Fee = { cents: Cents; itemIds: number[] };

function feesOf({ items, deliveryType, deliveryFeeCents, fees }: RefundableOrder): Fee[] {
  if (deliveryFeeCents === 0) return [];
  const unitOf = ({ personName, deliveryDate }: RefundableItem) =>
    deliveryType === 'daily' ? `${deliveryDate} ${personKey(personName)}` : personKey(personName);
  return [...Map.groupBy(chargedItems(items), unitOf).values()].map((theirs) => {
    const person = personKey(theirs[0]?.personName ?? '');
    const line = fees.find(({ personName }) => personKey(personName) === person);
    return { cents: line?.unitCents ?? 0, itemIds: theirs.map(({ id }) => id) };
  });
}

function openFees(order: RefundableOrder, before: RefundedBefore): Fee[] {
  return feesOf(order).filter(({ itemIds }) => !itemIds.some((id) => before.fees.has(id)));
}

function sumOf(fees: readonly Fee[]): Pick<PartRefund, 'feeCents' | 'feeItemIds'> {
  return {
    feeCents: sumCents(fees.map(({ cents }) => cents)),
    feeItemIds: fees.flatMap(({ itemIds }) => itemIds),
  };
}
