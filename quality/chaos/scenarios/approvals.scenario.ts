/** The last place of a window is held unpaid, and others pay for it: everything that may go wrong on the way to its money. */
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { seededRandom } from '#app/server/stage.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';
import { anUnpricedOrder, aSmallBasket, expectMenu, type Menu } from '../basket.ts';
import { readBooks } from '../books.ts';
import { type Browser, openBrowser } from '../browser.ts';
import {
  askPrice,
  CARDS,
  confirmCheckout,
  type Customer,
  type OpenedCheckout,
  payCheckout,
  sendCheckout,
} from '../customer.ts';
import { drain, runDueJobsNow } from '../drain.ts';
import type { CallFate } from '../fault-proxy.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { waitUntil } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { openStaffBrowser, type StaffBrowser } from '../staff-browser.ts';
import { type SystemUnderTest, waitFor } from '../system-under-test.ts';

/** Sunday: the cutoff is at 5pm, and approvals are booked for some minutes after it. */
const BEFORE_CUTOFF = '2026-01-11T04:00:00Z';
const JUST_BEFORE_CUTOFF = '2026-01-11T06:57:00Z';
const IN_THE_GRACE = '2026-01-11T07:01:00Z';
/** Customers ask again for as long as the app takes to start. */
const PATIENCE = 120;
const DEATH_MS = 30_000;
const SETTLE_MS = 120_000;
const AT_ONCE = 5;

type Round = {
  system: SystemUnderTest;
  staff: StaffBrowser;
  slot: SlotKey;
  holder: Buyer;
  buyer: Buyer;
  rival: Buyer;
  complaints: string[];
};

type Buyer = Customer & { checkout: OpenedCheckout };

const FAULTS: Record<string, (round: Round) => Promise<unknown>> = {
  'killed after the approval': async ({ system, buyer }) => {
    system.proxy.fateOfDelivery = () => 'refuse';
    await pay(buyer);
    await system.app.kill();
    system.proxy.fateOfDelivery = () => 'well';
    await system.app.start();
    await place(buyer);
  },
  'killed after the commit and before the capture': (round) =>
    dieWhilePlacing(round, 'capture/before-take'),
  'killed after the capture and before we wrote it down': (round) =>
    dieWhilePlacing(round, 'capture/after-take'),
  'the answer to the capture is lost': (round) => placeWith(round, '/capture', 'response-lost'),
  'no answer to the capture': (round) => placeWith(round, '/capture', 'request-lost'),
  'captured twice': async ({ system, buyer }) => {
    await pay(buyer);
    const all = Array.from({ length: AT_ONCE }, () => place(buyer));
    await Promise.all([...all, runDueJobsNow(system)]);
  },
  'captured after it was cancelled': async (round) => {
    const { system, staff, buyer } = round;
    const number = await placeWith(round, '/capture', 'request-lost');
    const { orders } = await readBooks(system);
    const order = orders.find((one) => one.number === number);
    if (order) await staff.cancel(order.id);
    else round.complaints.push(`${buyer.who} has no order to cancel`);
  },
  'two buyers of the last place at once': async ({ buyer, rival }) => {
    await Promise.all([pay(buyer), pay(rival)]);
    await Promise.all([place(buyer), place(rival)]);
  },
  'the displaced one pays in the same second': async ({ buyer, holder }) => {
    await pay(buyer);
    await Promise.all([place(buyer), pay(holder)]);
    await Promise.all([place(buyer), place(holder)]);
  },
  'the answer to the cancellation of the hold is lost': (round) =>
    placeWith(round, '/cancel', 'response-lost'),
  'no answer while the hold is to give way': async (round) => {
    const { system, slot, buyer, complaints } = round;
    const placed = await placeWith(round, '/cancel', 'request-lost');
    if (placed !== null) complaints.push(`${buyer.who} has a place that may have been paid for`);
    const { slots } = await readBooks(system);
    const own = slots.find(({ date, window }) => date === slot.date && window === slot.window);
    if (own?.held !== 1) complaints.push('the hold did not stay while the provider was silent');
    await place(buyer);
  },
};

