/** Reads orders from the database: the only place that joins deliveries, people and items. As many queries for five hundred orders as for one. */
import { isOpenDispute } from '#platform/rules/dispute-status.ts';
import { and, asc, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { Order, OrderToCook } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type GivenValues, isAnyOf, prepared } from '#platform/server/db/prepared.ts';
import {
  oldestPaymentFirst,
  payments,
  isSettledOtherwise,
  refunds,
  disputes,
} from '#areas/order-book/server/tables/payments.ts';
import { sumCents } from '#platform/rules/money.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { documents } from '#areas/order-book/server/tables/documents.ts';
import {
  goneItems,
  type OrderRow,
  orders,
  people,
} from '#areas/order-book/server/tables/orders.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { foodColumnsOf, withFood, type SelectedItem, growDeliveries } from './item-food.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { NotFound } from '#platform/server/errors.ts';
import { orderFacts } from '#areas/order-book/server/order-columns.ts';
import { allOpenReactions, reactionsOf } from '#areas/order-book/server/find-reactions.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import { isTestOrder, isTestPayment } from '#areas/order-book/server/is-test-order.ts';
import { paysForWaitingChange } from '#areas/order-book/server/waiting-changes.ts';

/** `token`: the secret in the customer's link. */
type WhichOrder = { id: number } | { token: string };

/** Throws NotFound, alike for a mistyped token and for someone else's. */
export async function getOrder(db: Database | Transaction, which: WhichOrder): Promise<Order> {
  const rows = await db
    .select()
    .from(orders)
    .where('id' in which ? eq(orders.id, which.id) : isOfToken(db, which.token));
  const [order] = await loadOrders(db, rows);
  if (!order) throw new NotFound('This order');
  return order;
}

/** Throws NotFound. */
export async function orderIdOf(db: Database | Transaction, token: string): Promise<number> {
  const [found] = await db.select({ id: orders.id }).from(orders).where(isOfToken(db, token));
  if (!found) throw new NotFound('This order');
  return found.id;
}

function isOfToken(db: Database | Transaction, token: string): SQL {
  const checkout = db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(eq(checkouts.trackingTokenHash, hashTrackingToken(token)));
  return inArray(orders.checkoutId, checkout);
}

/** The whole of an order whose row is there already, such as one that is locked. */
export async function loadOrder(db: Database | Transaction, row: OrderRow): Promise<Order> {
  const [order] = await loadOrders(db, [row]);
  if (!order) throw new Error(`order ${row.id} was not loaded`);
  return order;
}

