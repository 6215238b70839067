/** What is done with many orders at once. */
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { listMessages } from '#areas/messages/calls/emails.ts';
import { exportOrders, messageMany, setStatusOfMany } from '#areas/orders/calls/order-bulk.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';

type ManyStatusBody = z.input<typeof setStatusOfMany.body>;
type MessageManyBody = z.input<typeof messageMany.body>;

/** Asked for anew whenever it is shown: what it says is only true now. */
const FRESH = { staleTime: 0, gcTime: 0, retry: false } as const;

export function manyStatusPreviewQuery(body: ManyStatusBody) {
  return queryOptions({
    queryKey: ['many-status-preview', body],
    queryFn: ({ signal }) => call(setStatusOfMany, { body: { ...body, dryRun: true }, signal }),
    ...FRESH,
  });
}

export function sendManyStatus(body: ManyStatusBody) {
  return call(setStatusOfMany, { body });
}

export function messagePreviewQuery(body: MessageManyBody) {
  return queryOptions({
    queryKey: ['many-message-preview', body],
    queryFn: ({ signal }) => call(messageMany, { body: { ...body, dryRun: true }, signal }),
    ...FRESH,
  });
}

export function sendMessageToMany(body: MessageManyBody) {
  return call(messageMany, { body });
}

/** Whether texts go out at all. */
export const textModeQuery = queryOptions({
  queryKey: ['text-mode'],
  queryFn: async ({ signal }) =>
    (await call(listMessages, { query: { limit: 1 }, signal })).textMode,
});

export function loadOrdersFile(ids: readonly number[]): Promise<CalledFile> {
  return callForFile(exportOrders, { query: { orderId: ids.map(String) } });
}
