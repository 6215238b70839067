import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { MealReply } from '#contract/meals.ts';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import { anItem, anOrder, day } from '#quality/support/an-order.ts';
import { type Client, httpClient } from './load/http-client.ts';

export async function readMenu(url: string): Promise<MealReply[]> {
  const client = httpClient(url, 1);
  const { body } = await client.get('/api/meals');
  client.close();
  return JSON.parse(body) as MealReply[];
}

/**
 * Four dinners for one person, all delivered on one day: one delivery, four items. With `spread`, the baskets (by
 * index) are for several days and both windows; without it, all are for the same slot.
 */
export function freshBasket(
  menu: readonly MealReply[],
  index: number,
  { spread = true } = {},
): PreparedOrder {
  const dinner = menu.find((meal) => meal.mealType === 'dinner');
  if (!dinner) throw new Error('the menu has no dinner');
  const deliveryDate = day(spread ? index % 3 : 0);
  const deliveryWindow = spread && index % 2 === 1 ? '16:00-18:00' : '11:00-13:00';
  const orderItems = [0, 1, 2, 3].map((offset) =>
    anItem(dinner, { mealDate: day(offset + 3), deliveryDate, deliveryWindow }),
  );
  const subtotal = (Number(dinner.price) * orderItems.length).toFixed(2);
  const total = (Number(subtotal) + 5.99).toFixed(2);
  const amounts = { subtotal, deliveryFee: '5.99', tax: '0.00', total };
  return anOrder(menu, { cartKey: randomUUID(), orderItems, ...amounts });
}

/**
 * Acts like a browser: opens the payment, confirms it at the sandbox, requests the order. Returns whether all of it
 * succeeded.
 */
export async function buyBasket(client: Client, orderData: PreparedOrder): Promise<boolean> {
  const amount = Number(orderData.total);
  const opened = await client.postJson('/api/create-payment-intent', { amount, orderData });
  if (opened.status !== 200) return false;
  const { clientSecret, paymentIntentId } = JSON.parse(opened.body) as Record<string, string>;
  const paid = await client.postForm(`/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    client_secret: clientSecret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  if (paid.status !== 200) return false;
  const placed = await client.postJson('/api/orders', {
    paymentIntentId,
    clientSecret,
    orderData,
  });
  return placed.status === 200;
}

/** Empties the baskets' slots and raises their capacity to the maximum of a hundred. */
export async function emptySlots(db: pg.Pool): Promise<void> {
  await db.query(`insert into delivery_slots (date, time_slot, max_deliveries)
    select day::date, slot, 100 from generate_series('2026-01-13'::date, '2026-01-19', '1 day') day,
      unnest(array['11:00-13:00', '16:00-18:00']) slot
    on conflict (date, time_slot) do update set max_deliveries = 100, held = 0, booked = 0`);
}
