import type { z } from 'zod';
import type { DeliveryReply, listDeliveries as call } from '#areas/orders/calls/deliveries.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { handedTo } from '#areas/business/rules/recipient.ts';
import { isSameSuburb, namesOfSuburb } from '#areas/business/rules/served-suburbs.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { carriedIn } from '#areas/order-book/rules/pack-bag.ts';
import { isFoundBy, nearRank } from '#platform/rules/search-key.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { compareByStop } from '#areas/order-book/rules/split-stops.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { hasFoodNeeds, needsIn } from '#areas/needs/rules/food-needs.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type DeliveryEventRow,
  deliveries,
  type DeliveryRow,
} from '#areas/order-book/server/tables/deliveries.ts';
import {
  type Driver,
  listDriversOf,
  type DriverNotice,
  listDriverNotices,
} from '#areas/order-book/server/delivery-drivers.ts';
import {
  listPhotographed,
  listDeliveryEvents,
  standingOf,
} from '#areas/order-book/server/delivery-events.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { eq, and, gte, lte, ne } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { type OrderRow, orders as orderTable } from '#areas/order-book/server/tables/orders.ts';
import { markCooked } from '#areas/order-book/server/item-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { readWhen } from '#areas/business/rules/read-when.ts';
import { TEST_BADGE } from '#areas/order-book/rules/kitchen-bag.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { portalLink } from '#areas/order-book/server/today-rows.ts';
import { addDays, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { bestOf, type Finder } from '#platform/server/finders.ts';

type OnTheRoad = {
  drivers: ReadonlyMap<number, Driver>;
  notices: ReadonlyMap<number, readonly DriverNotice[]>;
  photographed: ReadonlySet<string>;
};

type Query = z.output<(typeof call)['query']>;

type Seen = { business: BusinessFacts; onTheRoad: OnTheRoad; seesPayer: boolean };

/** The deliveries of a day that fit, by window and stop. Cancelled ones only when asked for. */
export async function listDeliveries(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  query: Query,
  by: StaffMember,
): Promise<DeliveryReply[]> {
  const { business } = await context.site.current();
  const date = query.date ?? wallTimeAt(context.clock(), business.timeZone).date;
  const { window, status } = query;
  await numberRuns(context.db, { date, window });
  const orders = await loadOrdersToCook(context.db, { date, window, withCancelled: true });
  const found = orders
    .flatMap((order) => order.deliveries.map((delivery) => ({ order, delivery })))
    .filter(({ delivery }) =>
      status ? delivery.status === status : delivery.status !== 'cancelled',
    )
    .filter(({ order, delivery }) =>
      isChosen(order, delivery, { query, suburbs: business.suburbs }),
    )
    .toSorted(compareDeliveries);
  const ids = found.map(({ delivery }) => delivery.id);
  const events = await listDeliveryEvents(context.db, ids);
  const eventsOf = Map.groupBy(events, ({ deliveryId }) => deliveryId);
  const notices = await listDriverNotices(context.db, date, business.timeZone);
  const onTheRoad: OnTheRoad = {
    drivers: await listDriversOf(context.db, ids),
    notices: Map.groupBy(notices, ({ deliveryId }) => deliveryId),
    photographed: await listPhotographed(context.db, ids),
  };
  const seesPayer = mayDo(by, 'seeOrders');
  return found.map(({ order, delivery }) =>
    describeDelivery(order, delivery, eventsOf.get(delivery.id) ?? [], {
      business,
      onTheRoad,
      seesPayer,
    }),
  );
}

function isChosen(
  { customer, recipient, number }: OrderToCook,
  { people }: OrderDelivery,
  { query, suburbs }: { query: Query } & Pick<BusinessFacts, 'suburbs'>,
): boolean {
  const { name } = customer.address.suburb;
  if (query.suburb && !isSameSuburb(name, query.suburb, suburbs)) return false;
  if (query.allergies && !people.some(hasFoodNeeds)) return false;
  const address = `${customer.address.line1} ${customer.address.line2}`;
  const suburb = [name, ...namesOfSuburb(name, suburbs)].join(', ');
  return [customer, recipient].some(
    (who) =>
      who &&
      isFoundBy(
        query.q ?? '',
        number,
        `${who.firstName} ${who.lastName}`,
        who.phone,
        address,
        suburb,
      ),
  );
}

type FoundDelivery = { order: OrderToCook; delivery: OrderDelivery };

function compareDeliveries(a: FoundDelivery, b: FoundDelivery): number {
  return compareSlotKeys(a.delivery, b.delivery) || compareByStop(stopOf(a), stopOf(b));
}

function stopOf({ order: { customer, number }, delivery }: FoundDelivery) {
  const { line1: addressLine1, line2: addressLine2, suburb } = customer.address;
  return {
    stop: delivery.stop,
    suburb: suburb.name,
    addressLine1,
    addressLine2,
    orderNumber: number,
  };
}

function describeDelivery(
  { id: orderId, number, customer, recipient, isTest }: OrderToCook,
  delivery: OrderDelivery,
  events: readonly DeliveryEventRow[],
  { business, onTheRoad, seesPayer }: Seen,
): DeliveryReply {
  const { address, specialInstructions, deliveryPreference } = customer;
  const { line1, line2, suburb } = address;
  return {
    id: delivery.id,
    orderId,
    orderNumber: number,
    date: delivery.date,
    timeSlot: delivery.window,
    status: delivery.status,
    stop: delivery.stop,
    nearStop: delivery.nearStop,
    version: delivery.version,
    flag: delivery.flag,
    flagSeenBy: delivery.flagSeenBy,
    isSettled: delivery.settledAt !== null,
    madeOn: delivery.madeOn,
    customer: {
      ...handedTo({ customer, recipient }),
      address: joinAddress({ line1, line2, suburb: suburb.name }),
      suburb: suburb.name,
      specialInstructions,
      deliveryPreference,
    },
    payer:
      recipient && seesPayer
        ? { firstName: customer.firstName, lastName: customer.lastName, phone: customer.phone }
        : null,
    isGift: recipient?.isGift ?? false,
    ...(isTest && { isTest }),
    people: delivery.people.map((person) => ({
      name: person.name,
      ...needsIn(person),
      items: person.items.map(({ id, mealId, mealType, meal }) => ({
        id,
        mealId,
        mealName: meal.name,
        mealType,
      })),
    })),
    bags: carriedIn({ customer }, delivery, business).bags,
    driver: whoEnded(delivery, events) ?? onTheRoad.drivers.get(delivery.id) ?? null,
    notices: (onTheRoad.notices.get(delivery.id) ?? []).map(
      ({ id, text, shownAt, shownTo, isRead }) => ({
        id,
        text,
        shownAt: shownAt?.toISOString() ?? null,
        shownTo,
        isRead,
      }),
    ),
    events: events.map((event) => describeEvent(event, onTheRoad.photographed)),
  };
}

function describeEvent(
  event: DeliveryEventRow,
  photographed: ReadonlySet<string>,
): DeliveryReply['events'][number] {
  const { status, at, receivedAt, staffName, reason, place, note, key, isDecisive, undoes } = event;
  return {
    status,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
    by: staffName,
    reason,
    place,
    note,
    photoKey: key !== null && photographed.has(key) ? key : null,
    isDecisive,
    isUndo: undoes !== null,
  };
}

/** The order is locked first, like everywhere. */
export async function lockDelivery(
  tx: Transaction,
  id: number,
): Promise<{ order: OrderRow; delivery: DeliveryRow } | null> {
  const [found] = await tx
    .select({ orderId: deliveries.orderId })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  if (!found) return null;
  const order = await lockOrder(tx, found.orderId, undefined);
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id));
  return delivery ? { order, delivery } : null;
}

