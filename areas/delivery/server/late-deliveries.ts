/** Customers hear of it when their delivery will not come in its window. */
import { and, eq } from 'drizzle-orm';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isRunningLate } from '#areas/order-book/rules/expected-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { lockDelivery } from '#areas/delivery/server/list-deliveries.ts';
import { countStopsBefore, findLastNews } from '#areas/order-book/server/road.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';

/**
 * Once for each time that a delivery is driven. Not while its driver is not heard of, which Today shows; and the message
 * is withdrawn when the delivery comes before it is sent.
 */
export async function tellOfLateDeliveries(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<void> {
  const { business } = await context.site.current();
  const { timeZone } = business;
  const { date } = wallTimeAt(context.clock(), timeZone);
  const out = await context.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.date, date), eq(deliveries.status, 'out')));
  for (const { id } of out)
    await context.db.transaction((tx) => tellIfLate(tx, context, { id, timeZone }));
}

async function tellIfLate(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, timeZone }: { id: number; timeZone: string },
): Promise<void> {
  const locked = await lockDelivery(tx, id);
  if (!locked || locked.delivery.status !== 'out' || locked.order.status === 'cancelled') return;
  const { order, delivery } = locked;
  const newsAt = await findLastNews(tx, delivery);
  if (newsAt === null) return;
  const stopsBefore = await countStopsBefore(tx, delivery);
  const waiting = { date: delivery.date, window: delivery.window, newsAt, stopsBefore };
  if (!isRunningLate(waiting, context.clock(), timeZone)) return;
  await tellCustomer(tx, context, {
    kind: 'delivery_late',
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    fields: {},
    timeZone,
  });
}
