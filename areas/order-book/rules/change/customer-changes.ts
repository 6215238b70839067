/**
 * What customers can still change in an order on their own: everything until the cutoff that was promised for its first
 * delivery, nothing after. Meals, day by day: until that of each delivery that the change is about. Spec 4, 9.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  type OrderDelivery,
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import type { OrderChange } from '#areas/order-book/rules/change/edit-order.ts';
import { personKey } from '#platform/rules/customer-name.ts';

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

/** Which deliveries of an order a customer's change is about, and whether they can still be changed. Ours. */
type WholeOrder = Pick<Order, 'deliveries'>;

/** As sent, where it cannot be read. */
export function changedItemsOf({ items }: OrderChange, before: readonly OrderItem[]) {
  return items ?? before;
}

/** The deliveries that an order has and that would change. */
export function changedDeliveries(change: OrderChange, order: WholeOrder): Order['deliveries'] {
  return order.deliveries.filter(
    aboutDelivery(change, order, changedItemsOf(change, itemsOf(order))),
  );
}

type Portion = Partial<Omit<CheckedItem, 'deliveryDate' | 'mealId'>> &
  Pick<CheckedItem, 'deliveryDate' | 'mealId'> & { id?: number | null | undefined };

/** Each delivery that would change is still open: where a meal was, and where it would be. */
export function whyPastCutoff(
  change: OrderChange,
  { order, after }: { order: WholeOrder; after: readonly Portion[] },
  now: Instant,
  facts: ChangeFacts & Parameters<typeof cutoffFor>[1],
): string | null {
  const isAbout = aboutDelivery(change, order, after);
  for (const delivery of order.deliveries) {
    if (!isAbout(delivery)) continue;
    const why = whyDeliveryUnchangeable(delivery, now, facts);
    if (why !== null) return why;
  }
  const known = new Set(order.deliveries.map(({ date }) => date));
  for (const { deliveryDate: date } of after) {
    if (known.has(date)) continue;
    const why = whyDateClosed({ date, until: cutoffFor(date, facts) }, now, facts);
    if (why !== null) return why;
  }
  return null;
}

const ENDED = ['delivered', 'missed', 'cancelled'];

/** An address, a wish or what someone may not eat is about everything that is still to come. */
function aboutDelivery(change: OrderChange, order: WholeOrder, after: readonly Portion[]) {
  const isAboutAll =
    change.contact !== undefined ||
    change.recipient !== undefined ||
    change.deliveryPreference !== undefined ||
    change.specialInstructions !== undefined;
  const needy = new Set((change.people ?? []).map(({ name }) => personKey(name)));
  return ({ date, window, status, people }: Order['deliveries'][number]): boolean => {
    const isEnded = ENDED.includes(status);
    if (isAboutAll && !isEnded) return true;
    if (!isEnded && people.some(({ name }) => needy.has(personKey(name)))) return true;
    if (status === 'cancelled') return false;
    const were = itemsOfDelivery({ people });
    const ids = new Set(were.map(({ id }) => id));
    const are = after.filter(
      (item) =>
        item.deliveryDate === date &&
        (item.deliveryWindow ?? window) === window &&
        !isOfCancelled(item),
    );
    return (
      were.length !== are.length ||
      are.some((item) => !ids.has(item.id ?? -1)) ||
      are.some((item) => !were.some((was) => was.id === item.id && isSamePortion(was, item)))
    );
  };

  function isOfCancelled({ id }: Portion): boolean {
    const cancelled = order.deliveries.filter((delivery) => delivery.status === 'cancelled');
    return itemsOf({ deliveries: cancelled }).some((item) => item.id === id);
  }
}

function isSamePortion(was: OrderItem, item: Portion): boolean {
  return (
    was.mealId === item.mealId &&
    (item.mealDate ?? was.mealDate) === was.mealDate &&
    personKey(item.personName ?? was.personName) === personKey(was.personName)
  );
}
