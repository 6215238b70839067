/**
 * What customers can still change in an order on their own: everything before the cutoff of its first delivery's week,
 * nothing after. Meals, day by day: until the cutoff of each delivery that the change is about. Spec 4, 9.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';

export type ChangeFacts = Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart' | 'phone'>;

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
  { date, status }: { date: PlainDate; status: DeliveryStatus },
  now: Instant,
  facts: ChangeFacts,
): string | null {
  const begun = BEGUN[status];
  const day = formatDayAndMonth(date);
  if (begun) return `The delivery for ${day} ${begun}. Call us on ${facts.phone}.`;
  const deadline = changeDeadline([date], facts);
  return now < deadline ? null : closedText(`Changes for ${day}`, deadline, facts);
}

function closedText(what: string, deadline: Instant, { timeZone, phone }: ChangeFacts): string {
  const { date, minuteOfDay } = wallTimeAt(deadline, timeZone);
  const closed = `${formatDate(date)} at ${formatMinuteOfDay(minuteOfDay)}`;
  return `${what} closed on ${closed}, when we started buying ingredients. Call us on ${phone}.`;
}
