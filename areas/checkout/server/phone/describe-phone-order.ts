import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { formatAmount } from '#platform/rules/money.ts';
import {
  isPayable,
  phoneOrderState,
  type PhoneOrderState,
} from '#areas/order-book/rules/phone-order.ts';
import type { Context } from '#platform/server/context.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { payUrlFor } from '#areas/checkout/server/phone-orders.ts';
import {
  listPhoneOrderRows,
  type PhoneOrderRows,
  readPhoneOrder,
} from '#areas/checkout/server/phone/phone-order-rows.ts';

type Describing = Pick<Context, 'db' | 'clock' | 'signIn' | 'trackingSecret'>;

/** Throws NotFound. */
export async function findPhoneOrderReply(
  context: Describing,
  id: string,
): Promise<PhoneOrderReply> {
  return describePhoneOrder(context, await readPhoneOrder(context.db, { id }));
}

export async function listPhoneOrderReplies(context: Describing): Promise<PhoneOrderReply[]> {
  const rows = await listPhoneOrderRows(context, context.clock());
  return rows.map((each) => describePhoneOrder(context, each));
}

export function stateOf(
  { order, checkout }: Pick<PhoneOrderRows, 'order' | 'checkout'>,
  now: number,
): PhoneOrderState {
  const facts = {
    checkout: checkout.state,
    holdUntil: checkout.holdUntil.getTime(),
    isReminded: order.remindedAt !== null,
    isCancelled: order.cancelledAt !== null,
  };
  return phoneOrderState(facts, now);
}

export function describePhoneOrder(
  context: Pick<Context, 'clock' | 'signIn' | 'trackingSecret'>,
  rows: PhoneOrderRows,
): PhoneOrderReply {
  const { order, checkout, placed } = rows;
  const { customer, items, drops } = checkout.frozenOrder;
  const { firstName, lastName, email, phone } = customer;
  const state = stateOf(rows, context.clock());
  return {
    id: checkout.id,
    state,
    takenBy: order.takenBy,
    takenAt: order.createdAt.toISOString(),
    heldUntil: checkout.holdUntil.toISOString(),
    remindedAt: order.remindedAt?.toISOString() ?? null,
    sends: order.sends,
    sendBy: order.sendBy,
    link: isPayable(state) ? payUrlFor(context, checkout.id) : null,
    total: formatAmount(checkout.totalCents),
    customer: { firstName, lastName, email, phone },
    meals: items.length,
    deliveries: drops.map(({ date, window }) => ({ date, timeSlot: window })),
    order: placed,
    cancelledBy: order.cancelledBy,
    seenAt: order.seenAt?.toISOString() ?? null,
  };
}

/** What was ordered, in the shape in which orders are sent. */
export function orderDataOf({
  customer,
  recipient = null,
  people,
  items,
  meals,
  deliveryType,
}: FrozenOrder) {
  const { line1, line2, suburb } = customer.address;
  const { firstName, lastName, email, phone, deliveryPreference, specialInstructions } = customer;
  return {
    customer: {
      firstName,
      lastName,
      email,
      phone,
      address: joinAddress({ line1, line2, suburb: suburb.name }),
      deliveryPreference,
      specialInstructions,
    },
    deliveryType,
    people,
    orderItems: items.map(
      ({ mealId, mealType, personName, mealDate, deliveryDate, deliveryWindow }) => ({
        mealId,
        mealName: meals[mealId]?.name ?? 'A meal',
        mealType,
        personName,
        mealDate,
        deliveryDate,
        deliveryWindow,
      }),
    ),
    recipient,
  };
}