/** The whole of these orders, one for each row and in the same sequence. */
export async function loadOrders(
  db: Database | Transaction,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [items, carriers, paid, approved, back, disputed, off, issued] = await Promise.all([
    selectItemsOf(db, { ids }),
    findCardDeliveries(db, rows),
    selectPaymentsOf(db, { ids }),
    selectApprovedOf(db, { ids: rows.map(({ checkoutId }) => checkoutId) }),
    selectRefundsOf(db, { ids }),
    selectDisputesOf(db, { ids }),
    selectGoneOf(db, { ids }),
    selectGstOf(db, { ids }),
  ]);
  const paymentsOf = Map.groupBy(paid, ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(back, ({ orderId }) => orderId);
  const goneOf = Map.groupBy(off, ({ orderId }) => orderId);
  const gstOf = new Map(issued.map(({ orderId, ...gst }) => [orderId, { issued: gst }]));
  const tests = new Set(paid.filter(({ isTest }) => isTest).map(({ orderId }) => orderId));
  return putTogether(rows, items, carriers, tests).map((order) => ({
    ...order,
    payments: (paymentsOf.get(order.id) ?? []).map(
      ({ amountCents, topUpId, createdAt, isForWaitingChange }) => ({
        amountCents,
        // An order comes to be with its first payment.
        paidAt: topUpId === null ? order.createdAt : createdAt,
        isForWaitingChange,
      }),
    ),
    approvedCents: approved.find(({ id }) => id === order.checkoutId)?.totalCents ?? 0,
    refunds: (refundsOf.get(order.id) ?? []).map(({ refund }) => refund),
    ...disputedIn(disputed.filter(({ orderId }) => orderId === order.id)),
    gone: (goneOf.get(order.id) ?? []).map(({ item }) => item),
    ...gstOf.get(order.id),
  }));
}

function disputedIn(
  found: readonly Pick<typeof disputes.$inferSelect, 'status' | 'amountCents'>[],
): Pick<Order, 'takenByBankCents' | 'isDisputed'> {
  const lost = found.filter(({ status }) => status === 'lost');
  return {
    takenByBankCents: sumCents(lost.map(({ amountCents }) => amountCents)),
    ...(found.some(({ status }) => isOpenDispute(status)) && { isDisputed: true }),
  };
}

export type DeliveryFilter = {
  date?: PlainDate | undefined;
  orderIds?: readonly number[] | undefined;
  deliveryIds?: readonly number[] | undefined;
  window?: DeliveryWindow | undefined;
  /** Also those that are cancelled. */
  withCancelled?: boolean;
};

/** What leaves the kitchen: orders by id with only the deliveries that fit, without money. */
export async function loadOrdersToCook(
  db: Database | Transaction,
  { date, window, orderIds, deliveryIds, withCancelled = false }: DeliveryFilter,
): Promise<OrderToCook[]> {
  const fits = and(
    date === undefined ? undefined : eq(deliveries.date, date),
    window === undefined ? undefined : eq(deliveries.window, window),
    orderIds && inArray(deliveries.orderId, [...orderIds]),
    deliveryIds && inArray(deliveries.id, [...deliveryIds]),
    withCancelled ? undefined : ne(deliveries.status, 'cancelled'),
  );
  const delivered = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orders.id), fits));
  const [found, items] = await Promise.all([
    db
      .select({ row: orders, isTest: isTestOrder(orders.id) })
      .from(orders)
      .where(exists(delivered))
      .orderBy(asc(orders.id)),
    listItems(db, fits),
  ]);
  const rows = found.map(({ row }) => row);
  const tests = new Set(found.filter(({ isTest }) => isTest).map(({ row }) => row.id));
  const carriers = await findCardDeliveries(db, rows);
  // Between the queries a delivery may have moved to another date.
  return putTogether(rows, items, carriers, tests).filter((order) => order.deliveries.length > 0);
}

function listItems(db: Database | Transaction, which: SQL | undefined) {
  return db
    .select({
      orderId: orderItems.orderId,
      reactions: allOpenReactions,
      item: {
        id: orderItems.id,
        mealId: orderItems.mealId,
        mealType: orderItems.mealType,
        mealDate: orderItems.mealDate,
        priceCents: orderItems.priceCents,
        feeDate: orderItems.feeDate,
        meal: orderItems.meal,
        ...foodColumnsOf(orderItems),
        helping: orderItems.helping,
        override: orderItems.override,
        isThrownOut: orderItems.isThrownOut,
      },
      delivery: {
        id: deliveries.id,
        date: deliveries.date,
        window: deliveries.window,
        status: deliveries.status,
        statusAt: deliveries.statusAt,
        stop: deliveries.stop,
        nearStop: deliveries.nearStop,
        version: deliveries.version,
        wentWithOrder: deliveries.wentWithOrder,
        flag: deliveries.flag,
        flagSeenBy: deliveries.flagSeenBy,
        madeOn: deliveries.madeOn,
        changeableUntil: deliveries.changeableUntil,
        settledAt: deliveries.settledAt,
        takesPlace: deliveries.takesPlace,
      },
      person: {
        id: people.id,
        name: people.name,
        position: people.position,
        calorieTarget: people.calorieTarget,
        allergens: people.allergens,
        avoid: people.avoid,
        diets: people.diets,
        note: people.note,
      },
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .innerJoin(meals, eq(meals.id, orderItems.mealId))
    .where(which);
}

type OrderIds = { ids: readonly number[] };

/** Approved, and still to be taken. */
const selectApprovedOf = prepared((db, { ids }: GivenValues<{ ids: readonly string[] }>) =>
  db
    .select({ id: checkouts.id, totalCents: checkouts.totalCents })
    .from(checkouts)
    .where(and(sql`${checkouts.id} = any (${ids}::uuid[])`, eq(checkouts.state, 'approved'))),
);

const selectItemsOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  listItems(db, isAnyOf(orderItems.orderId, ids)),
);

const selectFirstDeliveriesOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  db
    .selectDistinctOn([deliveries.orderId], { orderId: deliveries.orderId, id: deliveries.id })
    .from(deliveries)
    .where(and(isAnyOf(deliveries.orderId, ids), ne(deliveries.status, 'cancelled')))
    .orderBy(
      asc(deliveries.orderId),
      asc(deliveries.date),
      asc(deliveries.window),
      asc(deliveries.id),
    ),
);

