/** One delivery is cancelled and its money goes back, in the caller's transaction, which holds the order's lock. */
import { eq } from 'drizzle-orm';
import type { RefundDeliveriesRequest } from '#areas/orders/calls/move-deliveries.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { slotText } from '#areas/order-book/rules/change/move-delivery.ts';
import type { DeliveryRefund } from '#areas/order-book/rules/change/refund-delivery.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { followDeliveries } from '#areas/delivery/server/follow-deliveries.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { followPortions } from '#areas/places/server/follow-portions.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { withdrawMessages } from '#areas/messages/server/withdraw-messages.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import type { RequestedRefund } from '#areas/order-book/server/request-refund.ts';
import { settleLess } from '#areas/order-book/server/settle-less.ts';
import { movePlaces } from '#areas/places/server/move-places.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

export type GivenBack = {
  /** Null: the customer chose it. */
  staff: StaffMember | null;
  business: BusinessFacts;
  changeId: string;
  order: OrderRow;
  delivery: DeliveryRow;
  asked: Pick<RefundDeliveriesRequest, 'reason' | 'notify'>;
  verdict: Extract<DeliveryRefund, { outcome: 'refunded' }>;
};

/** Throws Conflict `dispute_open` or `refund_too_large`. */
export async function giveBack(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  given: GivenBack,
): Promise<RequestedRefund | null> {
  const { order, delivery, asked, verdict, staff } = given;
  const reason = asked.reason.trim();
  const before = await loadOrder(tx, order);
  const after = await cancel(tx, context, given, reason);
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
  await followDeliveries(tx, context, { order: { ...order, version }, delivery, after, staff });
  const { itemIds } = verdict;
  const refund = await settleLess(tx, context, { before, money: 'full', reason, itemIds, staff });
  await recordChange(tx, context, {
    staff,
    action: 'order.refund_delivery',
    entity: 'order',
    entityId: order.id,
    before: { version: order.version },
    after: {
      version,
      delivery: slotText(delivery),
      refund: formatAmount(refund?.amountCents ?? 0),
      reason,
    },
  });
  await tell(tx, context, given, refund);
  return refund;
}

async function cancel(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { delivery, staff, business, changeId }: GivenBack,
  reason: string,
): Promise<DeliveryRow> {
  const { date, window, takesPlace } = delivery;
  await movePlaces(tx, { from: takesPlace ? [{ date, window }] : [], to: [] }, business);
  const move = { deliveryId: delivery.id, before: delivery.status, after: 'cancelled' } as const;
  await followPortions(
    tx,
    { orderId: delivery.orderId, moves: [{ ...move, takes: false }] },
    business,
  );
  const now = context.clock();
  const [after] = await tx
    .update(deliveries)
    .set({
      status: 'cancelled',
      takesPlace: false,
      statusAt: new Date(now),
      statusBy: staff?.id ?? null,
      settledAt: null,
      version: delivery.version + 1,
    })
    .where(eq(deliveries.id, delivery.id))
    .returning();
  if (!after) throw new Error(`delivery ${delivery.id} is gone`);
  await recordDeliveryEvents(tx, [
    {
      delivery,
      status: 'cancelled',
      isDecisive: true,
      at: now,
      receivedAt: now,
      staff,
      changeId,
      reason,
    },
  ]);
  return after;
}

async function tell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, delivery, asked: { notify }, verdict, business }: GivenBack,
  refund: RequestedRefund | null,
): Promise<void> {
  await withdrawMessages(tx, {
    deliveryId: delivery.id,
    kinds: ['delivery_out', 'delivery_late', 'delivery_missed', 'delivery_moved'],
  });
  await tellCustomer(tx, context, {
    kind: 'cancelled',
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    fields: { what: `Your delivery on ${formatDayAndMonth(delivery.date)}` },
    from: { refundIds: refund?.ids ?? [], itemIds: verdict.itemIds },
    timeZone: business.timeZone,
    notify,
  });
}
