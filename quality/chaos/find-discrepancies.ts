/** The checker: compares what customers knew with the card provider's books, ours, and the emails. */
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { type Books, type OrderEntry, readBooks, succeededIntents } from './books.ts';
import type { Fact, History } from './history.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** Every discrepancy, as a sentence; empty if none. Call when nothing is in flight. */
export async function findDiscrepancies(
  system: SystemUnderTest,
  history: History,
): Promise<string[]> {
  const books = await readBooks(system);
  const broken = await system
    .inDatabase((db) => checkInvariants(db))
    .then(() => [])
    .catch((error: Error) => error.message.split('\n'));
  return [
    ...broken,
    ...checkPayments(books),
    ...checkRefunds(books),
    ...checkEmails(books),
    ...checkPromises(books, history.facts()),
  ];
}

/** I1 and I2: a payment at the card provider is one order here, of the same amount, and there are no other orders. */
function checkPayments(books: Books): string[] {
  const complaints: string[] = [];
  const ordersOf = Map.groupBy(books.orders, (order) => order.intent ?? 'no payment');
  for (const { id, amount_received: cents } of succeededIntents(books)) {
    const orders = ordersOf.get(id) ?? [];
    if (orders.length === 0) complaints.push(`LOST: ${id} was paid but has no order`);
    if (orders.length > 1) complaints.push(`DOUBLED: ${id} has ${orders.length} orders`);
    if (orders[0] && orders[0].paidCents !== cents)
      complaints.push(`${id} took ${cents} cents, order ${orders[0].number} says otherwise`);
  }
  const paid = new Set(succeededIntents(books).map(({ id }) => id));
  for (const order of books.orders) {
    if (!paid.has(order.intent ?? '') && !wasLetGo(order))
      complaints.push(`order ${order.number} was never paid`);
  }
  const charges = Map.groupBy(
    books.charges.filter(({ status }) => status === 'succeeded'),
    (charge) => charge.payment_intent,
  );
  for (const [intent, { length }] of charges)
    if (length > 1) complaints.push(`CHARGED TWICE: ${intent} has ${length} charges`);
  return complaints;
}

/** Cancelled before the money that a bank approved was taken: nothing was ever charged. */
function wasLetGo({ intent, status }: OrderEntry): boolean {
  return intent === null && status === 'cancelled';
}

/** I5: nothing is refunded twice or beyond what was captured, and our refunds match the card provider's. */
function checkRefunds(books: Books): string[] {
  const complaints: string[] = [];
  // An approval that was let go counts as refunded, and nothing of it was captured.
  for (const { id, amount_captured, amount_refunded } of books.charges)
    if (amount_captured > 0 && amount_refunded > amount_captured)
      complaints.push(`${id}: more refunded than captured`);
  const byKey = Map.groupBy(books.gatewayRefunds, ({ id, metadata }) => metadata.idem_key ?? id);
  for (const [key, { length }] of byKey)
    if (length > 1) complaints.push(`REFUNDED TWICE: ${key}, ${length} times`);
  const ours = new Map(books.refunds.map((refund) => [refund.gatewayId, refund]));
  for (const { id, status, amount } of books.gatewayRefunds) {
    const refund = ours.get(id);
    if (!refund) complaints.push(`the card provider's refund ${id} is not in our books`);
    else if (refund.state !== status || refund.cents !== amount)
      complaints.push(
        `refund ${id} is ${status} over ${amount} cents, ours ${refund.state} over ${refund.cents}`,
      );
  }
  for (const { id, state, gatewayId } of books.refunds)
    if (gatewayId === null && state !== 'failed') complaints.push(`refund ${id} is still ${state}`);
  return complaints;
}

/** I7: every order was confirmed to its customer once. */
function checkEmails({ orders, emails, emailFiles }: Books): string[] {
  const complaints: string[] = [];
  const confirmations = Map.groupBy(
    emails.filter(({ kind }) => kind === 'order_confirmation'),
    ({ orderId }) => orderId,
  );
  for (const order of orders) {
    const { id, number } = order;
    const count = confirmations.get(id)?.length ?? 0;
    if (count !== (wasLetGo(order) ? 0 : 1))
      complaints.push(`MAIL: order ${number} has ${count} confirmations`);
  }
  const gone = emails.filter(({ state }) => state === 'sent' || state === 'kept').length;
  if (gone !== emails.length)
    complaints.push(`MAIL: ${emails.length - gone} messages were not sent`);
  if (emailFiles.length !== gone)
    complaints.push(`MAIL: ${gone} messages were sent, as ${emailFiles.length} emails`);
  return complaints;
}

/** Everything a customer was told is true, whatever was killed afterwards. */
function checkPromises(books: Books, facts: readonly Fact[]): string[] {
  const complaints: string[] = [];
  const orders = new Map(books.orders.map((order) => [order.number, order]));
  const intents = new Map(books.intents.map((intent) => [intent.id, intent]));
  for (const { who, did, intent = '', cents, orderNumber } of facts) {
    if (did === 'paid' && intents.get(intent)?.status !== 'succeeded')
      complaints.push(`${who} was told that ${intent} is paid, but it is not`);
    if (did === 'paid' && intents.get(intent)?.amount_received !== cents)
      complaints.push(
        `${who} agreed to ${cents} cents for ${intent} and was charged a different amount`,
      );
    const order = orders.get(orderNumber ?? '');
    if (orderNumber !== undefined && !(order && (order.intent === intent || wasLetGo(order))))
      complaints.push(`${who} was told order ${orderNumber} for ${intent}, which is wrong`);
  }
  return complaints;
}
