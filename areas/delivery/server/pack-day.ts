import {
  portionOf,
  carriedIn,
  CHANGED_SINCE_PACKED,
  isToPack,
} from '#areas/order-book/rules/pack-bag.ts';
import { needsIn } from '#areas/needs/rules/food-needs.ts';
import type { PackBagReply, PackDayReply } from '#areas/delivery/calls/pack.ts';
import { toInstantText, instantOf } from '#platform/rules/zoned-time.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import {
  type GiftCard,
  giftCardIn,
  giftCardText,
  helpingText,
} from '#areas/order-book/rules/kitchen-bag.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { portionCheck } from '#areas/order-book/rules/scan-code.ts';
import type { Context } from '#platform/server/context.ts';
import { type DeliveryEventRow, deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import {
  listClaims,
  type PackedPerson,
  readPacking,
  daysToPack,
} from '#areas/order-book/server/read-packing.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { listDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { numberRuns, type KeyOf, readPortionKeys } from '#areas/order-book/server/number-runs.ts';
import { findHolds, heldBags } from '#areas/order-book/server/holds.ts';
import { type StaffMember, mayDo } from '#platform/server/sign-in-port.ts';
import { and, inArray, asc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { Whose } from '#platform/server/http/about.ts';
import type { Database } from '#platform/server/db/client.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders as orderTable } from '#areas/order-book/server/tables/orders.ts';
import { packTicks } from '#areas/order-book/server/tables/packing.ts';

/** The bags of a day, with nothing of a customer but what packing needs. Throws InvalidRequest for another day. */
export async function getPackDay(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  askedFor: PlainDate | undefined,
): Promise<PackDayReply> {
  const { business } = await context.site.current();
  const { today, tomorrow } = await daysToPack(context);
  const date = askedFor ?? today;
  if (date !== today && date !== tomorrow)
    throw new InvalidRequest({ date: 'Only today and tomorrow are packed.' });
  await numberRuns(context.db, { date });
  const orders = await loadOrdersToCook(context.db, { date });
  const found = orders
    .flatMap((order) => order.deliveries.map((delivery) => ({ order, delivery })))
    .toSorted(
      (a, b) =>
        compareSlotKeys(a.delivery, b.delivery) || (a.delivery.stop ?? 0) - (b.delivery.stop ?? 0),
    );
  const ids = deliveryIds(found.map(({ delivery }) => delivery));
  const now = context.clock();
  const known: Known = {
    business,
    staffId: staff.id,
    packing: await readPacking(context.db, ids),
    claims: await listClaims(context.db, ids, now),
    events: Map.groupBy(await listDeliveryEvents(context.db, ids), (event) => event.deliveryId),
    held: heldBags(await findHolds(context.db, orders, business)),
    keyOf: await readPortionKeys(
      context.db,
      found.map(({ delivery }) => delivery),
    ),
  };
  return {
    now: toInstantText(now),
    date,
    today,
    until: toInstantText(instantOf({ date: tomorrow, minuteOfDay: 0 }, business.timeZone)),
    staffId: staff.id,
    staffName: packerName(staff),
    bags: found.map(({ order, delivery }) => describeBag(order, delivery, known)),
  };
}

type Known = {
  business: BusinessFacts;
  staffId: string;
  packing: Awaited<ReturnType<typeof readPacking>>;
  claims: Awaited<ReturnType<typeof listClaims>>;
  events: ReadonlyMap<number, DeliveryEventRow[]>;
  held: ReadonlySet<number>;
  keyOf: KeyOf;
};

function describeBag(
  order: OrderToCook,
  delivery: OrderDelivery,
  { business, staffId, packing, claims, events, held, keyOf }: Known,
): PackBagReply {
  const { id, date, window, stop, status, version } = delivery;
  const claim = claims.get(id);
  const { address, specialInstructions } = order.customer;
  const keyed = { date, window, stop, orderNumber: order.number };
  return {
    id,
    key: keyOf({ ...keyed, name: handedTo(order).firstName }),
    window,
    stop: stop ?? 0,
    status,
    version,
    ...carriedIn(order, delivery, business),
    suburb: address.suburb.name,
    instructions: specialInstructions,
    isChanged: isChangedSincePacked(delivery, events.get(id) ?? []),
    ...(order.isTest && { isTest: order.isTest }),
    isOnHold: held.has(id),
    claimedBy: claim && claim.staffId !== staffId ? claim.staffName : null,
    reopened: packing.reopenedOf(id),
    card: describeCard(giftCardIn(order, id), id, packing),
    people: packing
      .peopleOf(delivery)
      .map((person) =>
        describePerson(person, id, (helping) => keyOf({ ...keyed, name: person.name, helping })),
      ),
  };
}

function deliveryIds(all: readonly { id: number }[]): number[] {
  return all.map(({ id }) => id);
}

function isChangedSincePacked(
  { status }: OrderDelivery,
  events: readonly DeliveryEventRow[],
): boolean {
  const last = events.findLast(({ isDecisive }) => isDecisive);
  return isToPack({ status }) && last?.reason === CHANGED_SINCE_PACKED;
}

function describeCard(
  card: GiftCard | null,
  deliveryId: number,
  { cardCheckedBy }: Known['packing'],
): PackBagReply['card'] {
  if (!card) return null;
  const text = giftCardText(card);
  return { text, checkedBy: cardCheckedBy(deliveryId, text) };
}

function describePerson(
  person: PackedPerson,
  deliveryId: number,
  keyOf: (helping: string | null) => string,
): PackBagReply['people'][number] {
  const { id, name, items, food, checkedBy } = person;
  return {
    id,
    name,
    ...needsIn(person),
    food,
    checkedBy,
    items: items.map((item) => ({
      id: item.id,
      key: keyOf(helpingText(item, items)),
      mealId: item.mealId,
      mealName: item.meal.name,
      mealType: item.mealType,
      allergens: item.meal.allergens ?? null,
      isAgreed: item.override !== null,
      isClear: portionOf(item, person).isClear,
      state: item.state,
      reason: item.reason,
      by: item.by,
      check: portionCheck({
        ...item,
        allergens: person.allergens,
        avoid: person.avoid,
        deliveryId,
        date: item.deliveryDate,
        window: item.deliveryWindow,
      }),
    })),
  };
}

export function packerName({ firstName, lastName }: StaffMember): string {
  return `${firstName} ${lastName}`.trim() || 'A packer';
}

/** Bags are packed on their day and the day before. Anyone who may print of any day may print any bag's label. */
export const todaysBags: Whose['todaysBags'] = {
  async deliveryId(context, { staff, right }, ids) {
    if (right === 'printLabels' && mayDo(staff, 'makePrintouts')) return ids;
    const { today, tomorrow } = await daysToPack(context);
    const rows = await context.db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(inArray(deliveries.id, ids.map(Number)), inArray(deliveries.date, [today, tomorrow])),
      );
    return rows.map(({ id }) => id);
  },
};

/** Portions that a packer could not put into their bag, and nobody has since; by day, window and stop. */
export async function listMissing(
  db: Database,
  { from, until }: { from: PlainDate; until?: PlainDate },
) {
  const rows = await db
    .select({
      itemId: orderItems.id,
      mealId: orderItems.mealId,
      meal: orderItems.meal,
      reason: packTicks.reason,
      orderId: orderTable.id,
      firstName: sql<string>`coalesce(${orderTable.recipient} ->> 'firstName', ${orderTable.firstName})`,
      lastName: sql<string>`coalesce(${orderTable.recipient} ->> 'lastName', ${orderTable.lastName})`,
      date: deliveries.date,
      window: deliveries.window,
      stop: deliveries.stop,
      status: deliveries.status,
      isRefunded: sql<boolean>`exists (
        select from refunds where refunds.order_id = ${orderTable.id} and refunds.state <> 'failed'
        and refunds.item_ids @> to_jsonb(${orderItems.id}))`,
    })
    .from(packTicks)
    .innerJoin(
      orderItems,
      and(
        eq(orderItems.id, packTicks.itemId),
        eq(orderItems.deliveryId, packTicks.deliveryId),
        eq(orderItems.mealId, packTicks.mealId),
        eq(orderItems.personId, packTicks.personId),
      ),
    )
    .innerJoin(deliveries, eq(deliveries.id, packTicks.deliveryId))
    .innerJoin(orderTable, eq(orderTable.id, deliveries.orderId))
    .where(
      and(
        eq(packTicks.state, 'missing'),
        sql`not exists (select from pack_ticks later where later.delivery_id = ${packTicks.deliveryId}
          and later.item_id = ${packTicks.itemId} and later.id > ${packTicks.id})`,
        ne(deliveries.status, 'cancelled'),
        gte(deliveries.date, from),
        until === undefined ? undefined : lte(deliveries.date, until),
      ),
    )
    .orderBy(
      asc(deliveries.date),
      asc(deliveries.window),
      asc(deliveries.stop),
      asc(orderItems.id),
    );
  return rows.map(({ meal, reason, stop, ...portion }) => ({
    ...portion,
    mealName: meal.name,
    reason: reason ?? ('cant_find' as const),
    stop: stop ?? 0,
  }));
}
