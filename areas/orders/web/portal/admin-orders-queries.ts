import { freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import { queryOptions } from '@tanstack/react-query';
import {
  type AdminOrderReply,
  cancelOrder as sendCancelOrderCall,
  changeOrderStatus as sendChangeOrderStatusCall,
  countOrders,
  getOrder,
  listOrders,
  ORDER_CONFLICT_CODES,
  type OrderSort,
  type OrderConflictReply,
  quoteRefund,
  refundOrder as refundOrderCall,
} from '#areas/order-book/calls/admin-orders.ts';
import {
  editOrder as sendEditOrderCall,
  type EditOrderRequest,
  previewEdit,
  postPayLink,
} from '#areas/orders/calls/order-editing.ts';
import type { RefundPart } from '#areas/order-book/calls/prepared-order.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FoodClash, MealPastItsDay } from '#areas/order-book/rules/food-check.ts';
import type { OpenOrderBalance } from '#areas/order-book/rules/order-account.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { ApiError, readConflictReply } from '#platform/web/api/api-error.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';
import { addNote, getTimeline, pinNote } from '#areas/orders/calls/order-timeline.ts';
import { resendEmail, listMessages } from '#areas/messages/calls/emails.ts';
import { exportOrders } from '#areas/orders/calls/order-bulk.ts';

export type OrderListFilter = {
  status: OrderStatus | 'all';
  /** Words to look for. Empty: no filter; likewise all that follows. */
  q: string;
  deliveryDate: PlainDate;
  window: DeliveryWindow | '';
  /** A meal's id. */
  mealId: string;
  suburb: string;
  allergies: 'yes' | '';
  balance: OpenOrderBalance | '';
  sort: OrderSort;
};

/** As query parameters: what is not empty. */
function queryOf({ q, deliveryDate, window, mealId, suburb, allergies, balance }: OrderListFilter) {
  return {
    ...(q !== '' && { q }),
    ...(deliveryDate !== '' && { deliveryDate }),
    ...(window !== '' && { window }),
    ...(mealId !== '' && { mealId }),
    ...(suburb !== '' && { suburb }),
    ...(allergies !== '' && { allergies }),
    ...(balance !== '' && { balance }),
  };
}

export type LoadedOrders = {
  orders: AdminOrderReply[];
  /** The last order of the previous page; null after the last page. */
  nextCursor: number | null;
};

export const ORDERS_A_PAGE = 50;
/** What nobody has to ask for. */
export const NEWEST_FIRST = '-placed';

/** One page of orders. */
export async function fetchOrderPage(
  filter: OrderListFilter,
  page: { cursor?: string },
  signal?: AbortSignal,
): Promise<LoadedOrders> {
  const found = await call(listOrders, {
    query: {
      // One more than we show tells whether there is a next page.
      limit: ORDERS_A_PAGE + 1,
      ...(filter.status !== 'all' && { status: filter.status }),
      ...queryOf(filter),
      ...(filter.sort !== NEWEST_FIRST && { sort: filter.sort }),
      ...page,
    },
    ...(signal && { signal }),
  });
  const orders = found.slice(0, ORDERS_A_PAGE);
  return { orders, nextCursor: found.length > orders.length ? (orders.at(-1)?.id ?? null) : null };
}

/** Refetched whenever a filter is chosen; while shown, live updates keep it current. */
export function ordersQuery(filter: OrderListFilter) {
  return pagedQuery(['admin-orders', 'list', filter], (page, signal) =>
    fetchOrderPage(filter, page, signal),
  );
}

/** Prefix of the keys of all counts. */
export const ORDER_COUNTS_KEY = ['admin-orders', 'counts'];

/** For each status, with whatever else the filter asks for. */
export function orderCountsQuery(filter: OrderListFilter) {
  const query = queryOf(filter);
  return freshQuery([...ORDER_COUNTS_KEY, query], countOrders, { query });
}

export function fetchOrder(id: number, signal?: AbortSignal): Promise<AdminOrderReply> {
  return call(getOrder, { params: { id: String(id) }, ...(signal && { signal }) });
}

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['admin-orders', 'one', id],
    queryFn: ({ signal }) => fetchOrder(id, signal),
    staleTime: 0,
  });
}

/** All meals that an order may be changed to: for staff, inactive ones too. */
export const orderableMealsQuery = freshQuery(['meals', 'orderable'], listMeals);

type SeenOrder = Pick<AdminOrderReply, 'id' | 'version'>;

function inPath({ id }: SeenOrder) {
  return { id: String(id) };
}

