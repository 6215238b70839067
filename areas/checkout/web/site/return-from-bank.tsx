import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { ConfirmingOrder } from './confirming-order.tsx';
import { paymentFailureToast } from './payment-toasts.ts';
import { Preparing } from './preparing.tsx';
import { cardPaymentsQuery } from './use-card-payments.ts';

type ReturnFromBankProps = {
  payment: { paymentIntentId: string; clientSecret: string };
  orderData: PreparedOrder | null;
};

/** The customer is back from the bank's page: asks the gateway for the result, whatever the address says. */
export function ReturnFromBank({ payment, orderData }: ReturnFromBankProps) {
  const { payments } = useConfig();
  const navigate = useNavigate();
  const { showToast } = useToast();
  const {
    data: result,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['returned-payment', payment.paymentIntentId],
    gcTime: 0,
    queryFn: async ({ client }) =>
      (await client.fetchQuery(cardPaymentsQuery(payments))).retrieve(payment),
  });

  useEffect(() => {
    if (result?.outcome !== 'failed') return;
    showToast(paymentFailureToast(result.message));
    // The secret leaves the address bar, so a reload does not ask again.
    void navigate(paths.checkout(), { replace: true, state: { problem: result.advice } });
  }, [result, navigate, showToast]);

  if (result?.outcome === 'succeeded' || result?.outcome === 'processing') {
    const isApproval = result.outcome === 'succeeded' && result.isApproval === true;
    return <ConfirmingOrder {...payment} orderData={orderData} isApproval={isApproval} />;
  }
  if (!error || isFetching) return <Preparing heading="Checking with your bank..." />;
  return (
    <CheckoutFrame heading="Complete Your Order" canGoBack={false}>
      <ErrorState
        title="We couldn’t check your payment"
        message="Do not pay again. Check again, or call us and we’ll find it."
        retryLabel="Check again"
        onRetry={() => void refetch()}
      />
    </CheckoutFrame>
  );
}
