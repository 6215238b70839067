/** Impatient and forgetful customers: double clicks, payments in two tabs, going back to change the basket. */
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import { atOnce } from '../at-once.ts';
import { anUnpricedOrder, aSmallBasket, type Market } from '../basket.ts';
import { type Books, readBooks, succeededIntents } from '../books.ts';
import { checkBooks } from '../check-books.ts';
import { askPrice, type Checkout, checkOut, type Customer, pay, place } from '../customer.ts';
import type { Fact } from '../history.ts';
import { openShop } from '../open-shop.ts';
import type { Outcome, Scenario, Stage } from '../scenario.ts';
import type { Random } from '../seeded-random.ts';
import { settleDown } from '../settle-down.ts';

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
    const checkout = await checkOut(customer, first);
    if (checkout) await payTwice(customer, [checkout, checkout]);
  },
  async 'pays in two tabs'({ customer, first }) {
    const tabs = await Promise.all([checkOut(customer, first), checkOut(customer, first)]);
    await payTwice(customer, tabs);
  },
  async 'edits in a second tab while paying in the first'({ customer, first, edited }) {
    const checkout = await checkOut(customer, first);
    const paying = checkout && pay(customer, checkout);
    const [, second] = await Promise.all([paying, checkOut(customer, edited)]);
    await payTwice(customer, [checkout, second]);
  },
  async 'goes back, edits and pays both'({ customer, first, edited }) {
    const checkout = await checkOut(customer, first);
    await payTwice(customer, [checkout, await checkOut(customer, edited)]);
  },
  async 'pays, goes back and pays again'({ customer, first, edited }) {
    const checkout = await checkOut(customer, first);
    if (checkout) await pay(customer, checkout);
    await payTwice(customer, [checkout, await checkOut(customer, edited)]);
  },
};

async function run(stage: Stage): Promise<Outcome> {
  const shop = await openShop(stage);
  const { kitchen, market } = shop;
  const habits = Object.values(HABITS);
  await atOnce(stage.size, 16, async (index) => {
    const { customer, random } = shop.customer(index);
    const visit = await fillBaskets(customer, random, market);
    const habit = habits[index % habits.length];
    if (visit && habit) await habit(visit);
  });
  shop.close();
  const settled = await settleDown(kitchen, { withinMs: 120_000, isHurried: true });

  const books = await readBooks(kitchen);
  const facts = stage.history.facts();
  const complaints = await checkBooks(kitchen, stage.history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  complaints.push(...chargedTwice(books, facts));
  const charges = books.charges.filter(({ status }) => status === 'succeeded').length;
  if (charges < stage.size / 2) complaints.push(`only ${charges} customers could pay at all`);
  const confirms = facts.filter(({ did }) => did === 'paid' || did === 'confirm').length;
  return {
    complaints,
    measured: `${stage.size} baskets, ${confirms} attempts to pay: ${charges} charges, ${books.orders.length} orders`,
  };
}

async function fillBaskets(
  customer: Customer,
  random: Random,
  market: Market,
): Promise<Visit | null> {
  const { who } = customer;
  const order = anUnpricedOrder(who, aSmallBasket(random, market));
  const changed = { ...anUnpricedOrder(who, aSmallBasket(random, market)), cartKey: order.cartKey };
  const first = await askPrice(customer, order);
  const edited = await askPrice(customer, changed as PreparedOrder);
  return first && edited && { customer, first, edited };
}

async function payTwice(
  customer: Customer,
  checkouts: readonly (Checkout | null)[],
): Promise<void> {
  const open = checkouts.filter((checkout) => checkout !== null);
  await Promise.all(open.map((checkout) => pay(customer, checkout)));
  await Promise.all(open.map((checkout) => place(customer, checkout)));
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