export const approvals: Scenario = {
  name: 'approvals',
  promise:
    'the last place is held and others pay for it, through kills and lost answers: one order for it, nobody else charged, no approval forgotten',
  sizes: { short: Object.keys(FAULTS).length, long: Object.keys(FAULTS).length * 12 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const system = await context.openSystem({ now: BEFORE_CUTOFF });
  const browser = openBrowser(system.url, 20);
  const menu = await expectMenu(browser);
  const staff = await openStaffBrowser(system.url, history);
  const slots = menu.days.flatMap((date) => DELIVERY_WINDOWS.map((window) => ({ date, window })));
  const complaints: string[] = [];
  const shop = { context, system, staff, browser, menu, complaints };
  const names = seededRandom(`${seed}:faults`).shuffled(Object.keys(FAULTS));
  for (let index = 0; index < size; index += 1) {
    const name = names[index % names.length] ?? '';
    const slot = slots[index % slots.length];
    if (!slot) throw new Error('the week has no windows');
    history.note({ who: 'fault injector', did: name });
    const round = await openRound(shop, slot, index);
    await FAULTS[name]?.(round);
    system.proxy.fateOfCall = () => 'well';
    if (!(await isSoldOnce(system, index + 1)))
      complaints.push(`${name}: the place was not sold once`);
  }
  await settleAll(shop);
  await passCutoff(shop, size);
  await settleAll(shop);
  complaints.push(...(await findDiscrepancies(system, history)));
  const { orders, intents } = await readBooks(system);
  if (orders.length !== size + 1) complaints.push(`${orders.length} orders for ${size + 1} places`);
  staff.close();
  browser.close();
  const canceled = intents.filter(({ status }) => status === 'canceled').length;
  return {
    complaints,
    measured: `${size + 1} last places: ${orders.length} orders, ${canceled} of ${intents.length} payments not taken`,
  };
}

/** Half an hour later nothing is kept for anyone. */
async function settleAll({ system, complaints }: Shop): Promise<void> {
  await system.app.startLater(30);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
}

type Shop = {
  context: ScenarioContext;
  system: SystemUnderTest;
  staff: StaffBrowser;
  browser: Browser;
  menu: Menu;
  complaints: string[];
};

/** One place more than is booked; one holds it, two are to be booked on payment. */
async function openRound(shop: Shop, slot: SlotKey, index: number): Promise<Round> {
  const { system, staff, complaints } = shop;
  const booked = await bookedOf(system, slot);
  await staff.setCapacity(slot, booked + 1);
  const holder = await openFor(shop, slot, `holder-${index}`);
  const buyer = await openFor(shop, slot, `buyer-${index}`);
  const rival = await openFor(shop, slot, `rival-${index}`);
  return { system, staff, slot, holder, buyer, rival, complaints };
}

async function openFor(
  { context: { seed, history }, browser, menu }: Shop,
  slot: SlotKey,
  who: string,
): Promise<Buyer> {
  const customer = { who, browser, history, patience: PATIENCE };
  const basket = aSmallBasket(seededRandom(`${seed}:${who}`), menu, slot);
  const priced = await askPrice(customer, anUnpricedOrder(who, basket));
  const sent = priced && { amount: Number(priced.total), orderData: priced, onPayment: true };
  const checkout = sent && (await sendCheckout(customer, sent));
  if (!checkout) throw new Error(`${who} was turned away`);
  return { ...customer, checkout };
}

const pay = (buyer: Buyer) => payCheckout(buyer, buyer.checkout, CARDS.good);
const place = (buyer: Buyer) => confirmCheckout(buyer, buyer.checkout);

/** While calls to this path of the card provider go wrong. The number of the order, or null. */
async function placeWith(
  { system: { proxy }, buyer }: Round,
  ending: string,
  fate: CallFate,
): Promise<string | null> {
  proxy.fateOfCall = (_, path) => (path.endsWith(ending) ? fate : 'well');
  await pay(buyer);
  const number = await place(buyer);
  proxy.fateOfCall = () => 'well';
  return number;
}

async function dieWhilePlacing({ system: { app }, buyer, complaints }: Round, point: string) {
  await app.kill();
  await app.start(point);
  const bought = pay(buyer).then(() => place(buyer));
  if (!(await waitUntil(async () => !app.isAlive(), DEATH_MS)))
    complaints.push(`${point} was not reached`);
  await app.kill();
  await app.start();
  await bought;
}

/** Approved before the cutoff, and asked for after it. */
async function passCutoff(shop: Shop, index: number): Promise<void> {
  const { system, complaints } = shop;
  const [date = ''] = shop.menu.days;
  const restartAt = async (now: string) => {
    await system.app.kill();
    system.app.setNow(now);
    await system.app.start();
  };
  await restartAt(JUST_BEFORE_CUTOFF);
  system.proxy.fateOfDelivery = () => 'refuse';
  const round = await openRound(shop, { date, window: DELIVERY_WINDOWS[0] }, index);
  await pay(round.buyer);
  await restartAt(IN_THE_GRACE);
  if ((await place(round.buyer)) === null)
    complaints.push('an approval from before the cutoff was not booked in the minutes of grace');
  system.proxy.fateOfDelivery = () => 'well';
}

/** By the browser, or by the clock soon after. */
async function isSoldOnce(system: SystemUnderTest, orderCount: number): Promise<boolean> {
  return waitUntil(async () => {
    await waitFor(() => runDueJobsNow(system));
    return (await waitFor(() => readBooks(system))).orders.length === orderCount;
  }, DEATH_MS);
}

async function bookedOf(system: SystemUnderTest, { date, window }: SlotKey): Promise<number> {
  const { slots } = await waitFor(() => readBooks(system));
  return slots.find((slot) => slot.date === date && slot.window === window)?.booked ?? 0;
}