export function sendChangeOrderStatus(order: SeenOrder, status: OrderStatus) {
  return call(sendChangeOrderStatusCall, {
    params: inPath(order),
    body: { status, version: order.version },
  });
}

export function sendCancelOrder(
  order: SeenOrder,
  { refund, reason }: { refund: 'full' | 'none'; reason?: string | undefined },
) {
  return call(sendCancelOrderCall, {
    params: inPath(order),
    query: { refund, ...(reason && { reason }), version: order.version },
  });
}

export function sendEditOrder(order: Pick<SeenOrder, 'id'>, request: EditOrderRequest) {
  return call(sendEditOrderCall, { params: { id: String(order.id) }, body: request });
}

/** What saving this edit would do; a failure says why it would be refused. */
export function editPreviewQuery({ id }: Pick<SeenOrder, 'id'>, request: EditOrderRequest) {
  return freshQuery(
    ['edit-preview', id, request],
    previewEdit,
    { params: { id: String(id) }, body: request },
    { retry: false },
  );
}

/** Refunds the overpayment. */
export function refundDifference(order: SeenOrder, reason: string) {
  return call(refundOrderCall, {
    params: inPath(order),
    body: { reason, version: order.version },
  });
}

/** Emails the customer a link to pay what they owe. */
export function sendPayLink(order: SeenOrder) {
  return call(postPayLink, { params: inPath(order), body: { version: order.version } });
}

/** An amount such as "5.00", or a part that the server prices. */
export type WhatToRefund = { amount: string } | { part: RefundPart };

/** What the server would refund; a failure says why it would not. Asked again for each version of the order. */
export function refundQuoteQuery(order: SeenOrder, what: WhatToRefund) {
  return freshQuery(
    ['refund-quote', order.id, order.version, what],
    quoteRefund,
    { params: inPath(order), body: { ...what } },
    { retry: false },
  );
}

export function sendRefund(
  order: SeenOrder,
  refund: { what: WhatToRefund; reason: string; notify: boolean },
) {
  const { what, reason, notify } = refund;
  return call(refundOrderCall, {
    params: inPath(order),
    body: { ...what, reason, notify, version: order.version },
  });
}

/** Why the server refused a change, if it said so; null for every other failure. */
export function readOrderConflict(error: unknown): OrderConflictReply | null {
  return readConflictReply<OrderConflictReply>(error, ORDER_CONFLICT_CODES);
}

export type RefusedMeals = {
  clashes: readonly FoodClash[];
  /** Meals that would be eaten after they keep. */
  pastTheirDay: readonly MealPastItsDay[];
  /** What its notes say of food, to be answered first. */
  questions: readonly FoodQuestion[];
};

export const NOTHING_UNSUITABLE: RefusedMeals = { clashes: [], pastTheirDay: [], questions: [] };

/** The meals that the server refused for their people. As with all replies, it has checked their shape. */
export function readUnsuitableMeals(error: unknown): RefusedMeals {
  const reply = error instanceof ApiError && error.status === 400 ? error.reply : null;
  return {
    clashes: reply?.code === 'allergen_clash' ? (reply['clashes'] as FoodClash[]) : [],
    pastTheirDay: reply?.code === 'will_not_keep' ? (reply['items'] as MealPastItsDay[]) : [],
    questions: reply?.code === 'food_questions' ? (reply['questions'] as FoodQuestion[]) : [],
  };
}

/** What happened to an order. Refetched whenever it is shown. */
export function timelineQuery(orderId: number) {
  return freshQuery(['order-timeline', orderId], getTimeline, { params: { id: String(orderId) } });
}

export function sendNote(orderId: number, note: { text: string; isPinned: boolean }) {
  return call(addNote, { params: { id: String(orderId) }, body: note });
}

export function sendPin(orderId: number, noteId: number, isPinned: boolean) {
  return call(pinNote, {
    params: { id: String(orderId), noteId: String(noteId) },
    body: { isPinned },
  });
}

/** `key`: one for each tap. */
export function sendResend(messageId: number, key: string) {
  return call(resendEmail, { params: { id: String(messageId) }, body: { key } });
}

// What is done with many orders at once.

/** Whether texts go out at all. */
export const textModeQuery = queryOptions({
  queryKey: ['text-mode'],
  queryFn: async ({ signal }) =>
    (await call(listMessages, { query: { limit: 1 }, signal })).textMode,
});

export function loadOrdersFile(ids: readonly number[]): Promise<CalledFile> {
  return callForFile(exportOrders, { query: { orderId: ids.map(String) } });
}
