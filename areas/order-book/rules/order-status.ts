/** The four statuses of an order. Spec 4: staff may set any of them; `pending` is paid but needs a person. */

import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryStatus, isEnded, type ReportedStatus } from './delivery.ts';

export const ORDER_STATUSES = ['pending', 'confirmed', 'delivered', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why a paid order needs a person. */
export const PENDING_REASONS = [
  'slot_full',
  'past_cutoff',
  'amount_differs',
  /** It is on hold: since the checkout a meal came to contain what its person can't have, or a note is not answered. */
  'recipe_changed',
  /** Paid after its portions were given back, when a meal had sold out. */
  'meal_sold_out',
] as const;

export type PendingReason = (typeof PENDING_REASONS)[number];

/** 'Cancel Order' is disabled for the others. The dropdown can set any status at any time. */
const CANCELLABLE: readonly OrderStatus[] = ['pending', 'confirmed'];

export function canCancelOrder(order: { status: OrderStatus }): boolean {
  return CANCELLABLE.includes(order.status);
}

/**
 * A confirmed or delivered order needs its places, and a reopened one takes them again; a paid order whose slots were
 * full may wait without.
 */
export function needsPlaces(from: OrderStatus, to: OrderStatus): boolean {
  return to !== 'cancelled' && (from === 'cancelled' || to !== 'pending');
}

/** Its order is cancelled and its bag on the road, where it is until its driver says what became of it. */
export function isCalledBack(
  order: { status: OrderStatus },
  delivery: { status: DeliveryStatus },
): boolean {
  return order.status === 'cancelled' && delivery.status === 'out';
}

/** What a report makes of a delivery whose order is cancelled: what is not handed over is cancelled like it. */
export function statusWhenCancelled(reported: ReportedStatus): DeliveryStatus {
  return reported === 'delivered' || reported === 'out' ? reported : 'cancelled';
}

/**
 * A delivery's status after its order's status was set by hand. Deliveries of later days are still cooked and driven,
 * whatever the order is called.
 */
export function deliveryStatusAfter(
  delivery: { status: DeliveryStatus; date: PlainDate },
  order: { from: OrderStatus; to: OrderStatus; today: PlainDate },
): DeliveryStatus {
  const { status, date } = delivery;
  if (order.to === 'cancelled')
    return status === 'delivered' || isCalledBack({ status: order.to }, delivery)
      ? status
      : 'cancelled';
  const isReopened = order.from === 'cancelled' && status === 'cancelled';
  if (status === 'cancelled' && !isReopened) return status;
  if (order.to === 'delivered' && date <= order.today) return 'delivered';
  return isReopened ? 'planned' : status;
}

/**
 * An order's status after one of its deliveries moved. It follows its deliveries, unless it was set by hand to something
 * else; one that is cancelled, or needs a decision, stays so.
 */
export function orderStatusAfter(
  order: OrderStatus,
  before: readonly DeliveryStatus[],
  after: readonly DeliveryStatus[],
): OrderStatus {
  if (order === 'pending' || order === 'cancelled') return order;
  return order === followed(before) ? followed(after) : order;
}

/** An order whose deliveries were all missed is not delivered: someone has to ring. */
function followed(deliveries: readonly DeliveryStatus[]): OrderStatus {
  if (deliveries.every((status) => status === 'cancelled')) return 'cancelled';
  const hasEnded = deliveries.every(isEnded);
  return hasEnded && deliveries.includes('delivered') ? 'delivered' : 'confirmed';
}

/** The progress of a refund. It takes steps over several days and can fail: never a mere yes or no. */

/** `wanted`: requested here. `sent`: passed to the gateway. `pending`: the gateway is processing it. */
export const REFUND_STATES = ['wanted', 'sent', 'pending', 'succeeded', 'failed'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/**
 * Events may arrive late and out of order, so a refund only ever moves forward. Even one that succeeded may fail at the
 * bank.
 */
export function isLaterRefundState(now: RefundState, news: RefundState): boolean {
  return REFUND_STATES.indexOf(news) > REFUND_STATES.indexOf(now);
}

export function isFinalRefundState(state: RefundState): boolean {
  return state === 'succeeded' || state === 'failed';
}

/** The note of a failed one that a new one stands in for. */
export const SENT_AGAIN = 'Sent again';

/** Characters of what staff write about a refund: why it is made, or how a failed one was settled. */
export const LONGEST_REFUND_NOTE = 200;
