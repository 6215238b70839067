import { and, desc, inArray, ne, notInArray, or, sql } from 'drizzle-orm';
import type { CustomerReply, CustomerFileReply } from '#areas/customers/calls/customers.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';
import {
  capturedCents,
  liveDeliveriesOf,
  refundedCents,
  type Order,
} from '#areas/order-book/rules/order.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { emailOfCustomer, emailsOf, isOrderOf } from '#areas/customers/server/find-order.ts';
import { listNotes, findCustomer } from './find-customer.ts';
import { selectCustomers, whoOrdered } from './list-customers.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { messages, type MessageRow } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { type OrderRow, orders, people } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { loadOrders, loadOrder } from '#areas/order-book/server/load-orders.ts';
import { listChanges } from '#platform/server/audit/audit.ts';
import { heldElsewhere } from './erase-customer.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';

const MOST_MESSAGES = 100;
const MOST_NEIGHBOURS = 20;

/** Everything on the page of the customer who placed this order. Throws NotFound. */
export async function getCustomer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  orderId: number,
): Promise<CustomerReply> {
  const emails = await emailsOf(db, await emailOfCustomer(db, orderId));
  const rows = await db
    .select()
    .from(orders)
    .where(isOrderOf(emails))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const [summary] = await selectCustomers(db, { who: whoOrdered(isOrderOf(emails)) });
  if (!summary) throw new NotFound('This customer');
  const phones = once(rows.map(({ phone }) => phone));
  const ids = rows.map(({ id }) => id);
  const [loaded, foodNeeds, notes, sent, waitlist, samePhone] = await Promise.all([
    loadOrders(db, rows),
    foodNeedsOf(
      db,
      rows.filter(({ createdAt }) => createdAt >= aYearBefore(clock())),
    ),
    listNotes(db, ids),
    messagesOf(db, emails, rows),
    db
      .select()
      .from(waitlistEntries)
      .where(inArray(sql`lower(${waitlistEntries.email})`, emails)),
    selectCustomers(db, {
      who: whoOrdered(
        and(inArray(orders.phone, phones), notInArray(sql`lower(${orders.email})`, emails)),
      ),
      most: MOST_NEIGHBOURS,
    }),
  ]);
  return {
    ...summary,
    ...moneyOf(loaded),
    phones,
    addresses: once(rows.map(addressOf)),
    orderList: loaded.map(describeOrder),
    foodNeeds,
    notes,
    emails,
    messages: sent,
    waitlist: waitlist.map(({ suburb, createdAt }) => ({
      suburb,
      joinedAt: createdAt.toISOString(),
    })),
    samePhone: samePhone.map(({ id, name, email }) => ({ id, name, email })),
  };
}

function moneyOf(loaded: readonly Order[]) {
  const paid = sumCents(loaded.map(capturedCents));
  const refunded = sumCents(loaded.map(refundedCents));
  return {
    paid: formatAmount(paid),
    refunded: formatAmount(refunded),
    spent: formatAmount(paid - refunded),
  };
}

function describeOrder(order: Order): CustomerReply['orderList'][number] {
  return {
    id: order.id,
    orderNumber: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    deliveryDates: once(liveDeliveriesOf(order).map(({ date }) => date)),
    total: formatAmount(order.price.totalCents),
    refunded: formatAmount(refundedCents(order)),
  };
}

function addressOf({ addressLine1, addressLine2, suburb, postcode }: OrderRow): string {
  const street = [addressLine1, addressLine2].filter((line) => line !== '');
  return `${street.join(', ')}, ${suburb} ${postcode}`;
}

function aYearBefore(now: Instant): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date;
}

/** An allergy told once counts for that name, whatever a later order says: staff decide what no longer does. */
async function foodNeedsOf(
  db: Database,
  rows: readonly OrderRow[],
): Promise<CustomerReply['foodNeeds']> {
  const ids = rows.map(({ id }) => id);
  const named = await db
    .select()
    .from(people)
    .where(inArray(people.orderId, ids))
    .orderBy(desc(people.orderId), people.position);
  const byName = Map.groupBy(named.filter(hasFoodNeeds), ({ name }) => name.trim().toLowerCase());
  return [...byName.values()].map((same) => ({
    name: same[0]?.name ?? '',
    allergens: once(same.flatMap(({ allergens }) => allergens)),
    avoid: once(same.flatMap(({ avoid }) => avoid)),
    diets: once(same.flatMap(({ diets }) => diets)),
    note: once(same.map(({ note }) => note).filter((note) => note !== '')).join(' · '),
  }));
}

