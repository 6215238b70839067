/** What staff do with an order as a whole, and the toasts that follow. Texts of spec 8. */
import type { AdminOrderReply, OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import {
  fetchOrder,
  sendCancelOrder,
  sendChangeOrderStatus,
  refundDifference,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { sendCancel } from '#areas/orders/web/portal/move-deliveries-queries.ts';
import { describeRefund } from '#areas/orders/web/portal/detail/order-money.ts';

export type OrderAction =
  | { kind: 'status'; order: AdminOrderReply; status: OrderStatus }
  /** `reason`: why its money is kept. */
  | { kind: 'cancel'; order: AdminOrderReply; refund: 'full' | 'none'; reason?: string }
  /** Only what is still to come. `ids`: its deliveries, `previewHash`: of the amount that was shown. */
  | { kind: 'ahead'; order: AdminOrderReply; ids: number[]; previewHash: string }
  | { kind: 'refund'; order: AdminOrderReply; reason: string };

/** The order after the action. */
export function sendAction(action: OrderAction): Promise<AdminOrderReply> {
  switch (action.kind) {
    case 'status':
      return sendChangeOrderStatus(action.order, action.status);
    case 'cancel':
      return sendCancelOrder(action.order, action);
    case 'ahead':
      return cancelAhead(action.order, action.ids, action.previewHash);
    case 'refund':
      return refundDifference(action.order, action.reason);
  }
}

async function cancelAhead(
  order: AdminOrderReply,
  ids: number[],
  previewHash: string,
): Promise<AdminOrderReply> {
  const { results } = await sendCancel({
    deliveryIds: ids,
    reason: 'Order cancelled',
    previewHash,
  });
  const refused = results.find(({ ok }) => !ok);
  if (refused) throw new Error(refused.message);
  return fetchOrder(order.id);
}

type ActionToast = { title: string; description: string; tone: 'success' | 'error' };

/** A failed refund is never reported as a success. */
export function successToast(action: OrderAction, after: AdminOrderReply): ActionToast {
  const { orderNumber, status } = after;
  const refund = after.refunds.find(({ id }) => !action.order.refunds.some((old) => old.id === id));
  const money = refund ? describeRefund(refund) : '';
  const tone = refund?.state === 'failed' ? 'error' : 'success';
  if (action.kind === 'refund') return { title: 'Refund', description: money, tone };
  if (action.kind === 'ahead') {
    const what = action.ids.length === 1 ? '1 delivery is' : `${action.ids.length} deliveries are`;
    const description = `${what} cancelled. What has arrived stays. ${money}`.trim();
    return { title: 'Deliveries Cancelled', description, tone };
  }
  if (status === 'cancelled') {
    const description = `${orderNumber} is cancelled. ${money}`.trim();
    return { title: 'Order Cancelled', description, tone };
  }
  const { onHold = [] } = after;
  const held = onHold.length > 0 ? ` On hold: ${onHold.join('; ')}.` : '';
  return { title: 'Order Updated', description: `${orderNumber} is now ${status}.${held}`, tone };
}

const FAILURES: Record<OrderAction['kind'], string> = {
  status: 'Failed to update order status. Please try again.',
  cancel: 'Failed to cancel order. Please try again.',
  ahead: 'Failed to cancel the deliveries. Check the order and try again.',
  refund: 'Failed to refund. Please try again.',
};

export function failureToast({ kind }: OrderAction): ActionToast {
  return { title: 'Error', description: FAILURES[kind], tone: 'error' };
}

/** Label of the button that overrides someone else's change; null if overriding is not possible. */
export function overrideLabel(action: OrderAction, conflict: OrderConflictReply): string | null {
  if (conflict.code !== 'changed_meanwhile') return null;
  if (action.kind === 'ahead') return null;
  if (action.kind === 'cancel') return 'Cancel anyway';
  return action.kind === 'refund' ? 'Refund anyway' : `Set to ${action.status} anyway`;
}
