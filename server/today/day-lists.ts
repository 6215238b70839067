/** The lists of deliveries, all from one read of those that can be on any. */
import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, notInArray, or } from 'drizzle-orm';
import { formatDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { WallTime } from '#domain/calendar/zoned-time.ts';
import { DELIVERY_STATUSES, isEnded } from '#domain/delivery/delivery-status.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import {
  type ListOfDeliveries,
  type DeliveryOfDay,
  firstDayAskedAfter,
  listsOfDelivery,
} from '#domain/operation/today.ts';
import { customerName } from '#domain/ordering/order.ts';
import { hasFoodNeeds } from '#domain/people/food-needs.ts';
import type { Database } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { people } from '#server/db/schema/orders/people.ts';
import { type FoundList, foundList } from '#server/today/found-list.ts';

export type ListedDelivery = DeliveryOfDay & {
  id: number;
  orderId: number;
  customer: string;
  /** The names of those in it who have allergies, a diet or a note. */
  needy: string[];
};

/** Those of today, and earlier ones that are open, flagged or missed without a decision; the oldest first. */
export async function readDeliveries(db: Database, today: PlainDate): Promise<ListedDelivery[]> {
  const [rows, needs] = await Promise.all([
    db
      .select({
        id: deliveries.id,
        orderId: orders.id,
        orderStatus: orders.status,
        firstName: orders.firstName,
        lastName: orders.lastName,
        date: deliveries.date,
        window: deliveries.window,
        status: deliveries.status,
        flag: deliveries.flag,
        settledAt: deliveries.settledAt,
      })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .where(
        and(
          gte(deliveries.date, firstDayAskedAfter(today)),
          lte(deliveries.date, today),
          or(
            eq(deliveries.date, today),
            notInArray(deliveries.status, DELIVERY_STATUSES.filter(isEnded)),
            isNotNull(deliveries.flag),
            and(eq(deliveries.status, 'missed'), isNull(deliveries.settledAt)),
          ),
        ),
      )
      .orderBy(
        asc(deliveries.date),
        asc(deliveries.window),
        asc(deliveries.stop),
        asc(deliveries.id),
      ),
    readNeeds(db, today),
  ]);
  return rows.map(({ orderStatus, firstName, lastName, settledAt, ...delivery }) => {
    const needy = needs.get(delivery.id) ?? [];
    return {
      ...delivery,
      isSettled: settledAt !== null,
      customer: customerName({ firstName, lastName }),
      needy,
      hasNeeds: needy.length > 0,
      isOrderCancelled: orderStatus === 'cancelled',
    };
  });
}

/** Who of the day has food needs, by delivery. */
async function readNeeds(db: Database, today: PlainDate): Promise<Map<number, string[]>> {
  const ofToday = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.date, today));
  const rows = await db
    .selectDistinct({
      deliveryId: orderItems.deliveryId,
      position: people.position,
      name: people.name,
      allergens: people.allergens,
      diets: people.diets,
      note: people.note,
    })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(inArray(orderItems.deliveryId, ofToday))
    .orderBy(asc(orderItems.deliveryId), asc(people.position));
  const byDelivery = Map.groupBy(rows.filter(hasFoodNeeds), ({ deliveryId }) => deliveryId);
  return new Map(
    [...byDelivery].map(([deliveryId, theirs]) => [deliveryId, theirs.map(({ name }) => name)]),
  );
}

export function listByDelivery(
  kind: ListOfDeliveries,
  all: readonly ListedDelivery[],
  now: WallTime,
): FoundList {
  const listed = all.filter((delivery) => listsOfDelivery(delivery, now).includes(kind));
  return foundList(
    listed.map((delivery) => ({
      id: delivery.id,
      label: [
        kind === 'allergies'
          ? `${delivery.customer} (${delivery.needy.join(', ')})`
          : delivery.customer,
        ...(delivery.date === now.date ? [] : [formatDate(delivery.date)]),
        windowLabel(delivery.window),
      ].join(', '),
      date: delivery.date,
      orderId: delivery.orderId,
    })),
  );
}