/** By order: which delivery carries the card. Few orders are presents: mostly nothing is asked. */
async function findCardDeliveries(
  db: Database | Transaction,
  rows: readonly OrderRow[],
): Promise<ReadonlyMap<number, number>> {
  const ids = rows.filter(({ recipient }) => recipient?.message).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await selectFirstDeliveriesOf(db, { ids });
  return new Map(found.map(({ orderId, id }) => [orderId, id]));
}

const selectPaymentsOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  db
    .select({
      orderId: payments.orderId,
      amountCents: payments.amountCents,
      topUpId: payments.topUpId,
      createdAt: payments.createdAt,
      isTest: isTestPayment,
      isForWaitingChange: paysForWaitingChange(payments.topUpId),
    })
    .from(payments)
    .where(isAnyOf(payments.orderId, ids))
    .orderBy(...oldestPaymentFirst()),
);

const selectRefundsOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  db
    .select({
      orderId: refunds.orderId,
      refund: {
        id: refunds.id,
        amountCents: refunds.amountCents,
        state: refunds.state,
        reason: refunds.reason,
        failureReason: refunds.failureReason,
        staffEmail: refunds.staffEmail,
        itemIds: refunds.itemIds,
        presents: refunds.presents,
        isSettledOtherwise: isSettledOtherwise(),
        createdAt: refunds.createdAt,
      },
    })
    .from(refunds)
    .where(isAnyOf(refunds.orderId, ids))
    .orderBy(asc(refunds.id)),
);

const selectGoneOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  db
    .select({
      orderId: goneItems.orderId,
      item: {
        id: goneItems.id,
        personId: goneItems.personId,
        feeDate: goneItems.feeDate,
        cents: goneItems.priceCents,
        mealName: goneItems.mealName,
        deliveryDate: goneItems.deliveryDate,
        goneBy: goneItems.goneBy,
        isSwapped: goneItems.isSwapped,
        goneAt: goneItems.goneAt,
      },
    })
    .from(goneItems)
    .where(isAnyOf(goneItems.orderId, ids))
    .orderBy(asc(goneItems.id)),
);

const selectGstOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  db
    .select({
      orderId: documents.orderId,
      isTaxed: sql<boolean>`bool_or(${documents.kind} = 'tax_invoice')`,
      isPlain: sql<boolean>`bool_or(${documents.kind} = 'receipt')`,
      gstCents: sql<number>`sum(${documents.gstCents})::int`,
    })
    .from(documents)
    .where(isAnyOf(documents.orderId, ids))
    .groupBy(documents.orderId),
);

const selectDisputesOf = prepared((db, { ids }: GivenValues<OrderIds>) =>
  db
    .select({
      orderId: disputes.orderId,
      amountCents: disputes.amountCents,
      status: disputes.status,
    })
    .from(disputes)
    .where(isAnyOf(disputes.orderId, ids)),
);

function putTogether(
  rows: readonly OrderRow[],
  items: readonly (SelectedItem & { reactions: Parameters<typeof reactionsOf>[1] })[],
  carriers: ReadonlyMap<number, number>,
  tests: ReadonlySet<number>,
): OrderToCook[] {
  const itemsOfOrder = Map.groupBy(withFood(items), ({ orderId }) => orderId);
  const open = items[0]?.reactions ?? null;
  return rows.map((row) => ({
    ...orderFacts(row),
    ...(tests.has(row.id) && { isTest: true }),
    cardDeliveryId: carriers.get(row.id) ?? null,
    reactions: reactionsOf(row.email, open),
    deliveries: growDeliveries(itemsOfOrder.get(row.id) ?? []),
  }));
}
