/** The four statuses of an order. Spec 4: staff may set any of them; `pending` is paid but needs a person. */

export const ORDER_STATUSES = ['pending', 'confirmed', 'delivered', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why a paid order needs a person. */
export const PENDING_REASONS = [
  'slot_full',
  'past_cutoff',
  'amount_differs',
  /** Since the checkout a meal has come to contain an allergen of its person, or no longer keeps. */
  'recipe_changed',
] as const;

export type PendingReason = (typeof PENDING_REASONS)[number];

export const DELIVERY_STATUSES = [
  'planned',
  'cooked',
  'packed',
  'out',
  'delivered',
  'missed',
  'cancelled',
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

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

/**
 * A delivery's status after its order's status is set. What has arrived stays delivered, unless the order is set back.
 */
export function deliveryStatusAfter(delivery: DeliveryStatus, order: OrderStatus): DeliveryStatus {
  if (order === 'delivered') return 'delivered';
  if (order === 'cancelled') return delivery === 'delivered' ? 'delivered' : 'cancelled';
  return delivery === 'cancelled' || delivery === 'delivered' ? 'planned' : delivery;
}
