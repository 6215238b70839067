/** How most scenarios start: a new business with the maximum number of places, and its staff signed in. */
import { runConcurrently } from './run-concurrently.ts';
import { anUnpricedOrder, aSmallBasket, expectMenu, type Menu } from './basket.ts';
import { type Browser, openBrowser } from './browser.ts';
import { buy, type Customer } from './customer.ts';
import type { SystemUnderTest } from './system-under-test.ts';
import type { ScenarioContext } from './scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { openStaffBrowser, type StaffBrowser } from './staff-browser.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

export type Fixture = {
  system: SystemUnderTest;
  browser: Browser;
  menu: Menu;
  staffBrowser: StaffBrowser;
  /** The nth customer, with their own random source. */
  customer: (index: number) => { customer: Customer; random: Random };
  close(): void;
};

const SOCKETS = 32;
const MOST_PLACES = 100;

export async function openFixture(context: ScenarioContext): Promise<Fixture> {
  const system = await context.openSystem();
  const browser = openBrowser(system.url, SOCKETS);
  const menu = await expectMenu(browser);
  const staffBrowser = await openStaffBrowser(system.url, context.history);
  for (const date of menu.days)
    for (const window of DELIVERY_WINDOWS)
      await staffBrowser.setCapacity({ date, window }, MOST_PLACES);
  return {
    system,
    browser,
    menu,
    staffBrowser,
    customer(index) {
      const who = `customer-${index}`;
      const customer = { who, browser, history: context.history, patience: 60 };
      return { customer, random: seededRandom(`${context.seed}:${who}`) };
    },
    close() {
      browser.close();
      staffBrowser.close();
    },
  };
}

/** This many customers pay for a small basket and close their browsers; no one but us uses the order. */
export async function sellToClosedBrowsers(
  { customer: nth, menu }: Fixture,
  count: number,
): Promise<void> {
  await runConcurrently(count, SOCKETS, async (index) => {
    const { customer, random } = nth(index);
    const order = anUnpricedOrder(customer.who, aSmallBasket(random, menu));
    await buy(customer, order, { closesBrowser: true });
  });
}
