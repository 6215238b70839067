/** Everything that can happen to portions, by the calls that make it happen. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { releaseHold } from '#areas/places/server/holds.ts';
import type { StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, checkOut, day, pay, place } from '#quality/support/an-order.ts';
import type { TestApp } from '#quality/support/test-app.ts';

export type Portion = { meal: MealReply; on: number };

type Refusal = { code: string; meals: { mealId: number; date: string; left: number }[] };

type Bench = { t: TestApp; staff: StaffClient };

type NewLimit = { portions: number | null } | { stop: true };

const MOST_PEOPLE = 6;

export function portionsUnderTest(t: TestApp, staff: StaffClient) {
  const bench: Bench = { t, staff };
  return {
    hold: (portions: readonly Portion[]) => hold(bench, portions),
    book: (checkout: CheckoutReply) => book(bench, checkout),
    release: (checkout: CheckoutReply) => release(bench, checkout),
    releasePaid: (checkout: CheckoutReply) => releasePaid(bench, checkout),
    replace: (id: number, portions: readonly Portion[], overLimit?: string) =>
      replace(bench, id, portions, overLimit),
    exchange: (id: number, from: readonly Portion[], to: readonly Portion[]) =>
      exchange(bench, id, from, to),
    setStatus: (id: number, status: string, overLimit?: string) =>
      setStatus(bench, id, status, overLimit),
    setDeliveries: (id: number, status: 'cooked' | 'planned') => setDeliveries(bench, id, status),
    limit: (portion: Portion, limit: NewLimit) => setLimit(bench, portion, limit),
    countsOf: (portion: Portion) => countsOf(bench, portion),
    findOrderWith: (portion: Portion) => findOrderWith(bench, portion),
  };
}

/** The open checkout, or why there is none: at the quote already, or at the payment. */
async function hold({ t }: Bench, portions: readonly Portion[]): Promise<CheckoutReply | Refusal> {
  const basket = {
    cartKey: randomUUID(),
    customer: A_CUSTOMER,
    orderItems: itemsOf(portions),
  };
  const quote = await t.app.inject({
    method: 'POST',
    url: '/api/quote',
    body: { orderData: basket },
  });
  if (quote.statusCode !== 200) return refusalOf(quote);
  const { subtotal, deliveryFee, tax, total } = quote.json<QuoteReply>();
  const reply = await checkOut(t, { ...basket, subtotal, deliveryFee, tax, total });
  return reply.statusCode === 200 ? reply.json<CheckoutReply>() : refusalOf(reply);
}

/** Paid, as often as asked for; the order's id. */
async function book({ t }: Bench, checkout: CheckoutReply): Promise<number> {
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  const [order] = await t.context.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, checkout.checkoutId));
  if (!order) throw new Error('the order is not there');
  return order.id;
}

/** Its time is up. */
async function release({ t }: Bench, { checkoutId }: CheckoutReply): Promise<void> {
  await t.context.db
    .update(checkouts)
    .set({ holdUntil: new Date(t.context.clock() - 1) })
    .where(eq(checkouts.id, checkoutId));
  await expireCheckouts(t.context);
}

/** Its time is up although it is paid: the news of that comes only when it is booked. */
async function releasePaid({ t }: Bench, checkout: CheckoutReply): Promise<void> {
  const { checkoutId } = checkout;
  await pay(t, checkout);
  await t.context.db.transaction(async (tx) => {
    await tx.update(checkouts).set({ state: 'expired' }).where(eq(checkouts.id, checkoutId));
    await releaseHold(tx, checkoutId);
  });
}

/** By staff: all items again. */
function replace(bench: Bench, id: number, portions: readonly Portion[], overLimit?: string) {
  return send(bench, id, itemsOf(portions), overLimit);
}

