import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { sendEditOrder } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
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
  return useMutation({
    mutationFn: ({ edit, version, overLimit }: EditToSave) => {
      const request = requestOfEdit(edit, version, defaultWindow);
      if (!request) throw new Error('an incomplete order cannot be sent');
      const eatsAgain = edit.eatsAgain.trim();
      return sendEditOrder(before, {
        ...request,
        ...(overLimit !== undefined && { overLimit }),
        ...(eatsAgain !== '' && { eatsAgain }),
      });
    },
    onSuccess: (after) => {
      cacheOrder(client, after);
      refreshAround(client, after.id);
      showToast({ title: 'Order Updated', description: tellTotal(before, after), tone: 'success' });
    },
    onError: (error) => {
      if (isSignedOut(error) || !onFailure(error)) return;
      const description = 'Failed to update order. Please try again.';
      showToast({ title: 'Error', description, tone: 'error' });
    },
  });
}

function tellTotal(before: AdminOrderReply, after: AdminOrderReply): string {
  const difference = centsOf(after.total) - centsOf(before.total);
  if (difference === 0) return `${after.orderNumber} still costs ${amountInDollars(after.total)}.`;
  const amount = formatDollars(Math.abs(difference));
  const word = difference > 0 ? 'more' : 'less';
  return `${after.orderNumber} now costs ${amountInDollars(after.total)}, ${amount} ${word} than before.`;
}
