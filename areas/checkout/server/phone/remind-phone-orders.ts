import { and, eq, isNull, lte } from 'drizzle-orm';
import { stateOf } from '#areas/checkout/server/phone/describe-phone-order.ts';
import { lockPhoneOrder } from '#areas/checkout/server/phone/phone-order-rows.ts';
import { writePhoneMessage } from '#areas/checkout/server/phone/write-phone-message.ts';
import type { Context } from '#platform/server/context.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { phoneOrders } from '#areas/order-book/server/tables/phone-orders.ts';

/** Reminds each caller who has not paid once, when `remindAt` says so. Returns how many. */
export async function remindPhoneOrders(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const due = await context.db
    .select({ id: phoneOrders.checkoutId })
    .from(phoneOrders)
    .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
    .where(
      and(
        lte(phoneOrders.remindAt, new Date(context.clock())),
        isNull(phoneOrders.remindedAt),
        isNull(phoneOrders.cancelledAt),
        eq(checkouts.state, 'open'),
      ),
    );
  let reminded = 0;
  for (const { id } of due) if (await remind(context, id)) reminded += 1;
  return reminded;
}

/** Under the lock that a payment, a cancel and the end of its time take as well. */
async function remind(context: Pick<Context, 'db' | 'clock'>, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const { order, checkout } = await lockPhoneOrder(tx, id);
    if (stateOf({ order, checkout }, context.clock()) !== 'waiting') return false;
    await tx
      .update(phoneOrders)
      .set({ remindedAt: new Date(context.clock()) })
      .where(eq(phoneOrders.checkoutId, id));
    await writePhoneMessage(tx, context, 'phone_order_reminder', { checkout, order });
    return true;
  });
}