/** By staff: so many of one meal and day become so many of another. */
async function exchange(
  bench: Bench,
  id: number,
  from: readonly Portion[],
  to: readonly Portion[],
) {
  const lines = await linesOf(bench, id);
  const toPlace = [...to];
  for (const { meal, on } of from) {
    const line = lines.find(({ mealId, mealDate }) => mealId === meal.id && mealDate === day(on));
    const next = toPlace.shift();
    if (!line) throw new Error('the order has no such meal');
    if (next) Object.assign(line, { mealId: next.meal.id });
    else lines.splice(lines.indexOf(line), 1);
  }
  const more = toPlace.map(({ meal, on }, at) => ({
    mealId: meal.id,
    mealType: meal.mealType,
    personName: `Guest ${at}`,
    deliveryDate: day(0),
    mealDate: day(on),
  }));
  if (lines.length + more.length > 0) return send(bench, id, [...lines, ...more]);
  return setStatus(bench, id, 'cancelled');
}

async function setStatus(
  { staff }: Bench,
  id: number,
  status: string,
  overLimit?: string,
): Promise<Refusal | null> {
  const reply = await staff.put(`/api/admin/orders/${id}/status`, {
    status,
    ...(overLimit !== undefined && { overLimit }),
  });
  return reply.statusCode === 200 ? null : refusalOf(reply);
}

async function setDeliveries(
  { t }: Bench,
  id: number,
  status: 'cooked' | 'planned',
): Promise<void> {
  await t.context.db.update(deliveries).set({ status }).where(eq(deliveries.orderId, id));
}

/** What the server says about it; null: it is set. */
async function setLimit({ staff }: Bench, { meal, on }: Portion, limit: NewLimit) {
  const reply = await staff.put(`/api/admin/meals/${meal.id}/limits`, {
    limits: [{ date: day(on), ...limit }],
  });
  if (reply.statusCode === 200) return null;
  return reply.json<{ fields: Record<string, string> }>().fields['limits.0.portions'] ?? '';
}

async function countsOf({ t }: Bench, { meal, on }: Portion) {
  const { rows } = await t.context.db.execute<{
    portions: number | null;
    held: number;
    booked: number;
  }>(sql`select portions, held, booked from meal_days
    where meal_id = ${meal.id} and date = ${day(on)} and scope = 'day'`);
  return rows[0] ?? { portions: null, held: 0, booked: 0 };
}

async function findOrderWith({ t }: Bench, { meal, on }: Portion): Promise<number> {
  const { rows } = await t.context.db.execute<{ id: number }>(sql`
    select order_id as id from order_items
    where meal_id = ${meal.id} and meal_date = ${day(on)} and takes_portion limit 1`);
  if (!rows[0]) throw new Error('no order has this meal');
  return rows[0].id;
}

/** As the basket of one customer: up to twelve of a day. */
function itemsOf(portions: readonly Portion[]) {
  const eaten = new Map<number, number>();
  return portions.map(({ meal, on }) => {
    const count = eaten.get(on) ?? 0;
    eaten.set(on, count + 1);
    return anItem(meal, { mealDate: day(on), personName: `Person ${count % MOST_PEOPLE}` });
  });
}

function refusalOf(reply: { statusCode: number; body: string; json<T>(): T }): Refusal {
  const refusal = reply.json<Refusal>();
  if (reply.statusCode === 409 && refusal.code === 'meal_sold_out') return refusal;
  throw new Error(`${reply.statusCode}: ${reply.body}`);
}

async function send(
  { staff }: Bench,
  id: number,
  items: object[],
  overLimit?: string,
): Promise<Refusal | null> {
  const { customer } = await staff.order(id);
  const { firstName, lastName, email, phone, address } = customer;
  const reply = await staff.put(`/api/admin/orders/${id}`, {
    customer: { firstName, lastName, email, phone, address },
    orderItems: items,
    ...(overLimit !== undefined && { overLimit }),
  });
  return reply.statusCode === 200 ? null : refusalOf(reply);
}

async function linesOf({ staff }: Bench, id: number) {
  return (await staff.order(id)).orderItems.map(
    ({ id: item, mealId, mealType, personName, deliveryDate, mealDate }) => ({
      id: item,
      mealId,
      mealType,
      personName,
      deliveryDate,
      mealDate,
    }),
  );
}
