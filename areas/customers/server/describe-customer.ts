import type { CustomerFileReply } from '#areas/customers/calls/customers.ts';
import { bagsOnPrintout } from '#areas/printouts/rules/printout-state.ts';
import { listChanges } from '#platform/server/audit/audit-queries.ts';
import type { Context } from '#platform/server/context.ts';
import { findCustomer } from '#areas/customers/server/find-customer.ts';
import { heldElsewhere } from '#areas/customers/server/held-elsewhere.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';

const MOST_CHANGES = 200;

/** Everything held about the person with this email address, to hand over to them. Throws NotFound. */
export async function describeCustomer(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'backup' | 'gateway' | 'keptTables'>,
  email: string,
): Promise<CustomerFileReply> {
  const found = await context.db.transaction(async (tx) => {
    const rows = await findCustomer(tx, email);
    const ofOrders = new Set<number | null>(rows.orders.map(({ id }) => id));
    const described = [];
    for (const order of rows.orders) described.push(await describeOrder(context, tx, order, rows));
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

async function describeOrder(
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
      bagsOnPrintout(state)
        .filter(({ orderId }) => orderId === row.id)
        .map(({ facts, meals }) => ({ kind, date, printedAt, facts, meals })),
    ),
  };
}

/** Without the secret that pays it. */
function describeCheckout({ state, createdAt, totalCents, frozenOrder }: CheckoutRow) {
  return { state, createdAt, totalCents, ...frozenOrder };
}

/** An email or a text. */
function describeMessage({ mail, textMessage, ...message }: MessageRow) {
  const { kind, channel, recipient, state, createdAt, sentAt } = message;
  const { subject = null, text = textMessage?.body ?? null } = mail ?? {};
  return { kind, channel, recipient, state, createdAt, sentAt, subject, text };
}
