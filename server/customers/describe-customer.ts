import { eq, inArray } from 'drizzle-orm';
import type { CustomerFileReply } from '#contract/customers.ts';
import { bagsOnPrintout } from '#domain/kitchen/printout-state.ts';
import { listChanges } from '#server/audit/audit-queries.ts';
import type { Context } from '#server/context.ts';
import { type CustomerRows, findCustomer } from '#server/customers/find-customer.ts';
import { heldElsewhere } from '#server/customers/held-elsewhere.ts';
import type { Transaction } from '#server/db/client.ts';
import { mealRatings } from '#server/db/schema/aftercare/meal-ratings.ts';
import { orderReminders } from '#server/db/schema/aftercare/order-reminders.ts';
import { problems } from '#server/db/schema/aftercare/problems.ts';
import { disputes } from '#server/db/schema/money/disputes.ts';
import { payments } from '#server/db/schema/money/payments.ts';
import type { CheckoutRow } from '#server/db/schema/orders/checkouts.ts';
import { orderChanges } from '#server/db/schema/orders/order-changes.ts';
import type { OrderRow } from '#server/db/schema/orders/orders.ts';
import type { MessageRow } from '#server/db/schema/operation/messages.ts';
import { loadOrder } from '#server/order-book/load-orders.ts';

const MOST_CHANGES = 200;

/** Everything held about the person with this email address, to hand over to them. Throws NotFound. */
export async function describeCustomer(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'backup' | 'gateway'>,
  email: string,
): Promise<CustomerFileReply> {
  const found = await context.db.transaction(async (tx) => {
    const rows = await findCustomer(tx, email);
    const ofOrders = new Set<number | null>(rows.orders.map(({ id }) => id));
    const described = [];
    for (const order of rows.orders) described.push(await describeOrder(tx, order, rows));
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

async function describeOrder(tx: Transaction, row: OrderRow, rows: CustomerRows) {
  const { checkoutId, ...order } = await loadOrder(tx, row);
  const [checkout] = rows.checkouts.filter(({ id }) => id === checkoutId);
  const { changes } = await listChanges(tx, {
    entity: 'order',
    entityId: String(row.id),
    limit: MOST_CHANGES,
  });
  return {
    ...order,
    asOrdered: checkout && describeCheckout(checkout),
    payments: await tx.select().from(payments).where(eq(payments.orderId, row.id)),
    disputes: await tx
      .select()
      .from(disputes)
      .where(inArray(disputes.orderId, [row.id])),
    emails: rows.messages.filter(({ orderId }) => orderId === row.id).map(describeMessage),
    changes,
    changesInWords: await tx
      .select({
        at: orderChanges.createdAt,
        by: orderChanges.changedBy,
        state: orderChanges.state,
        what: orderChanges.what,
        paidCents: orderChanges.paidCents,
        refundCents: orderChanges.refundCents,
        waiting: orderChanges.waiting,
      })
      .from(orderChanges)
      .where(eq(orderChanges.orderId, row.id)),
    remindersAskedFor: await tx
      .select({ at: orderReminders.createdAt })
      .from(orderReminders)
      .where(eq(orderReminders.orderId, row.id)),
    ratings: await tx.select().from(mealRatings).where(eq(mealRatings.orderId, row.id)),
    // Their photos are shown in the portal, under Problems.
    problems: await tx.select().from(problems).where(eq(problems.orderId, row.id)),
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
