import { queryOptions } from '@tanstack/react-query';
import {
  cancelPhoneOrder,
  getPhoneOrder,
  listPhoneOrders,
  type PhoneOrderReply,
  seePhoneOrder,
  resendPayLink,
  takePhoneOrder,
} from '#areas/checkout/calls/phone-orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { PayLinkWay } from '#areas/order-book/rules/phone-order.ts';
import { call } from '#platform/web/api/client.ts';

const HALF_A_MINUTE_MS = 30_000;

/** Those that wait, and those of the last days. Refetched while shown: their time runs. */
export const phoneOrdersQuery = queryOptions({
  queryKey: ['phone-orders'],
  queryFn: async ({ signal }) => (await call(listPhoneOrders, { signal })).phoneOrders,
  staleTime: 0,
  refetchInterval: HALF_A_MINUTE_MS,
});

export function fetchPhoneOrder(id: string) {
  return call(getPhoneOrder, { params: { id } });
}

export function sendPhoneOrder({
  order: orderData,
  sendBy,
  evenIfClosed,
}: {
  order: PreparedOrder;
  sendBy: PayLinkWay;
  evenIfClosed: boolean;
}): Promise<PhoneOrderReply> {
  return call(takePhoneOrder, { body: { orderData, sendBy, evenIfClosed } });
}

/** Once more; of one that was sent meanwhile nothing is sent. */
export function sendLinkAgain({ id, sends }: PhoneOrderReply): Promise<PhoneOrderReply> {
  return call(resendPayLink, { params: { id }, body: { sends } });
}

export function sendPhoneCancel(id: string, notify: boolean): Promise<PhoneOrderReply> {
  return call(cancelPhoneOrder, { params: { id }, body: { notify } });
}

export function sendPhoneSeen(id: string): Promise<PhoneOrderReply> {
  return call(seePhoneOrder, { params: { id } });
}
