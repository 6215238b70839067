/** The lists of deliveries, all from one read of those that can be on any. */
import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import type { Instant, WallTime } from '#platform/rules/zoned-time.ts';
import { flagText, DELIVERY_STATUSES, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { timeText } from '#areas/business/rules/parse-window.ts';
import type { MissedChoice } from '#areas/order-book/rules/missed-choices.ts';
import {
  type ListOfDeliveries,
  type DeliveryOfDay,
  firstDayAskedAfter,
  listsOfDelivery,
} from '#areas/order-book/rules/today.ts';
import { untilText } from '#areas/order-book/rules/change/missed-choice.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { missedChoices } from '#areas/order-book/server/tables/missed-choices.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { people } from '#areas/order-book/server/tables/people.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/food-needs.ts';
import { type FoundList, foundList } from '#areas/office/server/found-list.ts';

export type ListedDelivery = DeliveryOfDay & {
  id: number;
  version: number;
  orderId: number;
  customer: string;
  /** Of one that is missed: the customer asks for a call; until when they may choose. */
  chosen: MissedChoice | null;
  chooseUntil: Date | null;
  /** The names of those in it who have allergies, a diet or a note. */
  needy: string[];
};

/**
 * Those that can be on a list now, the oldest first: late, earlier and open, to be checked, missed without a decision, or
 * with food needs. Not the whole day, most of which needs nobody.
 */
export async function readDeliveries(db: Database, now: WallTime): Promise<ListedDelivery[]> {
  const today = now.date;
  const [rows, needs] = await Promise.all([
    db
      .select({
        id: deliveries.id,
        orderId: orders.id,
        orderStatus: orders.status,
        firstName: orders.firstName,
        lastName: orders.lastName,
        phone: orders.phone,
        recipient: orders.recipient,
        date: deliveries.date,
        window: deliveries.window,
        status: deliveries.status,
        flag: deliveries.flag,
        flagSeenAt: deliveries.flagSeenAt,
        version: deliveries.version,
        settledAt: deliveries.settledAt,
        chosen: missedChoices.chosen,
        chooseUntil: missedChoices.until,
      })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .leftJoin(
        missedChoices,
        and(
          eq(missedChoices.deliveryId, deliveries.id),
          eq(missedChoices.attempt, deliveries.attempt),
        ),
      )
      .where(mayNeedAHand(db, now))
      .orderBy(
        asc(deliveries.date),
        asc(deliveries.window),
        asc(deliveries.stop),
        asc(deliveries.id),
      ),
    readNeeds(db, today),
  ]);
  return rows.map((row) => {
    const { orderStatus, firstName, lastName, phone, recipient, ...rest } = row;
    const { settledAt, flagSeenAt, ...delivery } = rest;
    const needy = needs.get(delivery.id) ?? [];
    return {
      ...delivery,
      isSettled: settledAt !== null,
      isFlagSeen: flagSeenAt !== null,
      customer: customerName(handedTo({ customer: { firstName, lastName, phone }, recipient })),
      needy,
      hasNeeds: needy.length > 0,
      isOrderCancelled: orderStatus === 'cancelled',
    };
  });
}

function mayNeedAHand(db: Database, now: WallTime) {
  const today = now.date;
  const isOpen = notInArray(deliveries.status, DELIVERY_STATUSES.filter(isEnded));
  const isOver = sql`right(${deliveries.window}, 5) <= ${timeText(now.minuteOfDay)}`;
  return and(
    gte(deliveries.date, firstDayAskedAfter(today)),
    lte(deliveries.date, today),
    or(
      and(isOpen, lt(deliveries.date, today)),
      and(isOpen, isOver),
      and(isOpen, exists(needsIn(db))),
      and(isNotNull(deliveries.flag), isNull(deliveries.flagSeenAt)),
      and(eq(deliveries.status, 'missed'), isNull(deliveries.settledAt)),
    ),
  );
}

/** Somebody of a delivery has food needs. */
function needsIn(db: Database) {
  return db
    .select({ id: people.id })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(and(eq(orderItems.deliveryId, deliveries.id), rowHasFoodNeeds()));
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
    })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(and(inArray(orderItems.deliveryId, ofToday), rowHasFoodNeeds()))
    .orderBy(asc(orderItems.deliveryId), asc(people.position));
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return new Map(
    [...byDelivery].map(([deliveryId, theirs]) => [deliveryId, theirs.map(({ name }) => name)]),
  );
}

export function listByDelivery(
  kind: ListOfDeliveries,
  all: readonly ListedDelivery[],
  { now, at, timeZone }: { now: WallTime; at: Instant; timeZone: string },
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
        ...(kind === 'flagged' && delivery.flag
          ? [flagText({ flag: delivery.flag, status: delivery.status }).toLowerCase()]
          : []),
        ...(kind === 'missed' ? waitingFor(delivery, at, timeZone) : []),
      ].join(', '),
      date: delivery.date,
      orderId: delivery.orderId,
      ...(kind === 'flagged' && { version: delivery.version }),
    })),
  );
}

/** What staff need to know before they decide on it themselves. */
function waitingFor(
  { chosen, chooseUntil }: Pick<ListedDelivery, 'chosen' | 'chooseUntil'>,
  at: Instant,
  timeZone: string,
): string[] {
  if (chosen === 'call') return ['asks for a call'];
  if (chosen !== null || chooseUntil === null || chooseUntil.getTime() <= at) return [];
  return [`may choose until ${untilText(chooseUntil.getTime(), timeZone)}`];
}
