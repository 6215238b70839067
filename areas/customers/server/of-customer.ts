import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** An order with the email address that this one has. Of an erased customer none. */
export function isOfCustomer(email: AnyPgColumn, orderId: number): SQL {
  return sql`lower(${email}) = (
    select lower(one.email) from ${orders} one where one.id = ${orderId} and one.email <> '')`;
}
