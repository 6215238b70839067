import type { AdminOrderReply, EditOrderRequest } from '#contract/admin-orders.ts';
import type { OrderChange } from '#domain/ordering/change/edit-order.ts';
import type { Context } from '#server/context.ts';
import { Conflict } from '#server/errors.ts';
import { loadOrder } from '#server/order-book/load-orders.ts';
import { lockOrder } from '#server/order-book/lock-order.ts';
import { getAdminOrder } from '#server/orders/admin-order.ts';
import { applyChange } from '#server/orders/apply-change.ts';
import type { StaffMember } from '#server/staff-member.ts';

/**
 * Changes customer and items of an order. Items that stay what they were keep their agreed price; what is new is sold
 * at today's. The deliveries move in the same transaction: with a full slot nothing changes at all. A difference in
 * price is only shown; refunding it is another step. Throws InvalidRequest, NotFound, or Conflict `changed_meanwhile`,
 * `order_cancelled` or `slot_full`.
 */
export async function editOrder(
  context: Context,
  staff: StaffMember,
  id: number,
  sent: EditOrderRequest,
): Promise<AdminOrderReply> {
  const site = await context.site.current();
  await context.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id, sent.version);
    if (row.status === 'cancelled') {
      const message = 'This order is cancelled. Please open it again before you change it.';
      throw new Conflict('order_cancelled', message);
    }
    await applyChange(context, tx, await loadOrder(tx, row), changeOf(sent), { staff, site });
  });
  return getAdminOrder(context.db, id);
}

function changeOf({ customer, orderItems }: EditOrderRequest): OrderChange {
  const { deliveryPreference, specialInstructions, ...contact } = customer;
  return {
    contact,
    deliveryPreference,
    // Null empties them; left out, they stay.
    specialInstructions: specialInstructions === null ? '' : specialInstructions,
    items: orderItems.map((item) => ({ ...item, personName: item.personName ?? undefined })),
  };
}
