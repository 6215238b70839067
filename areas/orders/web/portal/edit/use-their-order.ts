import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { fetchOrder } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { cacheOrder } from '#areas/orders/web/portal/list/order-cache.ts';

/** Loads the order as someone else has saved it since. */
export function useTheirOrder(
  orderId: AdminOrderReply['id'],
  onLoaded: (now: AdminOrderReply) => void,
) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useMutation({
    mutationFn: () => fetchOrder(orderId),
    onSuccess: (now) => {
      cacheOrder(client, now);
      onLoaded(now);
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const description = 'Failed to load the order. Please try again.';
      showToast({ title: 'Error', description, tone: 'error' });
    },
  });
}
