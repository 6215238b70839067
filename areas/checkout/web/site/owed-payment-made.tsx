import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { placedOrderQuery } from '#areas/checkout/web/site/checkout-queries.ts';
import { trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { TopUpPayment } from './owed-card.tsx';

/** The money has arrived; only our books must still say so. */
export function OwedPaymentMade({ payment, token }: { payment: TopUpPayment; token: string }) {
  const { business } = useConfig();
  const client = useQueryClient();
  const { showToast } = useToast();
  const { data, error, isFetching, refetch } = useQuery(
    placedOrderQuery({ ...payment, orderData: null }),
  );
  useEffect(() => {
    if (!data) return;
    showToast({
      title: 'Payment received',
      description: 'Nothing is left to pay.',
      tone: 'success',
    });
    void client.invalidateQueries({ queryKey: trackedOrderQuery(token).queryKey });
  }, [data, client, token, showToast]);
  if (error && !isFetching)
    return (
      <Notice tone="error" title="Payment received, order not updated yet" announce="now">
        <p>
          Do not pay again. If this does not clear up, call us on {business.phone} and quote{' '}
          {payment.paymentIntentId}.
        </p>
        <Button variant="secondary" onClick={() => void refetch()}>
          Check again
        </Button>
      </Notice>
    );
  return <p role="status">Payment received, updating your order. Do not pay again.</p>;
}
