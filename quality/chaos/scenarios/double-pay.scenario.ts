/** Impatient and forgetful customers: double clicks, payments in two tabs, going back to change the basket. */
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { runConcurrently } from '../run-concurrently.ts';
import { anUnpricedOrder, aSmallBasket, type Menu } from '../basket.ts';
import { type Books, readBooks, succeededIntents } from '../books.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import {
  askPrice,
  type OpenedCheckout,
  startCheckout,
  type Customer,
  payCheckout,
  confirmCheckout,
} from '../customer.ts';
import type { Fact } from '../history.ts';
import { openFixture } from '../open-fixture.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import type { Random } from '#app/server/stage.ts';
import { drain } from '../drain.ts';

export const doublePay: Scenario = {
  name: 'double-pay',
  promise: '1,000 double clicks, second tabs and back-and-edits: at most one charge each',
  sizes: { short: 30, long: 1000 },
  run,
};

type Visit = {
  customer: Customer;
  /** Both priced, from one basket; the second was changed after going back. */
  first: PreparedOrder;
  edited: PreparedOrder;
};

const HABITS: Record<string, (visit: Visit) => Promise<void>> = {
  async 'clicks twice on Pay'({ customer, first }) {
    const checkout = await startCheckout(customer, first);
    if (checkout) await payTwice(customer, [checkout, checkout]);
  },
  async 'pays in two tabs'({ customer, first }) {
    const tabs = await Promise.all([
      startCheckout(customer, first),
      startCheckout(customer, first),
    ]);
    await payTwice(customer, tabs);
  },
  async 'edits in a second tab while paying in the first'({ customer, first, edited }) {
    const checkout = await startCheckout(customer, first);
    const paying = checkout && payCheckout(customer, checkout);
    const [, second] = await Promise.all([paying, startCheckout(customer, edited)]);
    await payTwice(customer, [checkout, second]);
  },
  async 'goes back, edits and pays both'({ customer, first, edited }) {
    const checkout = await startCheckout(customer, first);
    await payTwice(customer, [checkout, await startCheckout(customer, edited)]);
  },
  async 'pays, goes back and pays again'({ customer, first, edited }) {
    const checkout = await startCheckout(customer, first);
    if (checkout) await payCheckout(customer, checkout);
    await payTwice(customer, [checkout, await startCheckout(customer, edited)]);
  },
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const fixture = await openFixture(context);
  const { system, menu } = fixture;
  const habits = Object.values(HABITS);
  await runConcurrently(context.size, 16, async (index) => {
    const { customer, random } = fixture.customer(index);
    const visit = await fillBaskets(customer, random, menu);
    const habit = habits[index % habits.length];
    if (visit && habit) await habit(visit);
  });
  fixture.close();
  const settled = await drain(system, { withinMs: 120_000, skipsWaiting: true });

  const books = await readBooks(system);
  const facts = context.history.facts();
  const complaints = await findDiscrepancies(system, context.history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  complaints.push(...chargedTwice(books, facts));
  const charges = books.charges.filter(({ status }) => status === 'succeeded').length;
  if (charges < context.size / 2) complaints.push(`only ${charges} customers could pay at all`);
  const confirms = facts.filter(({ did }) => did === 'paid' || did === 'confirm').length;
  return {
    complaints,
    measured: `${context.size} baskets, ${confirms} attempts to pay: ${charges} charges, ${books.orders.length} orders`,
  };
}

async function fillBaskets(customer: Customer, random: Random, menu: Menu): Promise<Visit | null> {
  const { who } = customer;
  const order = anUnpricedOrder(who, aSmallBasket(random, menu));
  const changed = { ...anUnpricedOrder(who, aSmallBasket(random, menu)), cartKey: order.cartKey };
  const first = await askPrice(customer, order);
  const edited = await askPrice(customer, changed as PreparedOrder);
  return first && edited && { customer, first, edited };
}

async function payTwice(
  customer: Customer,
  checkouts: readonly (OpenedCheckout | null)[],
): Promise<void> {
  const open = checkouts.filter((checkout) => checkout !== null);
  await Promise.all(open.map((checkout) => payCheckout(customer, checkout)));
  await Promise.all(open.map((checkout) => confirmCheckout(customer, checkout)));
}

/** A customer has one basket: whatever they did, at most one of their payments may have succeeded. */
function chargedTwice(books: Books, facts: readonly Fact[]): string[] {
  const paid = new Set(succeededIntents(books).map(({ id }) => id));
  const charged = facts.filter(({ intent }) => intent !== undefined && paid.has(intent));
  return [...Map.groupBy(charged, ({ who }) => who)].flatMap(([who, entries]) => {
    const intents = new Set(entries.map(({ intent }) => intent));
    return intents.size > 1 ? [`CHARGED TWICE: ${who} paid ${[...intents].join(' and ')}`] : [];
  });
}
