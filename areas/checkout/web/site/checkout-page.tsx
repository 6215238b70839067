import { useEffect, useState } from 'react';
import { Navigate, useSearchParams, useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  clearOrderData,
  saveOrderData,
  ORDER_DATA_KEY,
} from '#areas/checkout/web/site/kept-order-data.ts';
import { saveBasket, watchBasket } from '#areas/checkout/web/kept-basket.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Checkout } from './checkout.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import { draftLike } from './other-windows.ts';
import { PreparedOrderRequest } from '#areas/order-book/calls/prepared-order.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '#areas/business/web/page-data.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { ConfirmingOrder } from './confirming-order.tsx';
import { paymentFailureToast } from './use-payment-result.ts';
import { Preparing } from './pay-button.tsx';
import { cardPaymentsQuery } from './use-card-payments.ts';

export function CheckoutPage() {
  const [orderData, setOrderData] = useState(readOrderData);
  const elsewhere = useElsewhere();
  const [search] = useSearchParams();
  const paymentIntentId = search.get('payment_intent');
  const clientSecret = search.get('payment_intent_client_secret');

  // Money may have moved: checked even if the basket is gone.
  if (paymentIntentId && clientSecret) {
    return <ReturnFromBank payment={{ paymentIntentId, clientSecret }} orderData={orderData} />;
  }
  if (elsewhere.ordered !== null) return <OrderedElsewhere orderNumber={elsewhere.ordered} />;
  if (!orderData) return <Navigate to={paths.home()} replace />;
  return (
    <>
      {elsewhere.isAhead && <ChangedElsewhere />}
      <Checkout
        orderData={orderData}
        onNewPrice={(repriced) => {
          saveOrderData(repriced);
          const kept = readOrderDraft();
          if (kept && kept.draft.cartKey === repriced.cartKey)
            saveBasket({ ...kept, draft: draftLike(kept.draft, repriced) });
          setOrderData(repriced);
        }}
      />
    </>
  );
}

/** Here nothing follows another tab: what is on screen is what is paid for. */
function useElsewhere(): { isAhead: boolean; ordered: string | null } {
  const [isAhead, setIsAhead] = useState(false);
  const [ordered, setOrdered] = useState<string | null>(null);
  useEffect(
    () =>
      watchBasket({
        onAhead: () => setIsAhead(true),
        onGone(orderNumber) {
          if (orderNumber === null) return;
          clearOrderData();
          setOrdered(orderNumber);
        },
      }),
    [],
  );
  return { isAhead, ordered };
}

function ChangedElsewhere() {
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-6">
      <Notice tone="warning" announce="polite">
        <p>Your order changed in another tab. Here you pay for what’s on this page.</p>
        <Link
          to={paths.order({ step: 4 })}
          className={`${buttonClass('secondary', 'small')} justify-self-start`}
        >
          Show it
        </Link>
      </Notice>
    </div>
  );
}

function OrderedElsewhere({ orderNumber }: { orderNumber: string }) {
  return (
    <CheckoutFrame heading={`Ordered: ${orderNumber}`} canGoBack={false}>
      <p>This order was paid for in another tab.</p>
      <Link to={paths.home()} className={`${buttonClass('primary')} justify-self-start`}>
        Return to Home
      </Link>
    </CheckoutFrame>
  );
}

/** Null if nothing is stored, if it is not a prepared order, or if the browser stores nothing at all. */
export function readOrderData(): PreparedOrder | null {
  try {
    const parsed = PreparedOrderRequest.safeParse(
      JSON.parse(sessionStorage.getItem(ORDER_DATA_KEY) ?? 'null'),
    );
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

type ReturnFromBankProps = {
  payment: { paymentIntentId: string; clientSecret: string };
  orderData: PreparedOrder | null;
};

/** The customer is back from the bank's page: asks the gateway for the result, whatever the address says. */
function ReturnFromBank({ payment, orderData }: ReturnFromBankProps) {
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
