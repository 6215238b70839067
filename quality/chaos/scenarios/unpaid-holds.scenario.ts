/** One network attempts to hold every place without paying, on the busiest evening. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { anItem, DELIVERY_WINDOWS } from '#quality/support/an-order.ts';
import { anUnpricedOrder, aSmallBasket, expectMenu, type Menu } from '../basket.ts';
import { readBooks } from '../books.ts';
import { openBrowser } from '../browser.ts';
import {
  askPrice,
  type Customer,
  confirmCheckout,
  payCheckout,
  sendCheckout,
  startCheckout,
} from '../customer.ts';
import { drain } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { runConcurrently } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { openStaffBrowser } from '../staff-browser.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

/** Sunday, ten minutes before the cutoff. */
const LAST_TEN_MINUTES = '2026-01-11T06:50:00Z';
const PLACES = 30;
const ATTEMPTS_PER_HOUSEHOLD = 2.5;
const ATTACKERS_AT_ONCE = 25;
/** The page asks as often, and waits as long, when places are being paid for. */
const BUSY_RETRIES = 6;
const BUSY_WAIT_MS = 5000;

export const unpaidHolds: Scenario = {
  name: 'unpaid-holds',
  promise:
    'one /24 with 500 attempts leaves an honest customer every window; 200 households in the last ten minutes all get through',
  sizes: { short: 60, long: 200 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { size, history, isLong } = context;
  const system = await context.openSystem({ now: LAST_TEN_MINUTES, throttle: true });
  const menu = await openKitchen(system, context);
  const slots = menu.days.flatMap((date) => DELIVERY_WINDOWS.map((window) => ({ date, window })));
  const attempts = Math.ceil(size * ATTEMPTS_PER_HOUSEHOLD);

  await runConcurrently(attempts, ATTACKERS_AT_ONCE, (index) =>
    attack(system, context, menu, index),
  );
  const heldByAttack = (await readBooks(system)).slots.reduce((sum, { held }) => sum + held, 0);

  const turnedAway: string[] = [];
  await Promise.all(
    slots.map(async (slot, index) => {
      const who = `window-${index}`;
      const random = seededRandom(`${context.seed}:${who}`);
      const order = anUnpricedOrder(who, aSmallBasket(random, menu, slot));
      if (!(await shop(system, context, { who, index, order, random })))
        turnedAway.push(`${who} found ${slot.date} ${slot.window} closed`);
    }),
  );

  // The attack goes on while the households come.
  let isOver = false;
  const attackers = attackUntil(
    () => isOver,
    (index) => attack(system, context, menu, index),
  );
  const arrivalMs = isLong ? 60_000 : 15_000;
  await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const who = `household-${index}`;
      const own = seededRandom(`${context.seed}:${who}`);
      await sleep(own.below(arrivalMs));
      const slot = slots[index % slots.length];
      const order = anUnpricedOrder(who, aSmallBasket(own, menu, slot));
      if (!(await shop(system, context, { who, index: 50 + index, order, random: own })))
        turnedAway.push(`${who} was turned away`);
    }),
  );
  isOver = true;
  await attackers;

  const settled = await drain(system, { withinMs: 60_000, skipsWaiting: true });
  const complaints = [...turnedAway, ...(await findDiscrepancies(system, history))];
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  const { orders, deadlocks } = await readBooks(system);
  const honest = slots.length + size;
  if (orders.length !== honest) complaints.push(`${orders.length} orders of ${honest} customers`);
  if (deadlocks > 0) complaints.push(`${deadlocks} deadlocks`);
  const facts = history.facts();
  const broken = facts.filter(({ status }) => status === 0 || (status ?? 0) >= 500).length;
  if (broken > 0) complaints.push(`${broken} replies of 500 and above, or none`);
  const refused = facts.filter(({ who, status }) => who === 'attacker' && status === 409).length;
  const waits = facts.filter(({ who, status }) => who !== 'attacker' && status === 409).length;
  return {
    complaints,
    measured: `${attempts} attempts from one /24 hold ${heldByAttack} of ${slots.length * PLACES} places, ${refused} refused in all; ${orders.length} of ${honest} honest customers ordered, told ${waits} times to wait; ${deadlocks} deadlocks`,
  };
}

async function openKitchen(system: SystemUnderTest, { history }: ScenarioContext): Promise<Menu> {
  const browser = openBrowser(system.url, 1);
  const menu = await expectMenu(browser);
  browser.close();
  const staffBrowser = await openStaffBrowser(system.url, history);
  for (const date of menu.days)
    for (const window of DELIVERY_WINDOWS) await staffBrowser.setCapacity({ date, window }, PLACES);
  staffBrowser.close();
  return menu;
}

async function attackUntil(
  isOver: () => boolean,
  attackOnce: (index: number) => Promise<void>,
): Promise<void> {
  for (let index = 10_000; !isOver(); index += 1) {
    await attackOnce(index);
    await sleep(200);
  }
}

/** A basket with a delivery on every day, from any address of the network, never paid, and extended at once. */
async function attack(
  { url }: SystemUnderTest,
  { history }: ScenarioContext,
  { meals, days }: Menu,
  index: number,
): Promise<void> {
  const browser = openBrowser(url, 1, undefined, `203.0.113.${index % 256}`);
  const attacker: Customer = { who: 'attacker', browser, history, patience: 0 };
  const lunch = meals.find(({ mealType }) => mealType === 'lunch');
  if (!lunch) throw new Error('the menu has no lunch');
  const deliveryWindow = DELIVERY_WINDOWS[index % 2] ?? DELIVERY_WINDOWS[0];
  const items = days.map((date) =>
    anItem(lunch, { mealDate: date, deliveryDate: date, deliveryWindow }),
  );
  const order = withContact(anUnpricedOrder(`nobody-${index}`, items), 500_000 + index);
  const priced = await askPrice(attacker, order);
  const checkout = priced && (await startCheckout(attacker, priced));
  if (checkout) {
    const { checkoutId, clientSecret } = checkout;
    const longer = await browser.json('POST', '/api/extend-hold', { checkoutId, clientSecret });
    history.note({ who: 'attacker', did: 'extend', status: longer.status });
  }
  browser.close();
}

type Visit = { who: string; index: number; order: PreparedOrder; random: Random };

/** One household from its own network, which takes a while to find its card. The number of its order, or null. */
async function shop(
  { url }: SystemUnderTest,
  { history }: ScenarioContext,
  { who, index, order, random }: Visit,
): Promise<string | null> {
  const ip = `198.18.${index % 256}.${1 + Math.floor(index / 256)}`;
  const browser = openBrowser(url, 1, undefined, ip);
  const customer: Customer = { who, browser, history, patience: 0 };
  try {
    const priced = await askPrice(customer, withContact(order, index));
    if (!priced) return null;
    for (let attempt = 0; attempt <= BUSY_RETRIES; attempt += 1) {
      const sent = { amount: Number(priced.total), orderData: priced, onPayment: true };
      const checkout = await sendCheckout(customer, sent);
      if (!checkout) {
        await sleep(BUSY_WAIT_MS);
        continue;
      }
      await sleep(500 + random.below(2500));
      return (await payCheckout(customer, checkout))
        ? await confirmCheckout(customer, checkout)
        : null;
    }
    return null;
  } finally {
    browser.close();
  }
}

function withContact(order: PreparedOrder, number: number): PreparedOrder {
  const phone = `04${String(10_000_000 + number)}`;
  return { ...order, customer: { ...order.customer, phone } };
}
