/**
 * What customers can still change in an order on their own: everything until the cutoff that was promised for its first
 * delivery, nothing after. Meals, day by day: until that of each delivery that the change is about. Spec 4, 9.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';

export type ChangeFacts = Pick<BusinessFacts, 'timeZone' | 'phone'>;

type Promised = Pick<OrderDelivery, 'changeableUntil'>;

/** Changes close then. */
export function changeDeadline(deliveries: readonly Promised[]): Instant {
  return Math.min(...deliveries.map(({ changeableUntil }) => changeableUntil.getTime()));
}

/** Customer-facing reason that changes are closed; null while they are open. */
export function whyUnchangeable(
  { status, deliveries }: { status: OrderStatus; deliveries: readonly Promised[] },
  now: Instant,
  facts: ChangeFacts,
): string | null {
  if (!canCancelOrder({ status })) return `This order is already ${status}.`;
  const deadline = changeDeadline(deliveries);
  return now < deadline ? null : closedText('Changes to this order', deadline, facts);
}

const BEGUN: Partial<Record<DeliveryStatus, string>> = {
  cooked: 'is cooked',
  packed: 'is packed',
  out: 'is on its way',
  delivered: 'has arrived',
  missed: 'could not be left',
  cancelled: 'is cancelled',
};

/** Customer-facing reason that this delivery stays as it is; null while its meals can be changed. */
export function whyDeliveryUnchangeable(
  { date, status, changeableUntil }: Promised & Pick<OrderDelivery, 'date' | 'status'>,
  now: Instant,
  facts: ChangeFacts,
): string | null {
  const begun = BEGUN[status];
  if (begun)
    return `The delivery for ${formatDayAndMonth(date)} ${begun}. Call us on ${facts.phone}.`;
  return whyDateClosed({ date, until: changeableUntil.getTime() }, now, facts);
}

/** Customer-facing reason that nothing on this date can be changed from `until` on; null before. */
export function whyDateClosed(
  { date, until }: { date: PlainDate; until: Instant },
  now: Instant,
  facts: ChangeFacts,
): string | null {
  return now < until ? null : closedText(`Changes for ${formatDayAndMonth(date)}`, until, facts);
}

function closedText(what: string, deadline: Instant, { timeZone, phone }: ChangeFacts): string {
  const { date, minuteOfDay } = wallTimeAt(deadline, timeZone);
  const closed = `${formatDate(date)} at ${formatMinuteOfDay(minuteOfDay)}`;
  return `${what} closed on ${closed}, when we started buying ingredients. Call us on ${phone}.`;
}
