import { asc, eq, inArray, isNotNull, ne, and, or, type SQL, sql } from 'drizzle-orm';
import { emailKey } from '#domain/customer/email-address.ts';
import type { Transaction } from '#server/db/client.ts';
import { type CheckoutRow, checkouts } from '#server/db/schema/orders/checkouts.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { type MessageRow, messages } from '#server/db/schema/operation/messages.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#server/db/schema/operation/printed-documents.ts';
import { waitlistEntries } from '#server/db/schema/operation/waitlist-entries.ts';
import { NotFound } from '#server/errors.ts';

export type CustomerRows = {
  orders: OrderRow[];
  /** Paid and unpaid. */
  checkouts: CheckoutRow[];
  messages: MessageRow[];
  waitlist: (typeof waitlistEntries.$inferSelect)[];
  /** Printouts that name them, among others. */
  printouts: PrintedDocumentRow[];
};

/**
 * Everything by this email address, however it is spelled, as it is now or was when the order was placed. Orders and
 * checkouts are locked until the transaction ends. Throws NotFound.
 */
export async function findCustomer(tx: Transaction, email: string): Promise<CustomerRows> {
  const key = emailKey(email);
  const placed = await findCheckouts(
    tx,
    sql`lower(${checkouts.frozenOrder} -> 'customer' ->> 'email') = ${key}`,
  );
  const orderRows = await tx
    .select()
    .from(orders)
    .where(or(eq(sql`lower(${orders.email})`, key), inArray(orders.checkoutId, idsOf(placed))))
    .orderBy(asc(orders.id))
    .for('no key update');
  const known = new Set(idsOf(placed));
  const others = orderRows.map(({ checkoutId }) => checkoutId).filter((id) => !known.has(id));
  const waitlist = await tx
    .select()
    .from(waitlistEntries)
    .where(eq(sql`lower(${waitlistEntries.email})`, key));
  const found = {
    orders: orderRows,
    checkouts: [...placed, ...(await findCheckouts(tx, inArray(checkouts.id, others)))],
    messages: await findMessages(tx, key, idsOf(orderRows)),
    waitlist,
    printouts: await findPrintouts(tx, idsOf(orderRows)),
  };
  if (Object.values(found).every((rows) => rows.length === 0)) throw new NotFound('This customer');
  return found;
}

function findCheckouts(tx: Transaction, which: SQL): Promise<CheckoutRow[]> {
  return tx.select().from(checkouts).where(which).orderBy(asc(checkouts.id)).for('no key update');
}

/** Invitations are about staff. */
function findMessages(
  tx: Transaction,
  key: string,
  orderIds: readonly number[],
): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(
      and(
        ne(messages.kind, 'staff_invite'),
        or(
          eq(sql`lower(${messages.recipient})`, key),
          and(isNotNull(messages.orderId), inArray(messages.orderId, [...orderIds])),
        ),
      ),
    )
    .orderBy(asc(messages.id));
}

async function findPrintouts(
  tx: Transaction,
  orderIds: readonly number[],
): Promise<PrintedDocumentRow[]> {
  const rows = await tx.select().from(printedDocuments).orderBy(asc(printedDocuments.id));
  return rows.filter(({ state }) => state.some(({ orderId }) => orderIds.includes(orderId)));
}

function idsOf<Id>(rows: readonly { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}
