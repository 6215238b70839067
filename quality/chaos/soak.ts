/**
 * The soak test: `npm run soak -- [--orders 100000] [--weeks 52] [--seed TEXT]`. A year of ordinary business, as fast
 * as possible: customers who pay, close their browsers, are declined or walk away; staff who cancel; scheduled jobs.
 * The books must balance every evening (I1 to I7), and memory must not grow. Otherwise it exits with 1.
 */
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { addUpTallies } from '#areas/order-book/server/find-orders.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { reconcile } from '#areas/payments/server/reconcile.ts';
import { sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { checkOut, DECLINED_CARD, menuOf, pay, place, priced } from '#quality/support/an-order.ts';
import { startMailServer } from '#quality/support/mail-server.ts';
import { startOwnApp, type TestApp } from '#quality/support/own-app.ts';
import startTestPostgres from '#quality/support/vitest-global-setup.ts';
import { runConcurrently } from './run-concurrently.ts';
import { aDailyBasket, anUnpricedOrder, aSmallBasket, type Menu } from './basket.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';

const DAYS_IN_WEEK = 7;
const CONCURRENCY = 8;
/** Wednesday, when the week from Tuesday 13 January 2026 is open. */
const FIRST_DAY = '2026-01-07';
const BRISBANE = { timeZone: 'Australia/Brisbane' };
/** More than a week's orders, and more than the database allows a real kitchen: places are tested elsewhere. */
const PLACES = { default: 5000, min: 0, max: 5000 };
const CANCELLED = 0.03;
/** How much more memory than after the first month still counts as flat. */
const MOST_GROWTH_BYTES = 30 * 1024 * 1024;
const FIRST_MONTH_WEEKS = 4;

type Year = {
  test: TestApp;
  random: Random;
  staffClient: StaffClient;
  /** Payments captured by the card provider. */
  paid: Set<string>;
  refused: string[];
};

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    weeks: { type: 'string', default: '52' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const weeks = Number(values.weeks);
const perDay = Math.max(1, Math.round(Number(values.orders) / (weeks * DAYS_IN_WEEK)));
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

console.log(`${weeks} weeks with ${perDay} customers a day (seed ${values.seed})`);
const stopPostgres = await startTestPostgres();
const mailServer = await startMailServer();
const app = await startOwnApp({ smtpUrl: mailServer.url, business: { slotCapacity: PLACES } });
await app.context.db.execute(sql`alter table ${deliverySlots} drop constraint delivery_slots_max`);
const year: Year = {
  test: app,
  random: seededRandom(values.seed),
  staffClient: await aStaffClient(app),
  paid: new Set(),
  refused: [],
};
const complaints: string[] = [];
const heaps: number[] = [];
const start = Date.now();
for (let week = 0; week < weeks && complaints.length === 0; week += 1) {
  for (let day = 0; day < DAYS_IN_WEEK && complaints.length === 0; day += 1) {
    complaints.push(...(await liveDay(year, week * DAYS_IN_WEEK + day)));
  }
  // Their memory is not the app's.
  mailServer.received.length = 0;
  collectGarbage();
  heaps.push(process.memoryUsage().heapUsed);
  const seconds = Math.round((Date.now() - start) / 1000);
  const heapMb = ((heaps.at(-1) ?? 0) / 1024 ** 2).toFixed(0);
  console.log(`week ${week + 1}: ${year.paid.size} paid, heap ${heapMb} MB, ${seconds} s`);
}
complaints.push(...year.refused.slice(0, 10), ...checkMemory(heaps));
for (const complaint of complaints) console.log(`  - ${complaint}`);
console.log(complaints.length === 0 ? 'ok: the books balanced every evening' : 'FAILED');
await app.close();
await mailServer.down();
await stopPostgres();
process.exit(complaints.length === 0 ? 0 : 1);

/** From ten in the morning until the books are checked; returns what is wrong with them in the evening. */
async function liveDay(
  { test, random, staffClient, ...known }: Year,
  index: number,
): Promise<string[]> {
  const date = addDays(FIRST_DAY, index);
  const openedAt = Date.now();
  test.setNow(new Date(instantOf({ date, minuteOfDay: 10 * 60 }, BRISBANE.timeZone)).toISOString());
  // Sessions end; staff sign in again each day.
  const today = {
    test,
    random,
    staffClient: index === 0 ? staffClient : await aStaffClient(test),
    ...known,
  };
  const menu = await openMenu(test);
  await runConcurrently(perDay, CONCURRENCY, (customer) =>
    buyMeals(today, menu, `d${index}c${customer}`),
  );
  await cancelSome(today);
  // Abandoned holds end, and payments from closed browsers are found.
  test.advanceMinutes(30);
  await runJobs(test, openedAt);
  const problems = await findBrokenRules(test.context);
  const kept = await test.context.db.$count(orders);
  return [
    ...problems.map(({ rule, examples }) => `${date}: ${rule}: ${examples.join(', ')}`),
    ...(kept === known.paid.size
      ? []
      : [`${date}: ${known.paid.size} payments, but ${kept} orders`]),
  ];
}

async function openMenu(test: TestApp): Promise<Menu> {
  const week = await test.app.inject('/api/ordering-week');
  const { days } = week.json<OrderingWeekReply>();
  return { meals: await menuOf(test), days: days.map(({ date }) => date) };
}

/** Most pay and see their order; some close the browser first, some are declined once, some walk away. */
async function buyMeals({ test, random, paid, refused }: Year, menu: Menu, who: string) {
  const basket = random.chance(0.7) ? aSmallBasket(random, menu) : aDailyBasket(random, menu);
  const [walksAway, isDeclined, closesBrowser] = [0.05, 0.04, 0.06].map((p) => random.chance(p));
  const orderData = await priced(test, anUnpricedOrder(who, basket));
  const reply = await checkOut(test, orderData);
  if (reply.statusCode !== 200) {
    refused.push(`${who} was refused: ${reply.body}`);
    return;
  }
  const checkout = reply.json<CheckoutReply>();
  if (walksAway) return;
  if (isDeclined) await pay(test, checkout, DECLINED_CARD);
  await pay(test, checkout);
  paid.add(checkout.paymentIntentId);
  if (!closesBrowser) await place(test, checkout.paymentIntentId);
}

async function cancelSome({ test, random, staffClient }: Year): Promise<void> {
  const newest = await staffClient.get(
    `/api/admin/orders?status=confirmed&limit=${Math.min(perDay, 500)}`,
  );
  for (const { id } of newest.json<{ id: number }[]>()) {
    if (random.chance(CANCELLED)) await staffClient.delete(`/api/admin/orders/${id}?refund=full`);
  }
  await sweepRefunds(test.context);
}

/** Does immediately what the clock would do. The gateway's own clock is real time. */
async function runJobs({ context }: TestApp, sinceRealMs: number): Promise<void> {
  await expireCheckouts(context);
  await reconcile(context, 'young', sinceRealMs - 1000);
  await sweepRefunds(context);
  await addUpTallies(context.db);
  while ((await sendMessages(context)) > 0);
}

function checkMemory(after: readonly number[]): string[] {
  const early = Math.max(...after.slice(0, FIRST_MONTH_WEEKS));
  const late = Math.max(...after.slice(-FIRST_MONTH_WEEKS));
  if (after.length <= 2 * FIRST_MONTH_WEEKS || late - early <= MOST_GROWTH_BYTES) return [];
  return [`memory grew from ${early} to ${late} bytes`];
}
