/** One delivery is cancelled and its money goes back, in the caller's transaction, which holds the order's lock. */
import { eq } from 'drizzle-orm';
import type { RefundDeliveriesRequest } from '#contract/delivery/move-deliveries.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { formatAmount, formatDollars } from '#domain/money.ts';
import { slotText } from '#domain/ordering/change/move-delivery.ts';
import type { DeliveryRefund } from '#domain/ordering/change/refund-delivery.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { deliveries, type DeliveryRow } from '#server/db/schema/orders/deliveries.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { followDeliveries } from '#server/deliveries/follow-deliveries.ts';
import { recordDeliveryEvents } from '#server/order-book/deliveries/delivery-events.ts';
import { followPortions } from '#server/order-book/follow-portions.ts';
import { tellCustomer } from '#server/outbox/tell-customer.ts';
import { withdrawMessages } from '#server/outbox/withdraw-messages.ts';
import { requestRefund, type RequestedRefund } from '#server/refunds/request-refund.ts';
import { movePlaces } from '#server/slots/move-places.ts';
import type { StaffMember } from '#server/staff-member.ts';

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
  const refund =
    verdict.amountCents === 0
      ? null
      : await requestRefund(tx, context, {
          orderId: order.id,
          amountCents: verdict.amountCents,
          reason,
          itemIds: verdict.itemIds,
          feeItemIds: verdict.feeItemIds,
          isOwed: true,
          staff,
        });
  const after = await cancel(tx, context, given, reason);
  const version = order.version + 1;
  await tx.update(orders).set({ version }).where(eq(orders.id, order.id));
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
  await followDeliveries(tx, context, { order: { ...order, version }, delivery, after, staff });
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
  { order, delivery, asked: { notify } }: GivenBack,
  refund: RequestedRefund | null,
): Promise<void> {
  await withdrawMessages(tx, {
    deliveryId: delivery.id,
    kinds: ['delivery_out', 'delivery_late', 'delivery_missed', 'delivery_moved'],
  });
  if (!refund) return;
  await tellCustomer(tx, context, {
    kind: 'delivery_refunded',
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    facts: {
      day: formatDayAndMonth(delivery.date),
      amount: formatDollars(refund.amountCents),
    },
    notify,
  });
}
