/** How most scenarios start: a new business with the maximum number of places, and its staff signed in. */
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { atOnce } from './at-once.ts';
import { anUnpricedOrder, aSmallBasket, expectMarket, type Market } from './basket.ts';
import { type Browser, openBrowser } from './browser.ts';
import { buy, type Customer } from './customer.ts';
import type { Kitchen } from './kitchen.ts';
import type { Stage } from './scenario.ts';
import { type Random, seededRandom } from './seeded-random.ts';
import { openStaffDesk, type StaffDesk } from './staff-desk.ts';

export type Shop = {
  kitchen: Kitchen;
  browser: Browser;
  market: Market;
  desk: StaffDesk;
  /** The nth customer, with their own random source. */
  customer: (index: number) => { customer: Customer; random: Random };
  close(): void;
};

const SOCKETS = 32;
const MOST_PLACES = 100;

export async function openShop(stage: Stage): Promise<Shop> {
  const kitchen = await stage.openKitchen();
  const browser = openBrowser(kitchen.url, SOCKETS);
  const market = await expectMarket(browser);
  const desk = await openStaffDesk(kitchen.url, stage.history);
  for (const date of market.days)
    for (const window of DELIVERY_WINDOWS) await desk.setCapacity({ date, window }, MOST_PLACES);
  return {
    kitchen,
    browser,
    market,
    desk,
    customer(index) {
      const who = `customer-${index}`;
      const customer = { who, browser, history: stage.history, patience: 60 };
      return { customer, random: seededRandom(`${stage.seed}:${who}`) };
    },
    close() {
      browser.close();
      desk.close();
    },
  };
}

/** This many customers pay for a small basket and close their browsers; no one but us uses the order. */
export async function sellToClosedBrowsers(
  { customer: nth, market }: Shop,
  count: number,
): Promise<void> {
  await atOnce(count, SOCKETS, async (index) => {
    const { customer, random } = nth(index);
    const order = anUnpricedOrder(customer.who, aSmallBasket(random, market));
    await buy(customer, order, { closesBrowser: true });
  });
}
