import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { placedOrderQuery } from '#web/api/site/checkout.ts';
import { useConfig } from '#web/api/page-data.ts';
import { paths } from '#web/navigation/paths.ts';
import { clearOrderDraft } from '#web/storage/order-draft.ts';
import { savePlacedOrder } from '#web/storage/placed-order.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useToast } from '#web/ui/feedback/toast.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { BROKEN_PAYMENT, paymentSuccessToast } from './card-form/payment-toasts.ts';

type ConfirmingOrderProps = {
  paymentIntentId: string;
  clientSecret: string | undefined;
  orderData: PreparedOrder | null;
};

/** The money has arrived; only the order number is missing. There is nothing to pay with here any more. */
export function ConfirmingOrder({
  paymentIntentId,
  clientSecret,
  orderData,
}: ConfirmingOrderProps) {
  const { business } = useConfig();
  const navigate = useNavigate();
  const { showToast } = useToast();
  const {
    data: placed,
    error,
    failureReason,
    refetch,
    isFetching,
  } = useQuery(placedOrderQuery({ paymentIntentId, clientSecret, orderData }));

  useEffect(() => {
    if (!placed) return;
    savePlacedOrder(placed);
    clearOrderDraft();
    showToast(paymentSuccessToast(placed.orderNumber));
    void navigate(paths.orderSuccess({ orderNumber: placed.orderNumber }), { replace: true });
  }, [placed, navigate, showToast]);

  const isGivenUp = error !== null && !isFetching;
  useEffect(() => {
    if (isGivenUp) showToast(BROKEN_PAYMENT);
  }, [isGivenUp, showToast]);

  const isWaitingForBank = failureReason instanceof ApiError && failureReason.status === 402;
  return (
    <CheckoutFrame
      heading={
        isWaitingForBank
          ? 'Your bank is still processing your payment'
          : 'Payment received, confirming your order'
      }
      canGoBack={false}
    >
      {isGivenUp ? (
        <ErrorState
          title="Failed to create order"
          message={`Do not pay again. Try again, or call us on ${business.phone} and quote ${paymentIntentId}.`}
          onRetry={() => void refetch()}
        />
      ) : (
        <Notice announce="polite">
          <p>This takes a moment. Please keep this page open. Do not pay again.</p>
          {failureReason && !isWaitingForBank && (
            <p>We can’t connect right now. We’ll keep trying.</p>
          )}
        </Notice>
      )}
    </CheckoutFrame>
  );
}
