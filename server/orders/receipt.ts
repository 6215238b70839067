import type { Readable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import type { OrderRow } from '#server/db/schema/orders/orders.ts';
import { payments } from '#server/db/schema/money/payments.ts';
import { people } from '#server/db/schema/orders/people.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { getOrderByToken } from '#server/order-book/tracking-queries.ts';
import { receiptContent, type ReceiptFacts } from './receipt-content.ts';

/** The receipt of a customer's order, as PDF. Throws NotFound, Unavailable. */
export async function receiptOf(
  context: Pick<Context, 'db' | 'site' | 'documents'>,
  token: string,
): Promise<{ orderNumber: string; pdf: Readable }> {
  const { business } = await context.site.current();
  const order = await getOrderByToken(context.db, token);
  const content = receiptContent(await loadFacts(context.db, order), business);
  const title = `${content.title} ${order.number}`;
  const pdf = await context.documents.draw({ title, kind: 'receipt', content });
  return { orderNumber: order.number, pdf };
}

async function loadFacts(db: Database, order: OrderRow): Promise<ReceiptFacts> {
  const [items, [payment], back] = await Promise.all([
    db
      .select({ item: orderItems, delivery: deliveries, personName: people.name })
      .from(orderItems)
      .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
      .innerJoin(people, eq(people.id, orderItems.personId))
      .where(eq(orderItems.orderId, order.id))
      .orderBy(
        asc(deliveries.date),
        asc(people.position),
        asc(orderItems.mealDate),
        asc(orderItems.id),
      ),
    db.select().from(payments).where(eq(payments.orderId, order.id)),
    db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.id)),
  ]);
  return {
    order,
    items: items.map(({ item, delivery, personName }) => ({
      mealName: item.meal.name,
      mealType: item.mealType,
      personName,
      mealDate: item.mealDate,
      deliveryDate: delivery.date,
      window: delivery.window,
      priceCents: item.priceCents,
    })),
    paidCents: payment?.amountCents ?? null,
    refunds: back,
  };
}
