import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { fetchOrder, sendEditOrder } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { type OrderEdit, requestOfEdit } from './order-edit.ts';
import { centsOf } from '#areas/orders/web/portal/detail/order-money.ts';

type EditToSave = {
  edit: OrderEdit;
  version: number;
  /** Why more portions are sold than are left. */
  overLimit?: string;
};

/** Sends an edit of the order. `onFailure` returns whether a toast is still needed. */
export function useSaveOrder(before: AdminOrderReply, onFailure: (error: Error) => boolean) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const { defaultWindow } = useConfig().business;
  return useChange(
    ({ edit, version, overLimit }: EditToSave) => {
      const request = requestOfEdit(edit, version, defaultWindow);
      if (!request) throw new Error('an incomplete order cannot be sent');
      const eatsAgain = edit.eatsAgain.trim();
      return sendEditOrder(before, {
        ...request,
        ...(overLimit !== undefined && { overLimit }),
        ...(eatsAgain !== '' && { eatsAgain }),
      });
    },
    {
      onDone(after) {
        cacheOrder(client, after);
        refreshAround(client, after.id);
      },
      says: (after) => ({
        title: 'Order Updated',
        description: tellTotal(before, after),
        tone: 'success',
      }),
      onFailure(_failure, { error }) {
        if (!onFailure(error)) return;
        const description = 'Failed to update order. Please try again.';
        showToast({ title: 'Error', description, tone: 'error' });
      },
    },
  );
}

/** Loads the order as someone else has saved it since, and goes on with it. */
export function useTheirOrder(
  orderId: AdminOrderReply['id'],
  onLoaded: (now: AdminOrderReply) => void,
) {
  const client = useQueryClient();
  return useChange((_goOn: (now: AdminOrderReply) => void) => fetchOrder(orderId), {
    onDone(now, goOn) {
      cacheOrder(client, now);
      onLoaded(now);
      goOn(now);
    },
    toastsFailure: 'Failed to load the order. Please try again.',
  });
}

function tellTotal(before: AdminOrderReply, after: AdminOrderReply): string {
  const difference = centsOf(after.total) - centsOf(before.total);
  if (difference === 0) return `${after.orderNumber} still costs ${amountInDollars(after.total)}.`;
  const amount = formatDollars(Math.abs(difference));
  const word = difference > 0 ? 'more' : 'less';
  return `${after.orderNumber} now costs ${amountInDollars(after.total)}, ${amount} ${word} than before.`;
}
