/** Which deliveries of an order a customer's change is about, and whether they can still be changed. Ours. */
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import {
  type ChangeFacts,
  whyDateClosed,
  whyDeliveryUnchangeable,
} from '#areas/order-book/rules/change/customer-changes.ts';
import type { OrderChange } from '#areas/order-book/rules/change/edit-order.ts';
import {
  itemsOf,
  itemsOfDelivery,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import { personKey } from '#platform/rules/customer-name.ts';

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
