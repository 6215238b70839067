import { and, eq, inArray } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { emailOfCustomer, emailsOf, isOrderOf } from '#areas/customers/server/customer-emails.ts';
import { customerNotes } from '#areas/customers/server/tables/customer-notes.ts';
import { openNotedReactions } from '#areas/order-book/server/open-reactions.ts';
import { openTold } from '#areas/order-book/server/told-texts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Adds a note to the person who placed this order. The audit trail says that, never what. Throws NotFound. */
export async function writeCustomerNote(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { orderId, text }: { orderId: number; text: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const emails = await emailsOf(tx, await emailOfCustomer(tx, orderId));
    const [note] = await tx
      .insert(customerNotes)
      .values({ orderId, text, writtenBy: staff.email, createdAt: new Date(context.clock()) })
      .returning({ id: customerNotes.id });
    await recordChange(tx, context, {
      staff,
      action: 'customer.add_note',
      entity: 'customer',
      entityId: orderId,
      before: null,
      after: { noteId: note?.id },
    });
    const ahead = await ordersAhead(tx, emails);
    for (const id of ahead) await openTold(tx, context, id, [{ text, about: null }]);
    // A reaction holds what they order next as well.
    await openNotedReactions(tx, context, [...ahead, orderId], [text]);
  });
}

/** Of this person, with food still to come. */
async function ordersAhead(tx: Transaction, emails: readonly string[]): Promise<number[]> {
  const found = await tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(isOrderOf(emails), inArray(deliveries.status, ['planned', 'cooked', 'packed', 'out'])),
    );
  return found.map(({ id }) => id);
}

/** Deletes a note of this person. Throws NotFound. */
export async function deleteNote(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { orderId, noteId }: { orderId: number; noteId: number },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const emails = await emailsOf(tx, await emailOfCustomer(tx, orderId));
    const theirs = tx.select({ id: orders.id }).from(orders).where(isOrderOf(emails));
    const deleted = await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, noteId), inArray(customerNotes.orderId, theirs)))
      .returning({ id: customerNotes.id });
    if (deleted.length === 0) throw new NotFound('This note');
    await recordChange(tx, context, {
      staff,
      action: 'customer.delete_note',
      entity: 'customer',
      entityId: orderId,
      before: { noteId },
      after: null,
    });
  });
}
