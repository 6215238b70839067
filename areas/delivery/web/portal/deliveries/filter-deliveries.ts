/** Which deliveries of a day are shown. */
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import {
  DELIVERY_STATUS_LABELS,
  DELIVERY_STATUSES,
} from '#areas/order-book/rules/delivery-status.ts';
import { isLate } from '#areas/order-book/rules/today.ts';
import { isStillOpen, peopleWithNeeds } from './describe-deliveries.ts';

export type DeliveryChoice = {
  q: string;
  status: string;
  withNeeds: boolean;
  /** A driver's id, or NO_DRIVER; empty: anyone who drives them. */
  driver: string;
};

/** Given to nobody in particular. */
export const NO_DRIVER = 'none';

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
  const driver = params.get('driver') ?? '';
  return { q: params.get('q') ?? '', status, withNeeds: params.get('allergies') === 'yes', driver };
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
  { q, status, withNeeds, driver }: DeliveryChoice,
  now: WallTime | null,
): boolean {
  if (withNeeds && peopleWithNeeds(delivery).length === 0) return false;
  if (!hasStatus(delivery, status, now)) return false;
  if (driver !== '' && (delivery.driver?.id ?? NO_DRIVER) !== driver) return false;
  const { customer, payer, orderNumber } = delivery;
  const { address, suburb } = customer;
  return [customer, payer].some(
    (who) =>
      who &&
      isFoundBy(q, orderNumber, `${who.firstName} ${who.lastName}`, who.phone, address, suburb),
  );
}

function hasStatus(delivery: DeliveryReply, status: string, now: WallTime | null): boolean {
  if (status === 'open') return isStillOpen(delivery);
  if (status === 'late')
    return now !== null && isLate({ ...delivery, window: delivery.timeSlot }, now);
  if (status === 'flagged') return delivery.flag !== null && delivery.flagSeenBy === null;
  return status === '' || delivery.status === status;
}
