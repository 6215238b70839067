import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { anItem, anOrder, day } from '#quality/support/an-order.ts';
import { type Client, httpClient } from './load/http-client.ts';

export async function readMenu(url: string): Promise<MealReply[]> {
  const client = httpClient(url, 1);
  const { body } = await client.get('/api/meals');
  client.close();
  return JSON.parse(body) as MealReply[];
}

/**
 * Lunch and dinner of two days for one person, all delivered on the first: one delivery, four items. With `spread`, the
 * baskets (by index) are for several days and both windows; without it, all are for the same slot.
 */
export function freshBasket(
  menu: readonly MealReply[],
  index: number,
  { spread = true } = {},
): PreparedOrder {
  const first = spread ? index % 3 : 0;
  const deliveryWindow = spread && index % 2 === 1 ? '16:00-18:00' : '11:00-13:00';
  const meals = (['lunch', 'dinner'] as const).map((mealType) => {
    const meal = menu.find((each) => each.mealType === mealType);
    if (!meal) throw new Error(`the menu has no ${mealType}`);
    return meal;
  });
  const orderItems = [first, first + 1].flatMap((offset) =>
    meals.map((meal) =>
      anItem(meal, { mealDate: day(offset), deliveryDate: day(first), deliveryWindow }),
    ),
  );
  const cents = orderItems.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0);
  const subtotal = (cents / 100).toFixed(2);
  const total = ((cents + 599) / 100).toFixed(2);
  const amounts = { subtotal, deliveryFee: '5.99', tax: '0.00', total };
  return anOrder(menu, { cartKey: randomUUID(), orderItems, ...amounts });
}

/**
 * Acts like a browser: opens the payment, confirms it at the sandbox, requests the order. Throws when any of it is
 * refused: the time that a refusal takes says nothing.
 */
export async function buyBasket(client: Client, orderData: PreparedOrder): Promise<true> {
  const amount = Number(orderData.total);
  const opened = await client.postJson('/api/create-payment-intent', { amount, orderData });
  mustSucceed(opened);
  const { clientSecret, paymentIntentId } = JSON.parse(opened.body) as Record<string, string>;
  const paid = await client.postForm(`/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    client_secret: clientSecret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  mustSucceed(paid);
  const placed = await client.postJson('/api/orders', {
    paymentIntentId,
    clientSecret,
    orderData,
  });
  mustSucceed(placed);
  return true;
}

function mustSucceed({ status, body }: { status: number; body: string }): void {
  if (status !== 200) throw new Error(`${status}: ${body}`);
}

/** Empties the baskets' slots and raises their capacity to the maximum of a hundred. */
export async function emptySlots(db: pg.Pool): Promise<void> {
  await db.query(`insert into delivery_slots (date, time_slot, max_deliveries)
    select day::date, slot, 100 from generate_series('2026-01-13'::date, '2026-01-19', '1 day') day,
      unnest(array['11:00-13:00', '16:00-18:00']) slot
    on conflict (date, time_slot) do update set max_deliveries = 100, held = 0, booked = 0`);
}
