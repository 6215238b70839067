/** Customers change paid orders, with top-ups and refunds, beside staff, in two tabs, while processes die and replies are lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { PlacedOrderReply, TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { parseAmount } from '#platform/rules/money.ts';
import type { PreparedItem } from '#areas/order-book/rules/prepared-order.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { anUnpricedOrder, aSmallBasket } from '../basket.ts';
import type { BrowserAnswer } from '../browser.ts';
import {
  checkMoney,
  checkPortions,
  checkPrintouts,
  countWaitingChanges,
  limitPortions,
} from '../check-changed-orders.ts';
import { askPrice, type Customer, payCheckout, startCheckout } from '../customer.ts';
import { drain, runDueJobsNow } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { type Fixture, openFixture } from '../open-fixture.ts';
import { runConcurrently, waitUntil } from '../run-concurrently.ts';
import { waitFor } from '../system-under-test.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';

const SETTLE_MS = 120_000;
const CHANGES_AN_ORDER = 10;
/** More orders than this would not find places in the week. */
const MOST_ORDERS = 900;
/** Longer than any hold. */
const LATER_MINUTES = 40;
const CHANGERS = 8;

export const changes: Scenario = {
  name: 'changes',
  promise:
    '10,000 changes of paid orders with top-ups and refunds: the ledger, the places, the portions and the paper agree to the cent and the portion',
  sizes: { short: 36, long: 10_000 },
  run,
};

type Changeable = { token: string; customer: Customer; random: Random };
type Counts = { made: number; paid: number; unpaid: number; refused: number; kills: number };

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const fixture = await openFixture(context);
  const { system } = fixture;
  const count = Math.min(MOST_ORDERS, Math.ceil(context.size / CHANGES_AN_ORDER));
  const orders = await sell(fixture, count);
  await limitPortions(fixture);
  const luck = seededRandom(`${context.seed}:line`);
  system.proxy.fateOfCall = () =>
    luck.chance(0.05) ? luck.pick(['response-lost', 'request-lost']) : 'well';
  const counts = await changeAll(context, fixture, orders);
  system.proxy.fateOfCall = () => 'well';
  // Anyone who has not paid by now does not pay any more.
  await system.app.startLater(LATER_MINUTES);
  await waitUntil(async () => {
    await waitFor(() => runDueJobsNow(system));
    return (await waitFor(() => countWaitingChanges(system))) === 0;
  }, SETTLE_MS);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });

  const complaints = await findDiscrepancies(system, context.history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  complaints.push(...(await checkMoney(fixture)), ...(await checkPrintouts(fixture)));
  complaints.push(...(await checkPortions(fixture)));
  const waiting = await countWaitingChanges(system);
  if (waiting > 0) complaints.push(`${waiting} changes still wait for their payment`);
  if (orders.length !== count) complaints.push(`${orders.length} of ${count} orders were placed`);
  if (counts.made === 0 || counts.paid === 0) complaints.push('nothing was changed at all');
  fixture.close();
  const { made, paid, unpaid, refused, kills } = counts;
  return {
    complaints,
    measured: `${context.size} changes of ${count} orders: ${made} made at once, ${paid} paid for, ${unpaid} never paid, ${refused} refused; ${kills} kills`,
  };
}

async function sell(fixture: Fixture, count: number): Promise<Changeable[]> {
  const orders: Changeable[] = [];
  await runConcurrently(count, CHANGERS, async (index) => {
    const { customer, random } = fixture.customer(index);
    const order = anUnpricedOrder(customer.who, aSmallBasket(random, fixture.menu));
    const priced = await askPrice(customer, order);
    const checkout = priced && (await startCheckout(customer, priced));
    if (!checkout || !(await payCheckout(customer, checkout))) return;
    const { intent: paymentIntentId, clientSecret } = checkout;
    const placed = await press(() =>
      customer.browser.json('POST', '/api/orders', {
        paymentIntentId,
        clientSecret,
        orderData: {},
      }),
    );
    if (placed.status !== 200) return;
    orders.push({ token: (placed.body as PlacedOrderReply).trackingToken, customer, random });
  });
  return orders;
}

/** Anyone who gets no reply presses again. */
async function press(ask: () => Promise<BrowserAnswer>): Promise<BrowserAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 0 && answer.status < 500) return answer;
    await sleep(100);
  }
}

