/** What becomes of deliveries that could not be left. */
import { and, eq, inArray } from 'drizzle-orm';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { chooseAfterMissed } from '#areas/delivery/server/choose-after-missed.ts';
import { settleMissed } from '#areas/delivery/server/settle-missed.ts';
import type { Stage } from '#app/server/stage.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { listMissedChoices, listWindowsAgain } from '#areas/orders/server/missed-choices.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';

/** One of these deliveries that could come another day: the order's only one, and cold. None where there is none. */
export async function pickCold({ context }: Stage, ids: readonly number[]): Promise<number[]> {
  const found = await context.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        inArray(deliveries.id, [...ids]),
        eq(orders.deliveryPreference, 'cold'),
        eq(orders.deliveryType, 'weekly'),
      ),
    )
    .orderBy(deliveries.id)
    .limit(1);
  return found.map(({ id }) => id);
}

/** By their link the customer has it brought again, or asks for a call where that is not offered. */
export async function chooseAgain(
  { context, business }: Stage,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    const [row] = await context.db.select().from(deliveries).where(eq(deliveries.id, id));
    const order = row ? await getOrder(context.db, { id: row.orderId }) : null;
    const delivery = order?.deliveries.find((one) => one.id === id);
    if (!order || !delivery) throw new Error(`The demo has no delivery ${id}`);
    const token = trackingTokenFor(order.checkoutId, context.trackingSecret);
    const offered = (await listMissedChoices(context.db, order.id)).get(id)?.offered ?? [];
    const [slot] = await listWindowsAgain(context.db, order, delivery, context.clock(), business);
    await chooseAfterMissed(
      context,
      { token, id },
      slot && offered.includes('again')
        ? { choice: 'again', date: slot.date, timeSlot: slot.window }
        : { choice: 'call' },
    );
  }
}

export async function settleByPhone(
  { context, crew }: Stage,
  ids: readonly number[],
): Promise<void> {
  const note = 'Called: they were away and do not need the meals';
  await settleMissed(context, crew.phone, { ids: [...ids], note });
}
