import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { emailKey } from '#platform/rules/email-address.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { customerMerges } from '#areas/customers/server/tables/customer-merges.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';

/** The email address that the order with this id has now. Throws NotFound, for erased customers too. */
export async function emailOfCustomer(
  db: Database | Transaction,
  orderId: number,
): Promise<string> {
  const [row] = await db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId));
  if (!row || row.email === '') throw new NotFound('This customer');
  return row.email;
}

/** The email that names a person: of one who was merged, that of whom they were merged into. */
export async function keptEmailOf(db: Database | Transaction, email: string): Promise<string> {
  const key = emailKey(email);
  const [merge] = await db
    .select({ into: customerMerges.intoEmail })
    .from(customerMerges)
    .where(eq(customerMerges.fromEmail, key));
  return merge?.into ?? key;
}

/** Every email of a person, in small letters, the kept one first. */
export async function emailsOf(db: Database | Transaction, email: string): Promise<string[]> {
  const kept = await keptEmailOf(db, email);
  const others = await db
    .select({ email: customerMerges.fromEmail })
    .from(customerMerges)
    .where(eq(customerMerges.intoEmail, kept))
    .orderBy(customerMerges.fromEmail);
  return [kept, ...others.map((other) => other.email)];
}

/** Orders of a person, by `emailsOf`. */
export function isOrderOf(emails: readonly string[]): SQL {
  return inArray(sql`lower(${orders.email})`, [...emails]);
}

/** In SQL: the email that names the person with this one, which is in small letters. */
export function customerKeyOf(email: SQL): SQL {
  return sql`coalesce((select into_email from customer_merges where from_email = ${email}), ${email})`;
}

/** In SQL: an array of every email of the person with this key. */
export function allEmailsOf(key: SQL): SQL {
  return sql`array(select ${key} union all select from_email from customer_merges where into_email = ${key})`;
}
