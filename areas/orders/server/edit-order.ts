import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import type { OrderChange } from '#areas/order-book/rules/change/edit-order.ts';
import { withCancelled } from '#areas/order-book/rules/change/customer-change.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import { getCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { getAdminOrder } from '#areas/orders/server/admin-order.ts';
import { type AppliedChange, applyChange } from '#areas/orders/server/apply-change.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * Changes an order's customer and items. Unchanged items keep their agreed price; new ones are sold at today's. The
 * deliveries move in the same transaction: if a slot is full, nothing changes at all. A difference in price is only
 * shown; refunding it is a separate step. Throws InvalidRequest, UnsuitableFood, NotFound, or Conflict `changed_meanwhile`,
 * `order_cancelled`, `slot_full` or `meal_sold_out`.
 */
export async function editOrder(
  context: Context,
  staff: StaffMember,
  id: number,
  sent: EditOrderRequest,
): Promise<AdminOrderReply> {
  const known = await context.site.current();
  await context.db.transaction((tx) => applyEdit(context, tx, { staff, id, sent, known }));
  return getAdminOrder(context, id);
}

/** In the caller's transaction; returns the order as it was, and what changed. Throws as `editOrder` does. */
export async function applyEdit(
  context: Pick<Context, 'clock' | 'trackingSecret'>,
  tx: Transaction,
  edit: { staff: StaffMember; id: number; sent: EditOrderRequest; known: SiteState },
): Promise<{ before: Order } & AppliedChange> {
  const { staff, id, sent, known } = edit;
  const site = await withCurrentMeals(tx, known, sent);
  const row = await lockOrder(tx, id, sent.version);
  if (row.status === 'cancelled') {
    const message = 'This order is cancelled. Set it to pending or confirmed before editing.';
    throw new Conflict('order_cancelled', message);
  }
  const before = await loadOrder(tx, row);
  const { overLimit, eatsAgain } = sent;
  const by = { staff, site, overLimit, eatsAgain };
  return { before, ...(await applyChange(context, tx, before, changeOf(sent, before), by)) };
}

/** Before the order's lock, as whoever saves a recipe locks them: no meal comes in by a recipe that has just changed. */
async function withCurrentMeals(
  tx: Transaction,
  site: SiteState,
  { orderItems }: EditOrderRequest,
): Promise<SiteState> {
  const current = await getCurrentMeals(
    tx,
    orderItems.map(({ mealId }) => mealId).filter((id) => site.mealsById.has(id)),
  );
  return { ...site, mealsById: current };
}

/** What is cancelled stays as it is. */
function changeOf(
  { customer, recipient, orderItems, people, overrides, foodAnswers }: EditOrderRequest,
  order: Order,
): OrderChange {
  const { deliveryPreference, specialInstructions, ...contact } = customer;
  return {
    contact,
    deliveryPreference,
    // Null clears them; omitted, they stay.
    specialInstructions: specialInstructions === null ? '' : specialInstructions,
    items: withCancelled(
      orderItems.map((item) => ({ ...item, personName: item.personName ?? undefined })),
      order,
    ),
    ...(recipient !== undefined && { recipient }),
    ...(people && { people }),
    ...(overrides && { overrides }),
    ...(foodAnswers && { foodAnswers }),
  };
}
