import { desc, inArray } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { describeOrders } from '#areas/orders/server/admin-order.ts';
import { ordersCsv } from '#areas/orders/server/orders-csv.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

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