async function messagesOf(
  db: Database,
  emails: readonly string[],
  rows: readonly OrderRow[],
): Promise<CustomerReply['messages']> {
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const found = await db
    .select()
    .from(messages)
    .where(
      and(
        ne(messages.kind, 'staff_invite'),
        or(
          inArray(sql`lower(${messages.recipient})`, [...emails]),
          inArray(messages.orderId, [...numbers.keys()]),
        ),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(MOST_MESSAGES);
  return found.map(({ id, kind, channel, state, sentAt, createdAt, recipient, orderId }) => ({
    id,
    kind,
    channel,
    state,
    at: (sentAt ?? createdAt).toISOString(),
    recipient,
    orderNumber: numbers.get(orderId ?? 0) ?? null,
  }));
}

function once<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

const MOST_CHANGES = 200;

/** Everything held about the person with this email address, to hand over to them. Throws NotFound. */
export async function describeCustomer(
  context: Pick<
    Context,
    'db' | 'clock' | 'site' | 'backup' | 'connections' | 'gateway' | 'keptTables'
  >,
  email: string,
): Promise<CustomerFileReply> {
  const found = await context.db.transaction(async (tx) => {
    const rows = await findCustomer(tx, email);
    const ofOrders = new Set<number | null>(rows.orders.map(({ id }) => id));
    const described = [];
    for (const order of rows.orders)
      described.push(await describeOrderDescribeCustomer(context, tx, order, rows));
    return {
      orders: described,
      unpaidCheckouts: rows.checkouts.filter(({ state }) => state !== 'paid').map(describeCheckout),
      waitlist: rows.waitlist,
      bells: rows.bells,
      notes: rows.notes,
      otherEmails: rows.messages
        .filter(({ orderId }) => !ofOrders.has(orderId))
        .map(describeMessage),
    };
  });
  const file = {
    email: email.trim(),
    madeAt: new Date(context.clock()).toISOString(),
    ...found,
    elsewhere: await heldElsewhere(context),
  };
  // Dates become the text that they are on the wire.
  return JSON.parse(JSON.stringify(file)) as CustomerFileReply;
}

async function describeOrderDescribeCustomer(
  { keptTables }: Pick<Context, 'keptTables'>,
  tx: Transaction,
  row: OrderRow,
  rows: CustomerRows,
) {
  const { checkoutId, ...order } = await loadOrder(tx, row);
  const [checkout] = rows.checkouts.filter(({ id }) => id === checkoutId);
  const { changes } = await listChanges(tx, {
    entity: 'order',
    entityId: String(row.id),
    limit: MOST_CHANGES,
  });
  const held: Record<string, unknown[]> = {};
  for (const { file } of keptTables) {
    if (file && typeof file === 'object') held[file.as] = await file.find(tx, row.id);
  }
  return {
    ...order,
    asOrdered: checkout && describeCheckout(checkout),
    emails: rows.messages.filter(({ orderId }) => orderId === row.id).map(describeMessage),
    changes,
    ...held,
    printouts: rows.printouts.flatMap(({ kind, date, printedAt, state }) =>
      state
        .filter(({ orderId }) => orderId === row.id)
        .map(({ facts, meals }) => ({ kind, date, printedAt, facts, meals })),
    ),
  };
}

/** Without the secret that pays it. */
function describeCheckout({ state, createdAt, totalCents, frozenOrder }: CheckoutRow) {
  return { state, createdAt, totalCents, ...frozenOrder };
}

function describeMessage({ mail, textMessage, ...message }: MessageRow) {
  const { kind, channel, recipient, state, createdAt, sentAt } = message;
  const { subject = null, text = textMessage?.body ?? null } = mail ?? {};
  return { kind, channel, recipient, state, createdAt, sentAt, subject, text };
}
