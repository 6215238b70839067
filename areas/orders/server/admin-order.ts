import { needsIn } from '#areas/needs/rules/food-needs.ts';
import { eq, inArray } from 'drizzle-orm';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import {
  capturedCents,
  itemsOf,
  itemsOfDelivery,
  liveDeliveriesOf,
  liveItemsOf,
  type Order,
  type OrderDelivery,
  type OrderItem,
  refundedCents,
} from '#areas/order-book/rules/order.ts';
import {
  accountOfOrder,
  gstInOrder,
  openFeeCents,
  openPartsOf,
  paidBackItems,
  warningOf,
} from '#areas/order-book/rules/order-account.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { type TextRefusal, textRefusals } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { toMealReply } from '#areas/menu/server/meal-queries.ts';
import { amountsOf } from '#areas/order-book/server/order-columns.ts';
import { listHolds } from '#areas/order-book/server/holds.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { refundRepliesOf } from '#areas/order-book/server/failed-refunds.ts';

/** With what of it is on hold. Throws NotFound. */
export async function getAdminOrder(
  { db, site }: Pick<Context, 'db' | 'site'>,
  id: number,
): Promise<AdminOrderReply> {
  const order = await getOrder(db, { id });
  const [described] = await describeOrders(db, [order]);
  if (!described) throw new Error(`order ${id} was not described`);
  const { business } = await site.current();
  const onHold = await listHolds(db, [order], business);
  return { ...described, onHold: onHold(order) };
}

export async function describeOrders(
  db: Database,
  orders: readonly Order[],
): Promise<AdminOrderReply[]> {
  if (orders.length === 0) return [];
  const [mealsById, refusals, takenBy, drivers] = await Promise.all([
    findMeals(db, orders),
    findTextRefusals(db, orders),
    findTakers(db, orders),
    findDrivers(db, orders),
  ]);
  return orders.map((order) => toAdminOrder(order, { mealsById, refusals, takenBy, drivers }));
}

/** Including archived meals: an order may be older than the menu. */
async function findMeals(db: Database, orders: readonly Order[]): Promise<Map<number, MealRow>> {
  const ids = new Set(orders.flatMap(itemsOf).map(({ mealId }) => mealId));
  const rows = await db
    .select()
    .from(meals)
    .where(inArray(meals.id, [...ids]));
  return new Map(rows.map((meal) => [meal.id, meal]));
}

/** For their customers, by phone number. */
async function findTextRefusals(
  db: Database,
  orders: readonly Order[],
): Promise<Map<string, TextRefusal>> {
  const phones = new Set(orders.map(({ customer }) => customer.phone));
  const rows = await db
    .select()
    .from(textRefusals)
    .where(inArray(textRefusals.phone, [...phones]));
  return new Map(rows.map((refusal) => [refusal.phone, refusal]));
}

/** Who of the staff took which on the phone, by checkout. */
async function findTakers(db: Database, orders: readonly Order[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ checkoutId: phoneOrders.checkoutId, takenBy: phoneOrders.takenBy })
    .from(phoneOrders)
    .where(
      inArray(
        phoneOrders.checkoutId,
        orders.map(({ checkoutId }) => checkoutId),
      ),
    );
  return new Map(rows.map(({ checkoutId, takenBy }) => [checkoutId, takenBy]));
}

