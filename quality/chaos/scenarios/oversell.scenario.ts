/** Far more customers than places, all at the same time. */
import { runConcurrently } from '../run-concurrently.ts';
import { aDailyBasket, anUnpricedOrder, aSmallBasket, expectMenu } from '../basket.ts';
import { readBooks } from '../books.ts';
import { openBrowser } from '../browser.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { buy } from '../customer.ts';
import type { Fact } from '../history.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import { seededRandom } from '#app/server/stage.ts';
import { drain } from '../drain.ts';
import { openStaffBrowser } from '../staff-browser.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

const MOST_AT_ONCE = 1000;

export const oversell: Scenario = {
  name: 'oversell',
  promise:
    'of 10,000 checkouts for 100 places exactly 100 become orders; 9,900 clean 409, no 5xx, no deadlock',
  sizes: { short: 500, long: 10_000 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { size, history } = context;
  const places = Math.min(100, Math.ceil(size / 25));
  const system = await context.openSystem();
  const limit = Math.min(MOST_AT_ONCE, Math.ceil(size / 5));
  const browser = openBrowser(system.url, limit);
  const menu = await expectMenu(browser);
  // In the middle of the week, so that there are slots before and after it to take in the wrong order.
  const scarce: SlotKey = { date: menu.days[3] ?? '', window: '11:00-13:00' };
  const staffBrowser = await openStaffBrowser(system.url, history);
  for (const date of menu.days)
    for (const window of DELIVERY_WINDOWS) await staffBrowser.setCapacity({ date, window }, 100);
  await staffBrowser.setCapacity(scarce, places);
  staffBrowser.close();

  const start = Date.now();
  await runConcurrently(size, limit, async (index) => {
    const who = `customer-${index}`;
    const random = seededRandom(`${context.seed}:${who}`);
    const fill = random.chance(0.5) ? aDailyBasket : aSmallBasket;
    const order = anUnpricedOrder(who, fill(random, menu, scarce));
    await buy({ who, browser, history, patience: 0 }, order);
  });
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  browser.close();

  const settled = await drain(system, { withinMs: 60_000, skipsWaiting: true });
  const { orders, slots, deadlocks } = await readBooks(system);
  const slot = slots.find(({ date, window }) => date === scarce.date && window === scarce.window);
  const tried = history.facts().filter(({ did }) => did === 'check out');
  const refused = tried.filter(({ status, code }) => status === 409 && code === 'slot_full').length;
  const broken = history.facts().filter(isBroken).length;
  const complaints = await findDiscrepancies(system, history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  if (orders.length !== places) complaints.push(`${orders.length} orders for ${places} places`);
  if (slot?.booked !== places || slot.held !== 0)
    complaints.push(`the slot has ${slot?.booked} booked and ${slot?.held} held`);
  if (refused !== size - places) complaints.push(`${refused} clean refusals, not ${size - places}`);
  if (broken > 0) complaints.push(`${broken} replies of 500 and above, or none`);
  if (deadlocks > 0) complaints.push(`${deadlocks} deadlocks`);
  return {
    complaints,
    measured: `${size} checkouts for ${places} places in ${seconds} s: ${orders.length} orders, ${refused} times 409, ${broken} times 5xx, ${deadlocks} deadlocks`,
  };
}

function isBroken({ status }: Fact): boolean {
  return status !== undefined && (status === 0 || status >= 500);
}
