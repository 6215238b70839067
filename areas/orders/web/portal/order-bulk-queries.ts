/** What is done with many orders at once. */
import { queryOptions } from '@tanstack/react-query';
import { listMessages } from '#areas/messages/calls/emails.ts';
import { exportOrders } from '#areas/orders/calls/order-bulk.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';

/** Whether texts go out at all. */
export const textModeQuery = queryOptions({
  queryKey: ['text-mode'],
  queryFn: async ({ signal }) =>
    (await call(listMessages, { query: { limit: 1 }, signal })).textMode,
});

export function loadOrdersFile(ids: readonly number[]): Promise<CalledFile> {
  return callForFile(exportOrders, { query: { orderId: ids.map(String) } });
}
