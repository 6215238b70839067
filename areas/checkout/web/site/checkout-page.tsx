import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { clearOrderData, saveOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { readOrderData } from '#areas/checkout/web/site/read-order-data.ts';
import { saveBasket, watchBasket } from '#areas/checkout/web/kept-basket.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Checkout } from './checkout.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { draftLike } from './other-windows.ts';
import { ReturnFromBank } from './return-from-bank.tsx';

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
