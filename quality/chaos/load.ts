/** Customers who come and go and staff who work, until they are told to stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { aDailyBasket, anUnpricedOrder, aSmallBasket, loadMenu, shapeOf } from './basket.ts';
import { type Browser, openBrowser } from './browser.ts';
import {
  askPrice,
  buy,
  CARDS,
  startCheckout,
  type Customer,
  payCheckout,
  confirmCheckout,
} from './customer.ts';
import type { History } from './history.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { openStaffBrowser, type StaffBrowser } from './staff-browser.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

export type Load = {
  /** Resolves when the last customer has left. */
  stop(): Promise<void>;
};

type LoadOptions = { seed: string; url: string; history: History; customers: number };

/** They retry for as long as it takes to restore everything. */
const PATIENCE = 120;
const LONGEST_PAUSE_MS = 600;

/** The app must be serving: staff sign in immediately. */
export async function startLoad({ seed, url, history, customers }: LoadOptions): Promise<Load> {
  const browser = openBrowser(url, customers * 2);
  const staffBrowser = await openStaffBrowser(url, history);
  let isOver = false;
  let visits = 0;

  async function runCustomer(): Promise<void> {
    while (!isOver) {
      const who = `customer-${visits}`;
      visits += 1;
      const random = seededRandom(`${seed}:${who}`);
      await visit({ who, browser, history, patience: PATIENCE }, random);
      await sleep(random.below(LONGEST_PAUSE_MS));
    }
  }
  async function runStaff(): Promise<void> {
    const random = seededRandom(`${seed}:staff`);
    while (!isOver) {
      await work(staffBrowser, browser, random);
      await sleep(random.below(LONGEST_PAUSE_MS));
    }
  }

  const all = Promise.all([...Array.from({ length: customers }, runCustomer), runStaff()]);
  return {
    async stop() {
      isOver = true;
      await all;
      browser.close();
      staffBrowser.close();
    },
  };
}

async function visit(customer: Customer, random: Random): Promise<void> {
  const menu = await loadMenu(customer.browser);
  if (!menu) return;
  const fill = random.chance(0.3) ? aDailyBasket : aSmallBasket;
  const order = anUnpricedOrder(customer.who, fill(random, menu));
  const habit = random.next();
  if (habit < 0.2) await buy(customer, order, { closesBrowser: true });
  else if (habit < 0.3) await payTwice(customer, order);
  else if (habit < 0.4) await declineFirst(customer, order);
  else if (habit < 0.5) await goBackAndEdit(customer, order, fill(random, menu));
  else await buy(customer, order);
}

async function payTwice(customer: Customer, order: PreparedOrder): Promise<void> {
  const priced = await askPrice(customer, order);
  if (!priced) return;
  const opened = await Promise.all([
    startCheckout(customer, priced),
    startCheckout(customer, priced),
  ]);
  const checkouts = opened.filter((checkout) => checkout !== null);
  await Promise.all(checkouts.map((checkout) => payCheckout(customer, checkout)));
  await Promise.all(checkouts.map((checkout) => confirmCheckout(customer, checkout)));
}

async function goBackAndEdit(
  customer: Customer,
  order: PreparedOrder,
  orderItems: PreparedItem[],
): Promise<void> {
  const first = await askPrice(customer, order);
  if (first) await startCheckout(customer, first);
  await buy(customer, { ...order, ...shapeOf(orderItems) });
}

async function declineFirst(customer: Customer, order: PreparedOrder): Promise<void> {
  const priced = await askPrice(customer, order);
  const checkout = priced && (await startCheckout(customer, priced));
  if (!checkout) return;
  await payCheckout(customer, checkout, CARDS.declined);
  if (await payCheckout(customer, checkout)) await confirmCheckout(customer, checkout);
}

/** One routine task of staff: more room for deliveries, an order cancelled, an order delivered. */
async function work(staffBrowser: StaffBrowser, browser: Browser, random: Random): Promise<void> {
  const menu = await loadMenu(browser);
  if (menu && random.chance(0.4)) {
    const slot = { date: random.pick(menu.days), window: random.pick(DELIVERY_WINDOWS) };
    await staffBrowser.setCapacity(slot, 100);
    return;
  }
  const { status, body } = await staffBrowser.get('/api/admin/orders?limit=20');
  const orders = status === 200 ? (body as AdminOrderReply[]) : [];
  if (orders.length === 0) return;
  const { id } = random.pick(orders);
  if (random.chance(0.5)) await staffBrowser.cancel(id);
  else await staffBrowser.setStatus(id, random.pick(['confirmed', 'delivered', 'cancelled']));
}
