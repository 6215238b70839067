import { desc, inArray } from 'drizzle-orm';
import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { customerNotes } from '#areas/customers/server/tables/customers.ts';

/** What staff noted with any of these orders, the latest first. */
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
