import type { Readable } from 'node:stream';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noteCheckout, tellOnSuccess } from '#platform/server/log-ids.ts';
import { documentsOf } from '#areas/order-book/server/issue-documents.ts';
import { orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { receiptContent } from './receipt-content.ts';

type Receipt = { name: string; pdf: Readable };

/** All documents of a customer's order, as PDF. Throws NotFound, Unavailable. */
export async function receiptOf(
  context: Pick<Context, 'db' | 'documents'>,
  token: string,
): Promise<Receipt> {
  return receiptOfOrder(context, await orderIdOf(context.db, token));
}

/** The same for staff: what they see is what the customer has. Throws NotFound, Unavailable. */
export async function receiptOfOrder(
  context: Pick<Context, 'db' | 'documents'>,
  orderId: number,
): Promise<Receipt> {
  const { order, documents } = await context.db.transaction(async (tx) => {
    // Issues what is due.
    const row = await lockOrder(tx, orderId, undefined);
    return { order: row, documents: await documentsOf(tx, orderId) };
  });
  const [first] = documents;
  if (!first) throw new NotFound('A receipt of this order');
  noteCheckout(order.checkoutId);
  tellOnSuccess({ printout: 'receipt', orderId }, 'printout made');
  const content = receiptContent(order.number, documents);
  const pdf = await context.documents.draw({
    title: `${content.documents[0]?.title} ${order.number}`,
    kind: 'receipt',
    look: first.seller,
    content,
  });
  return { name: `receipt-${order.number}.pdf`, pdf };
}