/** First names, by delivery. */
async function findDrivers(db: Database, orders: readonly Order[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: deliveries.id, name: staff.firstName })
    .from(deliveries)
    .innerJoin(staff, eq(staff.id, deliveries.driverId))
    .where(
      inArray(
        deliveries.orderId,
        orders.map(({ id }) => id),
      ),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type FoundOrder = {
  mealsById: ReadonlyMap<number, MealRow>;
  refusals: ReadonlyMap<string, TextRefusal>;
  takenBy: ReadonlyMap<string, string>;
  drivers: ReadonlyMap<number, string>;
};

function toAdminOrder(order: Order, found: FoundOrder): AdminOrderReply {
  const { mealsById, refusals, takenBy, drivers } = found;
  const refusal = refusals.get(order.customer.phone);
  const { netCents, owedCents, dueBackCents } = accountOfOrder(order);
  return {
    id: order.id,
    orderNumber: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    ...amountsOf(order.price),
    ...gstInOrder(order),
    customer: customerOf(order),
    recipient: order.recipient,
    textRefusal: refusal ? { reason: refusal.reason, at: refusal.at.toISOString() } : null,
    suburb: order.customer.address.suburb.name,
    postcode: order.customer.address.suburb.postcode,
    orderItems: liveItemsOf(order).map((item) => toItem(item, mealsById)),
    people: peopleOf(order).map((person) => ({ name: person.name, ...needsIn(person) })),
    version: order.version,
    ...(order.isTest && { isTest: order.isTest }),
    pendingReason: order.pendingReason,
    takenOnPhoneBy: takenBy.get(order.checkoutId) ?? null,
    deliveryType: order.deliveryType,
    deliveries: deliveriesOf(order, drivers),
    personIds: Object.fromEntries(
      order.deliveries.flatMap(({ people }) => people.map(({ id, name }) => [name, id])),
    ),
    paid: formatAmount(capturedCents(order)),
    refundedTotal: formatAmount(refundedCents(order)),
    net: formatAmount(netCents),
    balance: formatAmount(owedCents - dueBackCents),
    owed: formatAmount(owedCents),
    left: formatAmount(accountOfOrder({ ...order, status: 'cancelled' }).leftCents),
    warning: warningOf(order),
    refunds: refundRepliesOf(order),
    gone: order.gone.map(({ id, mealName, deliveryDate, cents, goneBy, goneAt }) => ({
      id,
      mealName,
      deliveryDate,
      price: formatAmount(cents),
      by: goneBy,
      at: goneAt.toISOString(),
    })),
    kept: keptOf(order),
    refundedItems: paidBackItems(order),
    refundableFee: formatAmount(openFeeCents(order)),
  };
}

function deliveriesOf(order: Order, drivers: FoundOrder['drivers']): AdminOrderReply['deliveries'] {
  const live = new Set<OrderDelivery>(liveDeliveriesOf(order));
  return order.deliveries.map((delivery) => {
    const { id, date, window, status, stop, takesPlace } = delivery;
    const struckOut = itemsOfDelivery(delivery).map(
      ({ id: itemId, personName, meal, priceCents }) => ({
        id: itemId,
        personName,
        mealName: meal.name,
        price: formatAmount(priceCents),
      }),
    );
    const driver = drivers.get(id) ?? null;
    const base = { id, date, timeSlot: window, status, stop, driver, takesPlace };
    return live.has(delivery) ? base : { ...base, struckOut };
  });
}

function keptOf(order: Order): AdminOrderReply['kept'] {
  const open = openPartsOf(order);
  return order.kept.map(({ id, cents, reason }) => ({
    id,
    amount: formatAmount(cents),
    left: formatAmount(open.get(`k${id}`) ?? 0),
    reason,
  }));
}

/** The customer in the spec's shape: the address is one string, parsed again when it comes back. */
function customerOf({ customer }: Order): AdminOrderReply['customer'] {
  const { line1, line2, suburb } = customer.address;
  return { ...customer, address: joinAddress({ line1, line2, suburb: suburb.name }) };
}

function toItem(
  item: OrderItem,
  mealsById: ReadonlyMap<number, MealRow>,
): AdminOrderReply['orderItems'][number] {
  const meal = mealsById.get(item.mealId);
  if (!meal) throw new Error(`meal ${item.mealId} of order item ${item.id} is gone`);
  const { id, mealId, deliveryDate, mealType, personName, mealDate, deliveryWindow } = item;
  return {
    id,
    mealId,
    meal: toMealReply({ ...meal, ...item.meal }),
    deliveryDate,
    mealType,
    price: formatAmount(item.priceCents),
    personName,
    mealDate,
    deliveryWindow,
    override: item.override && { ...item.override, allergens: [...item.override.allergens] },
  };
}
