/** The same customers twice: once everything works, once events arrive fifty times, in any order, late, or never. */
import { isDeepStrictEqual } from 'node:util';
import { atOnce } from '../at-once.ts';
import { type Books, readBooks } from '../books.ts';
import { checkBooks } from '../check-books.ts';
import { startHistory } from '../history.ts';
import { openShop, sellToClosedBrowsers, type Shop } from '../open-shop.ts';
import type { Outcome, Scenario, Stage } from '../scenario.ts';
import { type Random, seededRandom } from '../seeded-random.ts';
import { settleDown } from '../settle-down.ts';
import type { Delivery } from '../wire.ts';

const COPIES = 50;
const SENDERS = 32;
const SETTLE_MS = 150_000;
const NEVER_MADE = 0.05;
const DROPPED = 0.1;

export const webhooks: Scenario = {
  name: 'webhooks',
  promise:
    '100,000 webhook deliveries (each event 50 times, shuffled, 10% dropped, 5% never sent) end like the clean run',
  sizes: { short: 1000, long: 100_000 },
  run,
};

async function run(stage: Stage): Promise<Outcome> {
  // An order has one event; a third are cancelled, with three more.
  const customers = Math.ceil(stage.size / COPIES / 2);
  // What this run's customers knew is of no use when replaying the other run.
  const clean = await play({ ...stage, history: startHistory() }, customers, null);
  const abused = await play(stage, customers, seededRandom(`${stage.seed}:post`));
  const complaints = [...clean.complaints, ...abused.complaints];
  for (const [who, entry] of Object.entries(clean.state))
    if (!isDeepStrictEqual(entry, abused.state[who]))
      complaints.push(
        `${who}: ${JSON.stringify(entry)} in the clean run, ${JSON.stringify(abused.state[who])} now`,
      );
  return { complaints, measured: `${customers} orders; ${abused.measured}` };
}

/** `post`: decides about each delivery; null: every event arrives once, immediately. */
async function play(stage: Stage, customers: number, post: Random | null) {
  const shop = await openShop(stage);
  const { kitchen } = shop;
  const events = new Map<string, Delivery>();
  const intercept = () => {
    if (!post) return;
    kitchen.wire.fateOfDelivery = (delivery) => {
      events.set(delivery.eventId, delivery);
      return 'swallow';
    };
  };
  const count = { made: 0, dropped: 0, neverMade: 0, broken: 0 };
  const complaints: string[] = [];
  const settle = async () => {
    const settled = await settleDown(kitchen, { withinMs: SETTLE_MS, isHurried: !stage.isLong });
    if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  };

  intercept();
  await sellToClosedBrowsers(shop, customers);
  const payments = [...events.values()];
  if (post) await abuse(shop, post, copiesOf(payments, COPIES / 2), count);
  await settle();
  intercept();
  await cancelSome(stage, shop);
  const refunds = [...events.values()].slice(payments.length);
  const late = [...copiesOf(payments, COPIES / 2), ...copiesOf(refunds, COPIES)];
  if (post) await abuse(shop, post, late, count);
  await settle();

  complaints.push(...(await checkBooks(kitchen, stage.history)));
  if (count.broken > 0) complaints.push(`${count.broken} deliveries got 5xx or no reply`);
  const state = finalState(await readBooks(kitchen));
  shop.close();
  await kitchen.stop();
  const measured = `${count.made} deliveries of ${events.size} events, ${count.dropped} dropped, ${count.neverMade} events never sent, ${count.broken} with reply 5xx`;
  return { state, complaints, measured };
}

function copiesOf(deliveries: readonly Delivery[], copies: number): Delivery[] {
  return deliveries.flatMap((delivery) => Array.from({ length: copies }, () => delivery));
}

async function abuse(
  { kitchen }: Shop,
  post: Random,
  deliveries: readonly Delivery[],
  count: { made: number; dropped: number; neverMade: number; broken: number },
): Promise<void> {
  const ids = [...new Set(deliveries.map(({ eventId }) => eventId))].toSorted();
  // At least one, however small the run.
  const lucky = post.shuffled(ids).slice(0, Math.ceil(ids.length * NEVER_MADE));
  const neverMade = new Set(lucky);
  count.neverMade += neverMade.size;
  const sent = post.shuffled(deliveries.filter(({ eventId }) => !neverMade.has(eventId)));
  await atOnce(sent.length, SENDERS, async (index) => {
    const delivery = sent[index];
    if (!delivery) return;
    if (post.chance(DROPPED)) {
      count.dropped += 1;
      return;
    }
    const status = await kitchen.wire.deliver(delivery);
    count.made += 1;
    if (status === 0 || status >= 500) count.broken += 1;
  });
}

/** A third of the orders, chosen by customer: the same in both runs. */
async function cancelSome(stage: Stage, { kitchen, desk }: Shop): Promise<void> {
  const { orders } = await readBooks(kitchen);
  const chosen = orders.filter(({ email }) => seededRandom(`${stage.seed}:${email}`).chance(1 / 3));
  await atOnce(chosen.length, 4, async (index) => {
    const order = chosen[index];
    if (order) await desk.cancel(order.id);
  });
}

/** State that must not depend on webhook order, by customer and slot. Ids differ between runs. */
function finalState(books: Books): Record<string, unknown> {
  const ordersOf = Map.groupBy(books.orders, ({ email }) => email);
  const byCustomer = [...ordersOf].map(([email, orders]) => [
    email,
    orders.map(({ id, status, totalCents, paidCents }) => ({
      status,
      totalCents,
      paidCents,
      refunds: books.refunds
        .filter(({ orderId }) => orderId === id)
        .map(({ cents, state }) => `${cents} ${state}`),
      mails: books.mails
        .filter(({ orderId }) => orderId === id)
        .map(({ kind, state }) => `${kind} ${state}`)
        .toSorted(),
    })),
  ]);
  const bySlot = books.slots.map((slot) => [`${slot.date} ${slot.window}`, slot]);
  return Object.fromEntries([...byCustomer, ...bySlot]) as Record<string, unknown>;
}
