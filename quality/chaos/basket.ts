/** Customers' baskets: valid, of every shape, and the same for the same seed. */
import { randomUUID } from 'node:crypto';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { A_CUSTOMER, anItem, DELIVERY_WINDOWS } from '#quality/support/an-order.ts';
import type { Browser } from './browser.ts';
import type { Random } from '#app/server/stage.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';

/** What the site currently offers. */
export type Menu = { meals: MealReply[]; days: string[] };

/** Null when there is no reply. */
export async function loadMenu(browser: Browser): Promise<Menu | null> {
  const [menu, week] = [await browser.get('/api/meals'), await browser.get('/api/ordering-week')];
  if (menu.status !== 200 || week.status !== 200) return null;
  const { days } = week.body as OrderingWeekReply;
  return { meals: menu.body as MealReply[], days: days.map(({ date }) => date) };
}

/** Use it only before anything has been broken. */
export async function expectMenu(browser: Browser): Promise<Menu> {
  const menu = await loadMenu(browser);
  if (!menu) throw new Error('the site does not answer');
  return menu;
}

/** One delivery with a lunch and perhaps a dinner; anywhere in the week, or at `drop`. */
export function aSmallBasket(
  random: Random,
  { meals, days }: Menu,
  slot: SlotKey = { date: random.pick(days), window: random.pick(DELIVERY_WINDOWS) },
): PreparedItem[] {
  const at = { mealDate: slot.date, deliveryDate: slot.date, deliveryWindow: slot.window };
  const types = random.chance(0.5) ? (['lunch', 'dinner'] as const) : (['lunch'] as const);
  return types.map((type) => anItem(aMeal(random, meals, type), at));
}

/** A lunch on each of five to seven days, each delivered on its day; `drop` is one of them. */
export function aDailyBasket(
  random: Random,
  { meals, days }: Menu,
  slot: SlotKey = { date: random.pick(days), window: random.pick(DELIVERY_WINDOWS) },
): PreparedItem[] {
  const others = random.shuffled(days.filter((date) => date !== slot.date));
  const chosen = [slot.date, ...others.slice(0, 4 + random.below(3))];
  return random.shuffled(chosen).map((date) =>
    anItem(aMeal(random, meals, 'lunch'), {
      mealDate: date,
      deliveryDate: date,
      deliveryWindow: date === slot.date ? slot.window : random.pick(DELIVERY_WINDOWS),
    }),
  );
}

/** Without the amounts, which the server must provide. */
export function anUnpricedOrder(who: string, orderItems: PreparedItem[]): PreparedOrder {
  return {
    // The only value that does not come from the seed: two runs on one database must not share baskets.
    cartKey: randomUUID(),
    customer: { ...A_CUSTOMER, email: `${who}@example.com` },
    ...shapeOf(orderItems),
    subtotal: '0',
    deliveryFee: '0',
    tax: '0',
    total: '0',
  };
}

/** The parts of an order that follow from its meals. */
export function shapeOf(
  orderItems: PreparedItem[],
): Pick<PreparedOrder, 'deliveryType' | 'orderItems'> {
  const days = new Set(orderItems.map((item) => item.deliveryDate));
  return { deliveryType: days.size > 1 ? 'daily' : 'weekly', orderItems };
}

function aMeal(random: Random, menu: readonly MealReply[], type: MealReply['mealType']): MealReply {
  return random.pick(menu.filter((meal) => meal.mealType === type));
}
