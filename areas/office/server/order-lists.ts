/** Lists of what is wrong with an order, its meals, its messages or its money back. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isText, MESSAGE_KIND_LABELS } from '#areas/messages/rules/messages.ts';
import { MOST_TODAY_ITEMS } from '#areas/order-book/rules/today.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { isToPack, MISSING_REASON_LABELS } from '#areas/order-book/rules/pack-bag.ts';
import type { Database } from '#platform/server/db/client.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { HOLDS } from '#areas/needs/rules/gate/verdict.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import type { GivenFoodReply } from '#areas/orders/calls/given-food.ts';
import { type DeliveryStatus, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { type CallMatter, matterText } from '#areas/order-book/rules/food-matters.ts';
import { listOpenMatters } from '#areas/orders/server/food-calls.ts';
import { listMissing } from '#areas/delivery/server/list-missing.ts';
import { isSeenBy } from '#areas/messages/server/message-queries.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { firstOf, foundList, type FoundList } from '#areas/office/server/found-list.ts';

const total = sql<number>`(count(*) over ())::int`;

/** Who is to be called about food: who may come to harm, or who wrote of an allergy. */
export async function listFoodMatters(
  db: Database,
  isListed: (kind: CallMatter) => boolean,
): Promise<FoundList> {
  const open = await listOpenMatters(db);
  return foundList(open.filter(({ kind }) => isListed(kind)).map(itemOf));
}

function itemOf({ id, orderId, calls, ...matter }: GivenFoodReply): FoundList['items'][number] {
  const called = ['not called yet', 'called once'][calls.length] ?? `called ${calls.length} times`;
  return { id, label: `${matterText(matter)}, ${called}`, date: null, orderId };
}

/** Meals that may not leave the kitchen, those that go out first at the top. */
export async function listMealsOnHold(db: Database): Promise<FoundList> {
  const rows = await db
    .select({
      id: foodMatters.id,
      orderId: foodMatters.orderId,
      person: foodMatters.personName,
      meal: foodMatters.mealName,
      date: deliveries.date,
      total,
    })
    .from(foodMatters)
    .innerJoin(deliveries, eq(deliveries.id, foodMatters.deliveryId))
    .where(and(inArray(foodMatters.kind, [...HOLDS]), isNull(foodMatters.settledAt)))
    .orderBy(asc(deliveries.date), asc(foodMatters.id))
    .limit(MOST_TODAY_ITEMS);
  return firstOf(rows, ({ id, orderId, person, meal, date }) => ({
    id,
    label: `${person}: ${meal}, ${formatDate(date)}`,
    date,
    orderId,
  }));
}

/** Portions that packers miss, today and tomorrow; of bags that went without, until it is settled with their people. */
export async function listShortBags(db: Database, today: PlainDate): Promise<FoundList> {
  const missing = await listMissing(db, { from: today });
  const open = await listOpenMatters(db);
  return foundList([
    ...missing
      .filter((portion) => !portion.isRefunded && !hasLeft(portion))
      .map((portion) => ({
        id: portion.itemId,
        label: [
          `Stop ${portion.stop}, ${customerName(portion)}: ${portion.mealName}`,
          MISSING_REASON_LABELS[portion.reason].toLowerCase(),
          ...(isToPack(portion) ? [] : ['packed short']),
          ...(portion.date === today ? [] : [formatDate(portion.date)]),
          windowLabel(portion.window),
        ].join(', '),
        date: portion.date,
        orderId: portion.orderId,
      })),
    ...open.filter(({ kind }) => kind === 'short').map(itemOf),
  ]);
}

function hasLeft({ status }: { status: DeliveryStatus }): boolean {
  return status === 'out' || isEnded(status);
}

/** The one that has waited longest first. */
export async function listUndecidedOrders(db: Database): Promise<FoundList> {
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      firstName: orders.firstName,
      lastName: orders.lastName,
      total,
    })
    .from(orders)
    .where(eq(orders.status, 'pending'))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MOST_TODAY_ITEMS);
  return firstOf(rows, ({ id, number, ...customer }) => ({
    id,
    label: `${number}, ${customerName(customer)}`,
    date: null,
    orderId: id,
  }));
}

/** Without addresses and numbers: the Emails page has them. */
export async function listFailedMessages(db: Database, staff: StaffMember): Promise<FoundList> {
  const rows = await db
    .select({
      id: messages.id,
      kind: messages.kind,
      channel: messages.channel,
      orderId: messages.orderId,
      number: orders.number,
      total,
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .where(and(eq(messages.state, 'failed'), isSeenBy(staff)))
    .orderBy(desc(messages.id))
    .limit(MOST_TODAY_ITEMS);
  return firstOf(rows, ({ id, kind, channel, orderId, number }) => ({
    id,
    label: [
      `${isText(channel) ? 'Text' : 'Email'} “${MESSAGE_KIND_LABELS[kind]}”`,
      ...(number === null ? [] : [number]),
    ].join(', '),
    date: null,
    orderId,
  }));
}

export async function listFailedRefunds(db: Database): Promise<FoundList> {
  const rows = await db
    .select({ id: refunds.id, orderId: refunds.orderId, number: orders.number, total })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.state, 'failed'), isNull(refunds.handledAt)))
    .orderBy(asc(refunds.updatedAt), asc(refunds.id))
    .limit(MOST_TODAY_ITEMS);
  return firstOf(rows, ({ id, orderId, number }) => ({ id, label: number, date: null, orderId }));
}