export async function updateDelivery(
  tx: Transaction,
  delivery: DeliveryRow,
  changed: Partial<Omit<DeliveryRow, 'id' | 'orderId' | 'version' | 'settledAt' | 'madeOn'>>,
): Promise<DeliveryRow> {
  if (Object.keys(changed).length === 0) return delivery;
  const [after] = await tx
    .update(deliveries)
    .set({
      ...changed,
      // A bag that is cooked again is not the one that was kept.
      ...(changed.status === 'planned' && { madeOn: null }),
      ...(changed.status && { settledAt: null }),
      version: delivery.version + 1,
    })
    .where(eq(deliveries.id, delivery.id))
    .returning();
  if (!after) throw new Error(`delivery ${delivery.id} is gone`);
  if (changed.status && changed.status !== delivery.status) await markCooked(tx, after);
  return after;
}

/** A finished stop counts for the driver whose phone reported it, no matter who has it by now. */
export function whoEnded(
  { status }: OrderDelivery,
  events: readonly DeliveryEventRow[],
): Driver | undefined {
  const last = isEnded(status) ? standingOf(events).at(-1) : undefined;
  return last?.deviceId && last.staffId
    ? { id: last.staffId, name: last.staffName ?? '' }
    : undefined;
}

const DAYS = 7;

/** For those who see no orders: of the coming days, by first name, number and stop. No phone, email or money. */
export const deliveryFinder: Finder = {
  kind: 'deliveries',
  right: 'seeDeliveries',
  unless: 'seeOrders',
  async find({ site }, { q, today, limit, tx }) {
    const { business } = await site.current();
    const said = readWhen(q, today, business);
    const rows = await tx
      .select({
        id: deliveries.id,
        date: deliveries.date,
        window: deliveries.window,
        stop: deliveries.stop,
        number: orderTable.number,
        firstName: orderTable.firstName,
        recipient: orderTable.recipient,
        suburb: orderTable.suburb,
        isTest: isTestOrder(orderTable.id),
      })
      .from(deliveries)
      .innerJoin(orderTable, eq(orderTable.id, deliveries.orderId))
      .where(
        and(
          gte(deliveries.date, said.date ?? today),
          lte(deliveries.date, said.date ?? addDays(today, DAYS)),
          ne(deliveries.status, 'cancelled'),
        ),
      )
      .orderBy(deliveries.date, deliveries.window, deliveries.stop, deliveries.id);
    const words = said.date === null ? q : said.rest.join(' ');
    const items = rows
      .filter(
        ({ window }) =>
          said.date === null || said.windows.length === 0 || said.windows.includes(window),
      )
      .map(({ id, date, window, stop, number, firstName, recipient, suburb, isTest }) => {
        const name = recipient?.firstName ?? firstName;
        const stopText = stop === null ? '' : `Stop ${stop}`;
        return {
          id: String(id),
          title: `${name}, ${formatDayAndMonth(date)}, ${windowLabel(window)}`,
          detail: [isTest && TEST_BADGE, number, stopText, suburb].filter(Boolean).join(' · '),
          link: portalLink({ tab: 'deliveries', date, q: number }),
          rank: nearRank(words, number, name, stopText),
        };
      });
    const best = bestOf(items, limit + 1);
    return { items: best.slice(0, limit), more: null };
  },
};
