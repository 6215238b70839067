import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import {
  type DeliveryStatus,
  isEnded,
  mayCorrect,
  type ReportedStatus,
  DELIVERY_STATUS_LABELS,
  DELIVERY_STATUSES,
} from '#areas/order-book/rules/delivery.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { isLate } from '#areas/order-book/rules/today.ts';

/** What usually comes next; an ended delivery has nothing. */
const NEXT: Partial<Record<DeliveryStatus, ReportedStatus>> = {
  planned: 'cooked',
  cooked: 'packed',
  packed: 'out',
  out: 'delivered',
};

export function nextStatusOf({ status }: Pick<DeliveryReply, 'status'>): ReportedStatus | null {
  return NEXT[status] ?? null;
}

export const ACTION_LABELS: Record<ReportedStatus, string> = {
  planned: 'Back to planned',
  cooked: 'Cooked',
  packed: 'Packed',
  out: 'On the way',
  delivered: 'Delivered',
  missed: 'Not delivered',
};

export const BADGES: Record<DeliveryStatus, BadgeVariant> = {
  planned: 'secondary',
  cooked: 'secondary',
  packed: 'default',
  out: 'default',
  delivered: 'outline',
  missed: 'destructive',
  cancelled: 'destructive',
};

export type WindowDeliveries = { window: DeliveryWindow; deliveries: DeliveryReply[] };

/** For the windows that have any. */
export function byWindow(deliveries: readonly DeliveryReply[]): WindowDeliveries[] {
  return [...Map.groupBy(deliveries, ({ timeSlot }) => timeSlot)].map(([window, inWindow]) => ({
    window,
    deliveries: inWindow,
  }));
}

export function peopleWithNeeds({ people }: DeliveryReply): string[] {
  return people.filter(hasFoodNeeds).map(({ name }) => name);
}

export function portionsOf({ people }: DeliveryReply): number {
  return people.reduce((sum, { items }) => sum + items.length, 0);
}

/** Where a delivery was left, or why it was not; empty while it is under way. */
export function lastWord({ status, events }: DeliveryReply): string {
  if (!isEnded(status)) return '';
  const last = events.findLast((event) => event.isDecisive && event.status === status);
  if (!last || last.isUndo) return '';
  return [last.place && `left: ${last.place}`, last.reason].filter(Boolean).join(', ');
}

export function isStillOpen({ status }: Pick<DeliveryReply, 'status'>): boolean {
  return !isEnded(status);
}

/** Whether its ending may still be said to be wrong. */
export function isCorrectable(
  { status, date }: Pick<DeliveryReply, 'status' | 'date'>,
  today: PlainDate | null,
): boolean {
  const hasEnded = status === 'delivered' || status === 'missed';
  return hasEnded && today !== null && mayCorrect(date, today);
}

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
