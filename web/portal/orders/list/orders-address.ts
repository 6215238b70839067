/** The state of the orders screen in its address: which orders, and which one is open. */
import { isPlainDate } from '#domain/calendar/plain-date.ts';
import { ORDER_STATUSES } from '#domain/ordering/status/order-status.ts';
import type { OrderListFilter } from '#web/api/portal/admin-orders.ts';

export const STATUS_TABS = ['all', ...ORDER_STATUSES] as const;

export type OrdersAddress = {
  filter: OrderListFilter;
  /** Null: the list is shown. */
  orderId: number | null;
  isEditing: boolean;
};

const NUMBER = /^[1-9]\d{0,9}$/;
/** The longest search the server takes. */
export const LONGEST_SEARCH = 100;

/** Invalid values are ignored. */
export function readOrdersAddress(params: URLSearchParams): OrdersAddress {
  const date = params.get('date') ?? '';
  const order = params.get('order') ?? '';
  const orderId = NUMBER.test(order) ? Number(order) : null;
  return {
    filter: {
      status: STATUS_TABS.find((status) => status === params.get('status')) ?? 'all',
      q: (params.get('q') ?? '').slice(0, LONGEST_SEARCH),
      deliveryDate: isPlainDate(date) ? date : '',
    },
    orderId,
    isEditing: orderId !== null && params.has('edit'),
  };
}

export type AddressChange = Partial<OrderListFilter> & {
  order?: { id: number; isEditing?: boolean } | null;
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
  set('status', filter.status, 'all');
  set('q', filter.q);
  set('date', filter.deliveryDate);
  if (order !== undefined) {
    set('order', order ? String(order.id) : '');
    set('edit', order?.isEditing ? '1' : '');
  }
  return next;
}

export function isFiltered({ q, deliveryDate }: OrderListFilter): boolean {
  return q !== '' || deliveryDate !== '';
}

/** Spec 2. */
export function emptyListText(filter: OrderListFilter): string {
  if (isFiltered(filter)) return 'No orders match your search criteria';
  return filter.status === 'all' ? 'No orders found' : `No ${filter.status} orders found`;
}
