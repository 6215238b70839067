import type { Readable } from 'node:stream';
import type { Context } from '#platform/server/context.ts';
import { noteCheckout, tellOnSuccess } from '#platform/server/log-ids.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { receiptContent } from './receipt-content.ts';

/** The receipt of a customer's order, as PDF. Throws NotFound, Unavailable. */
export async function receiptOf(
  context: Pick<Context, 'db' | 'site' | 'documents'>,
  token: string,
): Promise<{ orderNumber: string; pdf: Readable }> {
  const { business } = await context.site.current();
  const order = await getOrder(context.db, { token });
  const content = receiptContent(order, business);
  noteCheckout(order.checkoutId);
  tellOnSuccess({ printout: 'receipt', orderId: order.id }, 'printout made');
  const title = `${content.title} ${order.number}`;
  const pdf = await context.documents.draw({ title, kind: 'receipt', content });
  return { orderNumber: order.number, pdf };
}
