/** How far the deliveries of a window have come, in words. */
import {
  DELIVERY_STATUS_LABELS,
  type DeliveryStatus,
  type ReportedStatus,
  REPORTED_STATUSES,
} from '#areas/order-book/rules/delivery-status.ts';

/** How many deliveries are in each state; cancelled ones are no longer stops. */
export type DeliveryCounts = Record<ReportedStatus, number>;

export function countByStatus(statuses: readonly DeliveryStatus[]): DeliveryCounts {
  const counts: DeliveryCounts = {
    planned: 0,
    cooked: 0,
    packed: 0,
    out: 0,
    delivered: 0,
    missed: 0,
  };
  for (const status of statuses) if (status !== 'cancelled') counts[status] += 1;
  return counts;
}

export function totalOf(counts: DeliveryCounts): number {
  return REPORTED_STATUSES.reduce((sum, status) => sum + counts[status], 0);
}

/** What is furthest from being planned comes first, after what went wrong. */
const OTHERS = ['missed', 'out', 'packed', 'cooked', 'planned'] as const;

/** "12 of 31 delivered, 1 not delivered, 4 on the way". */
export function progressText(statuses: readonly DeliveryStatus[]): string {
  return describeCounts(countByStatus(statuses));
}

export function describeCounts(counts: DeliveryCounts): string {
  const others = OTHERS.filter((status) => counts[status] > 0).map(
    (status) => `${counts[status]} ${DELIVERY_STATUS_LABELS[status].toLowerCase()}`,
  );
  return [`${counts.delivered} of ${totalOf(counts)} delivered`, ...others].join(', ');
}
