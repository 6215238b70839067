/** The same customers twice: once everything works, once events arrive fifty times, in any order, late, or never. */
import { isDeepStrictEqual } from 'node:util';
import { runConcurrently } from '../run-concurrently.ts';
import { type Books, readBooks } from '../books.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { startHistory } from '../history.ts';
import { openFixture, sellToClosedBrowsers, type Fixture } from '../open-fixture.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { drain } from '../drain.ts';
import type { Delivery } from '../fault-proxy.ts';

const COPIES = 50;
const SENDERS = 32;
const SETTLE_MS = 150_000;
const NEVER_MADE = 0.05;
const LOST = 0.1;

export const webhooks: Scenario = {
  name: 'webhooks',
  promise:
    '100,000 webhook deliveries (each event 50 times, shuffled, 10% dropped, 5% never sent) end like the clean run',
  sizes: { short: 1000, long: 100_000 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  // An order has one event; a third are cancelled, with three more.
  const customers = Math.ceil(context.size / COPIES / 2);
  // What this run's customers knew is of no use when replaying the other run.
  const clean = await play({ ...context, history: startHistory() }, customers, null);
  const abused = await play(context, customers, seededRandom(`${context.seed}:post`));
  const complaints = [...clean.complaints, ...abused.complaints];
  for (const [who, entry] of Object.entries(clean.state))
    if (!isDeepStrictEqual(entry, abused.state[who]))
      complaints.push(
        `${who}: ${JSON.stringify(entry)} in the clean run, ${JSON.stringify(abused.state[who])} now`,
      );
  return { complaints, measured: `${customers} orders; ${abused.measured}` };
}

/** `post`: decides about each delivery; null: every event arrives once, immediately. */
async function play(context: ScenarioContext, customers: number, post: Random | null) {
  const fixture = await openFixture(context);
  const { system } = fixture;
  const events = new Map<string, Delivery>();
  const intercept = () => {
    if (!post) return;
    system.proxy.fateOfDelivery = (delivery) => {
      events.set(delivery.eventId, delivery);
      return 'drop';
    };
  };
  const count = { made: 0, lost: 0, neverMade: 0, broken: 0 };
  const complaints: string[] = [];
  const settle = async () => {
    const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: !context.isLong });
    if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  };

  intercept();
  await sellToClosedBrowsers(fixture, customers);
  const payments = [...events.values()];
  if (post) await abuse(fixture, post, copiesOf(payments, COPIES / 2), count);
  await settle();
  intercept();
  await cancelSome(context, fixture);
  const refunds = [...events.values()].slice(payments.length);
  const late = [...copiesOf(payments, COPIES / 2), ...copiesOf(refunds, COPIES)];
  if (post) await abuse(fixture, post, late, count);
  await settle();

  complaints.push(...(await findDiscrepancies(system, context.history)));
  if (count.broken > 0) complaints.push(`${count.broken} deliveries got 5xx or no reply`);
  const state = finalState(await readBooks(system));
  fixture.close();
  await system.stop();
  const measured = `${count.made} deliveries of ${events.size} events, ${count.lost} dropped, ${count.neverMade} events never sent, ${count.broken} with reply 5xx`;
  return { state, complaints, measured };
}

function copiesOf(deliveries: readonly Delivery[], copies: number): Delivery[] {
  return deliveries.flatMap((delivery) => Array.from({ length: copies }, () => delivery));
}

async function abuse(
  { system }: Fixture,
  post: Random,
  deliveries: readonly Delivery[],
  count: { made: number; lost: number; neverMade: number; broken: number },
): Promise<void> {
  const ids = [...new Set(deliveries.map(({ eventId }) => eventId))].toSorted();
  // At least one, however small the run.
  const lucky = post.shuffled(ids).slice(0, Math.ceil(ids.length * NEVER_MADE));
  const neverMade = new Set(lucky);
  count.neverMade += neverMade.size;
  const sent = post.shuffled(deliveries.filter(({ eventId }) => !neverMade.has(eventId)));
  await runConcurrently(sent.length, SENDERS, async (index) => {
    const delivery = sent[index];
    if (!delivery) return;
    if (post.chance(LOST)) {
      count.lost += 1;
      return;
    }
    const status = await system.proxy.deliver(delivery);
    count.made += 1;
    if (status === 0 || status >= 500) count.broken += 1;
  });
}

/** A third of the orders, chosen by customer: the same in both runs. */
async function cancelSome(
  context: ScenarioContext,
  { system, staffBrowser }: Fixture,
): Promise<void> {
  const { orders } = await readBooks(system);
  const chosen = orders.filter(({ email }) =>
    seededRandom(`${context.seed}:${email}`).chance(1 / 3),
  );
  await runConcurrently(chosen.length, 4, async (index) => {
    const order = chosen[index];
    if (order) await staffBrowser.cancel(order.id);
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
      emails: books.emails
        .filter(({ orderId }) => orderId === id)
        .map(({ kind, state }) => `${kind} ${state}`)
        .toSorted(),
    })),
  ]);
  const bySlot = books.slots.map((slot) => [`${slot.date} ${slot.window}`, slot]);
  return Object.fromEntries([...byCustomer, ...bySlot]) as Record<string, unknown>;
}
