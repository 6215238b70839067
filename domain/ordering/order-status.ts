/** The four states of an order. Spec 4: staff may set any of them; `pending` is paid but needs a person. */

export const ORDER_STATUSES = ['pending', 'confirmed', 'delivered', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why a paid order waits for a person. */
export const PENDING_REASONS = ['slot_full', 'past_cutoff', 'amount_differs'] as const;

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
