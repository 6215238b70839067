import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paidChangeQuery } from '#areas/orders/web/site/order-change-queries.ts';
import { clearOrderChange } from '#areas/checkout/web/site/kept-order-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useChangeMade } from './use-send-change.ts';

type FinishChangeProps = { token: string; paymentIntentId: string; onBack: () => void };

/** The difference is paid; the change is made as soon as the server knows of it. */
export function FinishChange({ token, paymentIntentId, onBack }: FinishChangeProps) {
  const { phone } = useConfig().business;
  const { data, error, failureReason, isFetching, refetch } = useQuery(
    paidChangeQuery(token, paymentIntentId),
  );
  const onMade = useChangeMade(token);
  const isTold = useRef(false);
  useEffect(() => {
    if (!data || isTold.current) return;
    isTold.current = true;
    clearOrderChange(token);
    onMade();
  });

  if (error && !isFetching) {
    // The server has decided: the money goes back, or none was taken.
    if (error instanceof ApiError && error.status === 409)
      return (
        <Notice tone="warning" title="Your order was not changed" announce="now">
          <p>{describeFailure(error)}</p>
          <p>What you chose is still here.</p>
          <Button variant="secondary" size="small" className="justify-self-start" onClick={onBack}>
            Back to your changes
          </Button>
        </Notice>
      );
    return (
      <Notice tone="error" title="Payment received, order not changed yet" announce="now">
        <p>
          Do not pay again. If this does not clear up, call us on {phone} and quote{' '}
          {paymentIntentId}.
        </p>
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          Check again
        </Button>
      </Notice>
    );
  }
  const isAtBank = failureReason instanceof ApiError && failureReason.status === 402;
  return (
    <p role="status">
      {isAtBank
        ? 'Your bank is still processing your payment. Do not pay again.'
        : 'Payment received, changing your order. Do not pay again.'}
    </p>
  );
}
