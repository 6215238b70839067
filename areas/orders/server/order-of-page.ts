import type { FastifyRequest } from 'fastify';
import type { OrderPageLink, OrderOfPage } from '#areas/order-book/calls/received-order.ts';
import { getReceivedOrder } from '#areas/orders/server/received-order.ts';
import { getTrackedOrder } from '#areas/orders/server/tracked-order.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';

/**
 * The order that the page of a link is sent with, as its call answers. Undefined when it cannot be told now, for too many
 * requests or a fault: the page then makes that call, which says and logs why.
 */
export async function loadOrderOfPage(
  context: Context,
  { token, reader }: OrderPageLink,
  request: FastifyRequest,
): Promise<OrderOfPage | undefined> {
  const at = new Date(context.clock()).toISOString();
  const read = reader === 'payer' ? getTrackedOrder : getReceivedOrder;
  try {
    await throttleCaller(context, 'tracking', request);
    return { order: await read(context, token), at };
  } catch (error) {
    return error instanceof NotFound ? { order: null, at } : undefined;
  }
}
