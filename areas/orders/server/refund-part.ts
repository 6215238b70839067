import type { RefundPart } from '#areas/order-book/calls/refund-part.ts';
import { type JudgedRefund, judgeRefund, type PartId } from '#areas/order-book/rules/account.ts';
import {
  accountOfOrder,
  accountToRefund,
  feesOfItems,
  openPartsOf,
  partsOfItems,
} from '#areas/order-book/rules/order-account.ts';
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';

type AskedMoney = Pick<Extract<JudgedRefund, { outcome: 'refund' }>, 'presents'> & {
  amountCents: Cents;
  /** Included in the amount. */
  feeCents: Cents;
  itemIds?: number[];
};

/** What of it is a present. Throws Conflict `refund_too_large`. */
export function refundOfAmount(order: Order, cents: Cents): AskedMoney {
  const { presents } = madeOf(judgeRefund(accountOfOrder(order), { cents }));
  return { amountCents: cents, feeCents: 0, presents };
}

/**
 * The price of part of an order, and the items in it. For a person, a delivery or a fee, only what has not been refunded
 * yet; the caller holds the order's lock. Throws InvalidRequest for items of another order, or Conflict
 * `already_refunded`, `nothing_to_refund` or `refund_too_large`.
 */
export function refundOfPart(order: Order, part: RefundPart): AskedMoney {
  const open = openPartsOf(order);
  if ('fee' in part) {
    const fees = feesOfItems(order, new Set(itemsOfFee(order, part).map(({ id }) => id)));
    if (fees.length > 0) return moneyOf(order, fees);
    throw order.price.deliveryFeeCents === 0
      ? new Conflict('nothing_to_refund', 'Delivery was free.')
      : alreadyRefunded();
  }
  if ('kept' in part) {
    const id: PartId = `k${part.kept}`;
    if (!order.kept.some((one) => one.id === part.kept)) throw notOfTheOrder();
    return moneyOf(order, [id]);
  }
  const chosen = choose(order, part).map(({ id }) => id);
  const itemIds = chosen.filter((id) => open.has(`i${id}`));
  const isAsked = 'items' in part && itemIds.length < chosen.length;
  if (itemIds.length === 0 || isAsked) throw alreadyRefunded();
  return { ...moneyOf(order, partsOfItems(order, new Set(itemIds))), itemIds };
}

function moneyOf(order: Order, parts: readonly PartId[]): AskedMoney {
  const { cents, presents } = madeOf(judgeRefund(accountToRefund(order), { parts }));
  const open = openPartsOf(order);
  const fees = parts.filter((id) => id.startsWith('f')).map((id) => open.get(id) ?? 0);
  return { amountCents: cents, feeCents: sumCents(fees), presents };
}

function madeOf(judged: JudgedRefund): Extract<JudgedRefund, { outcome: 'refund' }> {
  if (judged.outcome === 'already_refunded') throw alreadyRefunded();
  if (judged.outcome === 'refund') return judged;
  const message = `Only ${formatDollars(judged.refundableCents)} can still be refunded.`;
  throw new Conflict('refund_too_large', message);
}

function alreadyRefunded(): Conflict {
  return new Conflict('already_refunded', 'This has already been refunded.');
}

/** As they were placed. */
function choose(order: Order, part: ChosenPart): OrderItem[] {
  const chosen = itemsOfPart(order, part).toSorted((a, b) => a.id - b.id);
  const isWhole = !('items' in part) || chosen.length === new Set(part.items).size;
  if (chosen.length > 0 && isWhole) return chosen;
  throw notOfTheOrder();
}

type FeePart = Extract<RefundPart, { fee: true }>;
type ChosenPart = Exclude<RefundPart, FeePart | { kept: number }>;

function itemsOfFee({ deliveries }: Order, { deliveryId }: FeePart): OrderItem[] {
  const theirs = deliveries.filter(({ id }) => deliveryId === undefined || id === deliveryId);
  if (theirs.length === 0) throw notOfTheOrder();
  return itemsOf({ deliveries: theirs });
}

function notOfTheOrder(): InvalidRequest {
  return new InvalidRequest({ part: 'This is not part of the order' });
}

function itemsOfPart({ deliveries }: Order, part: ChosenPart): OrderItem[] {
  if ('deliveryId' in part) {
    return itemsOf({ deliveries: deliveries.filter(({ id }) => id === part.deliveryId) });
  }
  return itemsOf({ deliveries }).filter(({ id, personName }) =>
    'items' in part
      ? part.items.includes(id)
      : personKey(personName) === personKey(part.personName),
  );
}
