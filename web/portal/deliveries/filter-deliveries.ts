/** Which deliveries of a day are shown. */
import type { DeliveryReply } from '#contract/delivery/deliveries.ts';
import type { WallTime } from '#domain/calendar/zoned-time.ts';
import { isFoundBy } from '#domain/delivery/delivery-search.ts';
import { DELIVERY_STATUS_LABELS, DELIVERY_STATUSES } from '#domain/delivery/delivery-status.ts';
import { isLate } from '#domain/operation/today.ts';
import { isStillOpen, peopleWithNeeds } from './describe-deliveries.ts';

export type DeliveryChoice = { q: string; status: string; withNeeds: boolean };

export const STATUS_FILTERS = [
  '',
  'open',
  'late',
  'flagged',
  ...DELIVERY_STATUSES.filter((one) => one !== 'cancelled'),
];

/** The address says which are shown at first, so that links can lead to some of them. */
export function readFilter(params: URLSearchParams): DeliveryChoice {
  const status = STATUS_FILTERS.find((one) => one === params.get('status')) ?? '';
  return { q: '', status, withNeeds: params.get('allergies') === 'yes' };
}

export function labelOf(status: string): string {
  if (status === '') return 'Every status';
  if (status === 'open') return 'Still open';
  if (status === 'late') return 'Late';
  if (status === 'flagged') return 'To check';
  const known = DELIVERY_STATUSES.find((one) => one === status);
  return known ? DELIVERY_STATUS_LABELS[known] : status;
}

export function fits(
  delivery: DeliveryReply,
  { q, status, withNeeds }: DeliveryChoice,
  now: WallTime | null,
): boolean {
  if (withNeeds && peopleWithNeeds(delivery).length === 0) return false;
  if (!hasStatus(delivery, status, now)) return false;
  return isFoundBy(q, { ...delivery.customer, orderNumber: delivery.orderNumber });
}

function hasStatus(delivery: DeliveryReply, status: string, now: WallTime | null): boolean {
  if (status === 'open') return isStillOpen(delivery);
  if (status === 'late')
    return now !== null && isLate({ ...delivery, window: delivery.timeSlot }, now);
  if (status === 'flagged') return delivery.flag !== null;
  return status === '' || delivery.status === status;
}
