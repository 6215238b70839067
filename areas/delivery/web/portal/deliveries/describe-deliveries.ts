/** What the Deliveries page says and offers of a delivery. */
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import {
  type DeliveryStatus,
  isEnded,
  mayCorrect,
  type ReportedStatus,
} from '#areas/order-book/rules/delivery-status.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';

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

/** Short enough for a button. */
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

export type WindowDeliveries = { timeSlot: DeliveryWindow; deliveries: DeliveryReply[] };

/** For the windows that have any. */
export function byWindow(deliveries: readonly DeliveryReply[]): WindowDeliveries[] {
  return [...Map.groupBy(deliveries, ({ timeSlot }) => timeSlot)].map(([timeSlot, theirs]) => ({
    timeSlot,
    deliveries: theirs,
  }));
}

/** The names of those in it who have allergies, a diet or a note. */
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
