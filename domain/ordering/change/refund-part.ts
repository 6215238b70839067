/** Refund for part of an order: its meals, plus the delivery fee of anyone left with no meals. */
import { type Cents, sumCents } from '#domain/money.ts';
import type { Order, OrderItem } from '#domain/ordering/order.ts';
import type { OrderPrice } from '#domain/ordering/price/order-pricing.ts';
import { personKey } from '#domain/people/people.ts';

type RefundableItem = Pick<OrderItem, 'id' | 'personName' | 'deliveryDate' | 'priceCents'>;

type RefundableOrder = Pick<Order, 'deliveryType'> &
  Pick<OrderPrice, 'fees' | 'deliveryFeeCents'> & { items: readonly RefundableItem[] };

/**
 * `part` and `before`: ids of the items refunded now and before. A delivery fee is for a person (weekly) or a person's
 * date (daily); it is refunded with the last of their meals.
 */
export function refundOfPart(
  order: RefundableOrder,
  part: ReadonlySet<number>,
  before: ReadonlySet<number>,
): Cents {
  const fresh = order.items.filter(({ id }) => part.has(id) && !before.has(id));
  const mealCents = sumCents(fresh.map(({ priceCents }) => priceCents));
  return order.deliveryFeeCents === 0 ? mealCents : mealCents + feeCents(order, fresh, before);
}

function feeCents(
  { items, deliveryType, fees }: RefundableOrder,
  fresh: readonly RefundableItem[],
  before: ReadonlySet<number>,
): Cents {
  const unitOf = ({ personName, deliveryDate }: RefundableItem) =>
    deliveryType === 'daily' ? `${deliveryDate} ${personKey(personName)}` : personKey(personName);
  const goesBack = new Set(fresh.map(({ id }) => id));
  const left = new Set(
    items.filter(({ id }) => !goesBack.has(id) && !before.has(id)).map((item) => unitOf(item)),
  );
  const ended = new Map(fresh.map((item) => [unitOf(item), personKey(item.personName)]));
  return sumCents(
    [...ended]
      .filter(([unit]) => !left.has(unit))
      .map(
        ([, person]) => fees.find((fee) => personKey(fee.personName) === person)?.unitCents ?? 0,
      ),
  );
}
