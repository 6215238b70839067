/** The disk with the app's data, its database and its sandbox is full for a while, and then it is not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '#app/server/stage.ts';
import { anUnpricedOrder, aSmallBasket, expectMenu, type Menu } from '../basket.ts';
import { readBooks } from '../books.ts';
import { openBrowser } from '../browser.ts';
import { askPrice, startCheckout } from '../customer.ts';
import { drain } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import type { History } from '../history.ts';
import { startLoad } from '../load.ts';
import { waitUntil } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const DISK_MEGABYTES = 300;
const SELLING_MS = 2000;
const FULL_MS = 6000;
const REFILL_MS = 250;
const NOTICE_MS = 10_000;
/** Only patience: each who tries waits for the card provider, whose disk is full too. */
const TOLD_MS = 120_000;
/** Nothing can be saved; that the card provider does not answer has another code. */
const UNSAVED = 'unavailable';
const RECOVERY_MS = 60_000;
const SETTLE_MS = 120_000;

export const fullDisk: Scenario = {
  name: 'full-disk',
  promise:
    'the disk is full 5 times: an alarm before, 503 with what to do and not ready while it lasts, selling again by itself, nothing lost',
  sizes: { short: 1, long: 5 },
  async run(context) {
    let disk: SmallDisk;
    try {
      disk = mountSmallDisk(DISK_MEGABYTES);
    } catch {
      const notRun = 'no small disk can be mounted here (that takes root on Linux)';
      return { complaints: [], measured: '', notRun };
    }
    return runOn(disk, context);
  },
};

async function runOn(disk: SmallDisk, context: ScenarioContext): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const system = await context.openSystem({ disk });
  const browser = openBrowser(system.url, 1);
  const menu = await expectMenu(browser);
  browser.close();
  const load = await startLoad({ seed, url: system.url, history, customers: 6 });
  const complaints = await checkAlarm(system);
  const recoveries: number[] = [];
  for (let nth = 0; nth < size; nth += 1) {
    await sleep(SELLING_MS);
    disk.fill();
    history.note({ who: 'fault injector', did: 'fill the disk' });
    // PostgreSQL gives back a used-up log file now and then: room enough for a hundred orders.
    const refills = setInterval(() => disk.fill(), REFILL_MS);
    try {
      complaints.push(
        ...(await checkWhileFull(system, { seed: `${seed}:full-${nth}`, menu, history })),
      );
    } finally {
      clearInterval(refills);
    }
    disk.free();
    history.note({ who: 'operator', did: 'free the disk' });
    recoveries.push(await recover(system, history));
  }
  await load.stop();
  if (!system.app.isAlive()) complaints.push('the app ended');
  await system.app.startLater(30);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  complaints.push(...(await findDiscrepancies(system, history)));
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  complaints.push(...findOtherErrors(history));
  const { orders } = await readBooks(system);
  const refused = history.facts().filter(({ status }) => status === 503).length;
  return {
    complaints,
    measured: `full ${size} times, sold again after ${recoveries.join(', ')} ms; ${refused} replies of 503, ${orders.length} paid orders`,
  };
}

/** Before it is full: the disk is small enough for the alarm from the start. */
async function checkAlarm({ url }: SystemUnderTest): Promise<string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics.includes('mealrun_alarm{alarm="disk_low"} 1')
    ? []
    : ['no alarm that the disk is almost full'];
}

type Visit = { seed: string; menu: Menu; history: History };

async function checkWhileFull({ url }: SystemUnderTest, visit: Visit): Promise<string[]> {
  const isNotReady = async () => {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    return reply?.status === 503 && /disk .* is full/.test(await reply.text());
  };
  const complaints = (await waitUntil(isNotReady, NOTICE_MS)) ? [] : ['/readyz does not say so'];
  await sleep(FULL_MS);
  if (!(await isCustomerTold(url, visit))) complaints.push('no customer got a 503');
  return complaints;
}

/**
 * True once the full disk has refused a customer's write. New customers with new baskets until then: those who wait try the
 * same basket again, for which the tables have the rows, and are noted when they get through.
 */
async function isCustomerTold(url: string, { seed, menu, history }: Visit): Promise<boolean> {
  const before = history.facts().length;
  const random = seededRandom(seed);
  const browser = openBrowser(url, 1);
  let visitors = 0;
  const isTold = async () => {
    const who = `visitor-${visitors}`;
    visitors += 1;
    const customer = { who, browser, history, patience: 0 };
    const priced = await askPrice(customer, anUnpricedOrder(who, aSmallBasket(random, menu)));
    if (priced) await startCheckout(customer, priced);
    return history
      .facts()
      .slice(before)
      .some((fact) => fact.who === who && fact.status === 503 && fact.code === UNSAVED);
  };
  try {
    return await waitUntil(isTold, TOLD_MS);
  } finally {
    browser.close();
  }
}

async function recover({ url }: SystemUnderTest, history: History): Promise<number> {
  const start = Date.now();
  const before = history.facts().length;
  const browser = openBrowser(url, 1);
  const isBack = async () =>
    (await browser.get('/readyz')).status === 200 &&
    history
      .facts()
      .slice(before)
      .some(({ did, status }) => did === 'place' && status === 200);
  const isInTime = await waitUntil(isBack, RECOVERY_MS);
  browser.close();
  if (!isInTime) throw new Error('nothing was sold again after the disk was freed');
  return Date.now() - start;
}

/** What the card provider replies while its own disk is full is its own affair. */
function findOtherErrors(history: History): string[] {
  const wrong = history
    .facts()
    .filter(({ status = 0, did }) => status === 500 && did !== 'confirm' && did !== 'paid');
  return wrong.map(({ who, did }) => `${who}: 500 to "${did}" instead of 503`);
}
