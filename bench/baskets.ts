import { randomUUID } from 'node:crypto';
import type { MealReply } from '#contract/meals.ts';
import type { PreparedOrder } from '#domain/ordering/prepared-order.ts';
import { anItem, anOrder, day } from '#testing/an-order.ts';
import { httpClient } from './http-client.ts';

export async function readMenu(url: string): Promise<MealReply[]> {
  const client = httpClient(url, 1);
  const { body } = await client.get('/api/meals');
  client.close();
  return JSON.parse(body) as MealReply[];
}

/**
 * Four dinners for one person, all delivered on one day: one delivery, four items. With `spread` the baskets, told apart
 * by their index, are for several days and both windows; without it all are for the same.
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