async function changeAll(
  { size, seed, history }: ScenarioContext,
  fixture: Fixture,
  orders: readonly Changeable[],
): Promise<Counts> {
  const counts: Counts = { made: 0, paid: 0, unpaid: 0, refused: 0, kills: 0 };
  const random = seededRandom(`${seed}:changes`);
  const killEvery = Math.max(20, Math.ceil(size / 20));
  let isUp: Promise<void> = Promise.resolve();
  await runConcurrently(size, CHANGERS, async (index) => {
    const order = orders[index % orders.length];
    if (!order) return;
    if (index % killEvery === killEvery - 1) {
      counts.kills += 1;
      isUp = restart();
    }
    await isUp;
    const beside = random.next();
    await Promise.all([
      changeOnce(fixture, order, counts),
      ...(beside < 0.1 ? [changeOnce(fixture, order, counts)] : []),
      ...(beside > 0.9 ? [touchByStaff(fixture, order)] : []),
    ]);
  });
  return counts;

  async function restart(): Promise<void> {
    await fixture.system.app.kill();
    history.note({ who: 'fault injector', did: 'kill the app' });
    const { proxy, app } = fixture.system;
    const fate = proxy.fateOfCall;
    // At its start an app tells the sandbox where events go; a real card provider is not asked.
    proxy.fateOfCall = () => 'well';
    await app.start();
    proxy.fateOfCall = fate;
  }
}

async function changeOnce(
  fixture: Fixture,
  { token, customer, random }: Changeable,
  counts: Counts,
): Promise<void> {
  const { browser, history, who } = customer;
  const path = `/api/orders/track/${token}`;
  const seen = await press(() => browser.get(path));
  if (seen.status !== 200) return;
  const order = seen.body as TrackedOrderReply;
  const orderItems = wish(order, random, fixture);
  if (!orderItems) return;
  const version = random.chance(0.5) ? { version: order.version } : {};
  const send = (body: object) => press(() => browser.json('POST', `${path}/change`, body));
  const answer = await send({ orderItems, ...version });
  const { code } = answer.body as { code?: string };
  history.note({ who, did: 'change', status: answer.status, ...(code && { code }) });
  if (answer.status === 200) counts.made += 1;
  if (answer.status === 400 || answer.status === 409) counts.refused += 1;
  if (answer.status !== 402) return;
  const due = answer.body as PaymentDueReply;
  if (random.chance(0.2)) {
    counts.unpaid += 1;
    return;
  }
  const checkout = {
    intent: due.paymentIntentId,
    clientSecret: due.clientSecret,
    checkoutId: '',
    cents: parseAmount(due.amount) ?? Number.NaN,
  };
  if (!(await payCheckout(customer, checkout))) return;
  counts.paid += 1;
  // The others close their browser: the card provider's event has to do.
  if (random.chance(0.6)) await send({ paymentIntentId: due.paymentIntentId });
}

type Wish = Pick<
  PreparedItem,
  'mealId' | 'mealType' | 'personName' | 'mealDate' | 'deliveryDate' | 'deliveryWindow'
>;

/** Another meal, one more, one less, or another day; now and then nothing at all. Null: there is nothing to change. */
function wish(
  { status, deliveries }: TrackedOrderReply,
  random: Random,
  { menu }: Fixture,
): Wish[] | null {
  if (status !== 'confirmed') return null;
  const items = deliveries
    .filter((delivery) => delivery.status !== 'cancelled')
    .flatMap(({ date, timeSlot, items: itemsInIt }) =>
      itemsInIt.map(({ mealId, mealType, personName, mealDate }) => ({
        mealId,
        mealType,
        personName,
        mealDate,
        deliveryDate: date,
        deliveryWindow: timeSlot,
      })),
    );
  const [first] = items;
  if (!first) return null;
  const another = (type: Wish['mealType']) =>
    random.pick(menu.meals.filter(({ mealType }) => mealType === type)).id;
  const kind = random.next();
  if (kind < 0.02) return [];
  if (kind < 0.5) return [{ ...first, mealId: another(first.mealType) }, ...items.slice(1)];
  if (kind < 0.65 && items.length > 1) return items.slice(1);
  if (kind < 0.8)
    return [
      ...items,
      { ...first, mealId: another(first.mealType), personName: `Guest ${random.below(3)}` },
    ];
  const date = random.pick(menu.days);
  const window = random.pick(DELIVERY_WINDOWS);
  return items.map((item) => ({
    ...item,
    mealDate: date,
    deliveryDate: date,
    deliveryWindow: window,
  }));
}

/** An edit of the instructions, or a dollar back, while the customer changes the order. */
async function touchByStaff({ system, staffBrowser }: Fixture, { customer, random }: Changeable) {
  const id = await system
    .inDatabase(async (db) => {
      const { rows } = await db.execute<{ id: number }>(
        sql`select id from orders where email = ${`${customer.who}@example.com`}`,
      );
      return rows[0]?.id;
    })
    .catch(() => undefined);
  if (id === undefined) return;
  if (random.chance(0.5)) await staffBrowser.refund(id, '1.00');
  else if (random.chance(0.3)) await staffBrowser.cancel(id);
}
