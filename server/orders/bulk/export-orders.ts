import { desc, inArray } from 'drizzle-orm';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { NotFound } from '#server/errors.ts';
import { loadOrders } from '#server/order-book/load-orders.ts';
import { describeOrders } from '#server/orders/admin-order.ts';
import { ordersCsv } from '#server/orders/bulk/orders-csv.ts';
import type { StaffMember } from '#server/staff-member.ts';

/** These orders as CSV, newest first. Audited: it takes customers' data out of the house. Throws NotFound. */
export async function exportOrders(
  context: Context,
  staff: StaffMember,
  ids: readonly number[],
): Promise<string> {
  const { business } = await context.site.current();
  const rows = await context.db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(desc(orders.id));
  if (rows.length === 0) throw new NotFound('This order');
  const found = await describeOrders(context.db, await loadOrders(context.db, rows));
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'order.export',
      entity: 'order',
      entityId: 'many',
      before: null,
      after: { orders: found.map(({ orderNumber }) => orderNumber) },
    }),
  );
  return ordersCsv(found, business.timeZone);
}
