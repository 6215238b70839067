import { eq } from 'drizzle-orm';
import type { AdminOrderReply, EditOrderRequest } from '#contract/admin-orders.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { messagesByField } from '#domain/ordering/check/check-customer.ts';
import {
  type AgreedOrder,
  checkEdit,
  type EditedOrder,
} from '#domain/ordering/change/edit-order.ts';
import { searchTextOf } from '#domain/ordering/status/order-search.ts';
import type { OrderPrice } from '#domain/ordering/price/order-pricing.ts';
import { repriceOrder } from '#domain/ordering/change/reprice-order.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { Conflict, InvalidRequest } from '#server/errors.ts';
import { writeMessage } from '#server/outbox/write-message.ts';
import { getAdminOrder } from '#server/order-book/describe-orders.ts';
import { type AgreedRow, type EditedMeal, mealsOfEdit } from '#server/orders/edited-meals.ts';
import { lockOrder } from '#server/order-book/lock-order.ts';
import { listAgreedItems, replaceItems } from '#server/orders/order-items.ts';
import { tracedFields, traceOf } from '#server/orders/order-trace.ts';
import type { StaffMember } from '#server/staff-member.ts';

/**
 * Changes an order's customer and items. Unchanged items keep their agreed price; new ones are sold at today's. The
 * deliveries move in the same transaction: if a slot is full, nothing changes at all. A difference in price is only
 * shown; refunding it is a separate step. Throws InvalidRequest, NotFound, or Conflict `changed_meanwhile`,
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
    const order = await lockOrder(tx, id, sent.version);
    if (order.status === 'cancelled') {
      const message = 'This order is cancelled. Set it to pending or confirmed before editing.';
      throw new Conflict('order_cancelled', message);
    }
    const agreed = await listAgreedItems(tx, id);
    const edited = check(context, sent, order, agreed, site.business);
    const items = mealsOfEdit(edited.items, agreed, site.mealsById);
    const price = repriceOrder(
      { items: agreed, deliveryType: order.deliveryType, price: priceOf(order) },
      { items, deliveryType: edited.deliveryType },
      site.business,
    );
    await replaceItems(tx, order, agreed, items, edited.drops, site.business);
    const after = await updateOrder(tx, order, edited, price);
    await recordChange(tx, context, {
      staff,
      action: 'order.edit',
      entity: 'order',
      entityId: id,
      ...traceOf(tracedFields(order, named(agreed)), tracedFields(after, named(items))),
    });
    await writeMessage(tx, context, {
      kind: 'order_changed',
      about: `${id}:${after.version}`,
      orderId: id,
      recipient: after.email,
    });
  });
  return getAdminOrder(context.db, id);
}

function check(
  context: Pick<Context, 'clock'>,
  sent: EditOrderRequest,
  order: OrderRow,
  agreed: readonly AgreedRow[],
  business: BusinessFacts,
): EditedOrder {
  const { deliveryPreference, specialInstructions } = order;
  const customer = {
    ...sent.customer,
    deliveryPreference: sent.customer.deliveryPreference ?? deliveryPreference,
    // Null clears them; omitted, they stay.
    specialInstructions:
      sent.customer.specialInstructions === undefined
        ? specialInstructions
        : (sent.customer.specialInstructions ?? ''),
  };
  const orderItems = sent.orderItems.map((item) => ({
    ...item,
    personName: item.personName ?? undefined,
  }));
  const { date } = wallTimeAt(context.clock(), business.timeZone);
  const agreedOrder: AgreedOrder = { items: agreed, deliveryType: order.deliveryType };
  const result = checkEdit({ customer, orderItems }, agreedOrder, date, business);
  if (result.outcome === 'invalid') throw new InvalidRequest(messagesByField(result.problems));
  return result.order;
}

function priceOf(order: OrderRow): OrderPrice {
  const { subtotalCents, fees, offers, deliveryFeeCents, taxCents, totalCents } = order;
  return { subtotalCents, fees, offers, deliveryFeeCents, taxCents, totalCents };
}

function named<T extends Pick<EditedMeal, 'meal'>>(
  items: readonly T[],
): (T & { mealName: string })[] {
  return items.map((item) => ({ ...item, mealName: item.meal.name }));
}

async function updateOrder(
  tx: Transaction,
  order: OrderRow,
  { customer, deliveryType }: EditedOrder,
  price: OrderPrice,
): Promise<OrderRow> {
  const { address, ...contact } = customer;
  const [after] = await tx
    .update(orders)
    .set({
      ...contact,
      ...price,
      addressLine1: address.line1,
      addressLine2: address.line2,
      suburb: address.suburb.name,
      postcode: address.suburb.postcode,
      deliveryType,
      searchText: searchTextOf({ ...customer, number: order.number }),
      version: order.version + 1,
    })
    .where(eq(orders.id, order.id))
    .returning();
  if (!after) throw new Error(`order ${order.id} is gone`);
  return after;
}
