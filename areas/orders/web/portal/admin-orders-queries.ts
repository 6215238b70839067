import { freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import {
  type AdminOrderReply,
  countOrders,
  getOrder,
  listOrders,
  ORDER_CONFLICT_CODES,
  type OrderSort,
  type OrderConflictReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FoodClash, MealPastItsDay } from '#areas/order-book/rules/food-check.ts';
import type { OpenOrderBalance } from '#areas/order-book/rules/order-account.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { ApiError, readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';

export type OrderListFilter = {
  status: OrderStatus | 'all';
  /** Words to look for. Empty: no filter; likewise all that follows. */
  q: string;
  deliveryDate: PlainDate;
  window: DeliveryWindow | '';
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
    signal,
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

export const ORDER_COUNTS_KEY = ['admin-orders', 'counts'];

export function orderCountsQuery(filter: OrderListFilter) {
  const query = queryOf(filter);
  return freshQuery([...ORDER_COUNTS_KEY, query], countOrders, { query });
}

export function fetchOrder(id: number): Promise<AdminOrderReply> {
  return call(getOrder, { params: { id: String(id) } });
}

export function orderQuery(id: number) {
  return freshQuery(['admin-orders', 'one', id], getOrder, { params: { id: String(id) } });
}

/** All meals that an order may be changed to: for staff, inactive ones too. */
export const orderableMealsQuery = freshQuery(['meals', 'orderable'], listMeals);

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

export function timelineQuery(orderId: number) {
  return freshQuery(['order-timeline', orderId], getTimeline, { params: { id: String(orderId) } });
}
