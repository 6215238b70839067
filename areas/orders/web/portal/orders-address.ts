/** The state of the orders screen in its address: which orders, and which one is open. */
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { isDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ORDER_BALANCES } from '#areas/order-book/rules/order-account.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';
import { ORDER_SORTS } from '#areas/order-book/calls/admin-orders.ts';
import {
  NEWEST_FIRST,
  type OrderListFilter,
} from '#areas/orders/web/portal/admin-orders-queries.ts';

export const STATUS_TABS = ['all', ...ORDER_STATUSES] as const;

/** What staff do to an order in a dialog or, `change`, on a page of its own. */
export const ORDER_DEEDS = ['refund', 'move', 'cancel', 'message', 'change'] as const;
export type OrderDeed = (typeof ORDER_DEEDS)[number];

export type OrdersAddress = {
  filter: OrderListFilter;
  /** Null: the list is shown. */
  orderId: number | null;
  isEditing: boolean;
  /** What its page opens with, filled in: a link from anywhere leads to it. Null: nothing. */
  deed: OrderDeed | null;
  /** What the deed is about, or where editing begins; null: all of the order. */
  deliveryId: number | null;
  itemId: number | null;
};

const NUMBER = /^[1-9]\d{0,9}$/;
/** The longest search the server takes. */
export const LONGEST_SEARCH = 100;

/** What each part of the filter is called in the address. */
const PARAMETERS: Record<keyof OrderListFilter, string> = {
  status: 'status',
  q: 'q',
  deliveryDate: 'date',
  window: 'window',
  mealId: 'meal',
  suburb: 'suburb',
  allergies: 'allergies',
  balance: 'balance',
  sort: 'sort',
};

/** What is not written down. */
const SILENT: Partial<Record<keyof OrderListFilter, string>> = {
  status: 'all',
  sort: NEWEST_FIRST,
};

const SORTS = ORDER_SORTS.flatMap((by) => [by, `-${by}` as const]);

export const FILTER_NAMES = Object.keys(PARAMETERS) as (keyof OrderListFilter)[];

/** Lets all orders of a status through. */
export const ALL_ORDERS: Omit<OrderListFilter, 'status' | 'sort'> = {
  q: '',
  deliveryDate: '',
  window: '',
  mealId: '',
  suburb: '',
  allergies: '',
  balance: '',
};

/** Invalid values are ignored. */
export function readOrdersAddress(params: URLSearchParams): OrdersAddress {
  const given = (name: keyof OrderListFilter) => params.get(PARAMETERS[name]) ?? '';
  const oneOf = <T extends string>(known: readonly T[], name: keyof OrderListFilter) =>
    known.find((one) => one === given(name));
  const date = given('deliveryDate');
  const window = given('window');
  const idIn = (name: string) => {
    const text = params.get(name) ?? '';
    return NUMBER.test(text) ? Number(text) : null;
  };
  const orderId = idIn('order');
  const deed =
    orderId === null ? null : (ORDER_DEEDS.find((one) => one === params.get('do')) ?? null);
  return {
    filter: {
      status: oneOf(STATUS_TABS, 'status') ?? 'all',
      q: given('q').slice(0, LONGEST_SEARCH),
      deliveryDate: isPlainDate(date) ? date : '',
      window: isDeliveryWindow(window) ? window : '',
      mealId: NUMBER.test(given('mealId')) ? given('mealId') : '',
      suburb: given('suburb').slice(0, LONGEST_SEARCH),
      allergies: oneOf(['yes'], 'allergies') ?? '',
      balance: oneOf(ORDER_BALANCES, 'balance') ?? '',
      sort: oneOf(SORTS, 'sort') ?? NEWEST_FIRST,
    },
    orderId,
    isEditing: deed === 'change' || (orderId !== null && params.has('edit')),
    deed,
    deliveryId: idIn('delivery'),
    itemId: idIn('item'),
  };
}

export type AddressChange = Partial<OrderListFilter> & {
  order?: {
    id: number;
    isEditing?: boolean;
    deed?: OrderDeed;
    deliveryId?: number;
    itemId?: number;
  } | null;
};

/** The same address with the change; without empty filters. */
export function changeOrdersAddress(
  params: URLSearchParams,
  { order, ...filter }: AddressChange,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string | undefined, silent = '') => {
    if (value === undefined) return;
    if (value === silent) next.delete(name);
    else next.set(name, value);
  };
  for (const name of FILTER_NAMES) set(PARAMETERS[name], filter[name], SILENT[name] ?? '');
  if (order !== undefined) {
    set('order', order ? String(order.id) : '');
    set('edit', order?.isEditing ? '1' : '');
    set('do', order?.deed ?? '');
    set('delivery', String(order?.deliveryId ?? ''));
    set('item', String(order?.itemId ?? ''));
  }
  return next;
}

/** By more than the status. */
export function isFiltered(filter: OrderListFilter): boolean {
  return FILTER_NAMES.some((name) => SILENT[name] === undefined && filter[name] !== '');
}

/** Spec 2. */
export function emptyListText(filter: OrderListFilter): string {
  if (isFiltered(filter)) return 'No orders match your search criteria';
  return filter.status === 'all' ? 'No orders found' : `No ${filter.status} orders found`;
}
