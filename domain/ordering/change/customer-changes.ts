/**
 * What customers can still change in an order on their own: everything before the cutoff of its first delivery's week,
 * nothing after. Spec 4, 9.
 */
import type { BusinessFacts } from '#domain/business.ts';
import { formatDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { canCancelOrder, type OrderStatus } from '#domain/ordering/status/order-status.ts';
import { cutoffOf, weekStartOf } from '#domain/ordering/week/ordering-week.ts';

type ChangeFacts = Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart' | 'phone'>;

type ChangeableOrder = { status: OrderStatus; deliveryDates: readonly PlainDate[] };

/** Changes close then. */
export function changeDeadline(dates: readonly PlainDate[], facts: ChangeFacts): Instant {
  const first = dates.reduce((earliest, date) => (date < earliest ? date : earliest));
  return cutoffOf(weekStartOf(first, facts), facts);
}

/** Customer-facing reason that changes are closed; null while they are open. */
export function whyUnchangeable(
  { status, deliveryDates }: ChangeableOrder,
  now: Instant,
  facts: ChangeFacts,
): string | null {
  if (!canCancelOrder({ status })) return `This order is already ${status}.`;
  const deadline = changeDeadline(deliveryDates, facts);
  if (now < deadline) return null;
  const { date, minuteOfDay } = wallTimeAt(deadline, facts.timeZone);
  const closed = `${formatDate(date)} at ${formatMinuteOfDay(minuteOfDay)}`;
  return `Changes to this order closed on ${closed}, when we started buying ingredients. Call us on ${facts.phone}.`;
}
