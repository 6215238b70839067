import { asc, eq, inArray, isNotNull, ne, and, or, type SQL, sql, desc } from 'drizzle-orm';
import { isText } from '#areas/messages/rules/messages.ts';
import { emailsOf, isOrderOf } from '#areas/customers/server/find-order.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import {
  type CheckoutRow,
  checkouts,
  phoneOrders,
} from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { type MessageRow, messages } from '#areas/messages/server/tables/messages.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#areas/printouts/server/tables/printed-documents.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { NotFound } from '#platform/server/errors.ts';
import { phoneMessageKeys } from '#areas/checkout/server/phone-orders.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { customerNotes } from '#areas/customers/server/tables/customers.ts';

/**
 * Everything by this email address, however it is spelled, as it is now or was when the order was placed. Orders and
 * checkouts are locked until the transaction ends. Throws NotFound.
 */
export async function findCustomer(tx: Transaction, email: string): Promise<CustomerRows> {
  const emails = await emailsOf(tx, email);
  const placed = await findCheckouts(
    tx,
    inArray(sql`lower(${checkouts.frozenOrder} -> 'customer' ->> 'email')`, emails),
  );
  const orderRows = await tx
    .select()
    .from(orders)
    .where(or(isOrderOf(emails), inArray(orders.checkoutId, rowIds(placed))))
    .orderBy(asc(orders.id))
    .for('no key update');
  const known = new Set(rowIds(placed));
  const others = orderRows.map(({ checkoutId }) => checkoutId).filter((id) => !known.has(id));
  const waitlist = await tx
    .select()
    .from(waitlistEntries)
    .where(inArray(sql`lower(${waitlistEntries.email})`, emails));
  const found = {
    orders: orderRows,
    checkouts: [...placed, ...(await findCheckouts(tx, inArray(checkouts.id, others)))],
    messages: await findMessages(tx, emails, {
      orderIds: rowIds(orderRows),
      keys: await keysOfPhoneOrders(tx, placed),
    }),
    notes: await listNotes(tx, rowIds(orderRows)),
    waitlist,
    bells: await findBells(tx, emails),
    printouts: await findPrintouts(tx, rowIds(orderRows)),
  };
  if (Object.values(found).every((rows) => rows.length === 0)) throw new NotFound('This customer');
  return { ...found, emails, phones: phonesOf(found), orderIds: rowIds(orderRows) };
}

function phonesOf({ orders: placed, messages: sent }: Pick<CustomerRows, 'orders' | 'messages'>) {
  const texted = sent.filter(({ channel }) => isText(channel));
  const own = placed.flatMap(({ phone, recipient }) => [phone, recipient?.phone ?? []].flat());
  return [...own, ...texted.map(({ recipient }) => recipient)];
}

function findBells(tx: Transaction, emails: readonly string[]): Promise<CustomerRows['bells']> {
  const { id, email, state, createdAt } = slotBells;
  const { date, window } = deliverySlots;
  return tx
    .select({ id, email, state, createdAt, date, window })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(inArray(sql`lower(${email})`, [...emails]))
    .orderBy(id);
}

function findCheckouts(tx: Transaction, which: SQL): Promise<CheckoutRow[]> {
  return tx.select().from(checkouts).where(which).orderBy(asc(checkouts.id)).for('no key update');
}

/** Invitations are about staff. */
function findMessages(
  tx: Transaction,
  emails: readonly string[],
  { orderIds, keys }: { orderIds: readonly number[]; keys: readonly string[] },
): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(
      and(
        ne(messages.kind, 'staff_invite'),
        or(
          inArray(sql`lower(${messages.recipient})`, [...emails]),
          and(isNotNull(messages.orderId), inArray(messages.orderId, [...orderIds])),
          inArray(messages.dedupeKey, [...keys]),
        ),
      ),
    )
    .orderBy(asc(messages.id));
}

/** Texts about these went to a phone number, before there was an order. */
async function keysOfPhoneOrders(
  tx: Transaction,
  placed: readonly CheckoutRow[],
): Promise<string[]> {
  const ids = rowIds(placed.filter(({ byPhone }) => byPhone));
  const taken = await tx.select().from(phoneOrders).where(inArray(phoneOrders.checkoutId, ids));
  return taken.flatMap(phoneMessageKeys);
}

async function findPrintouts(
  tx: Transaction,
  orderIds: readonly number[],
): Promise<PrintedDocumentRow[]> {
  const rows = await tx.select().from(printedDocuments).orderBy(asc(printedDocuments.id));
  return rows.filter(({ state }) => state.some(({ orderId }) => orderIds.includes(orderId)));
}

function rowIds<Id>(rows: readonly { id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}

/** An order with the email address that this one has. Of an erased customer none. */
export function isOfCustomer(email: AnyPgColumn, orderId: number): SQL {
  return sql`lower(${email}) = (
    select lower(one.email) from ${orders} one where one.id = ${orderId} and one.email <> '')`;
}

export async function listNotes(
  db: Database | Transaction,
  orderIds: readonly number[],
): Promise<CustomerReply['notes']> {
  const rows = await db
    .select()
    .from(customerNotes)
    .where(inArray(customerNotes.orderId, [...orderIds]))
    .orderBy(desc(customerNotes.id));
  return rows.map(({ id, text, writtenBy, createdAt }) => ({
    id,
    text,
    writtenBy,
    at: createdAt.toISOString(),
  }));
}
