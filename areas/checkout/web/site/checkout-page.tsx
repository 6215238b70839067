import { useState } from 'react';
import { Navigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { saveOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { readOrderData } from '#areas/checkout/web/site/read-order-data.ts';
import { readOrderDraft, saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { Checkout } from './checkout.tsx';
import { draftLike } from './other-windows.ts';
import { ReturnFromBank } from './return-from-bank.tsx';

export function CheckoutPage() {
  const [orderData, setOrderData] = useState(readOrderData);
  const [search] = useSearchParams();
  const paymentIntentId = search.get('payment_intent');
  const clientSecret = search.get('payment_intent_client_secret');

  // Money may have moved: checked even if the basket is gone.
  if (paymentIntentId && clientSecret) {
    return <ReturnFromBank payment={{ paymentIntentId, clientSecret }} orderData={orderData} />;
  }
  if (!orderData) return <Navigate to={paths.home()} replace />;
  return (
    <Checkout
      orderData={orderData}
      onNewPrice={(repriced) => {
        saveOrderData(repriced);
        const kept = readOrderDraft();
        if (kept && kept.draft.cartKey === repriced.cartKey)
          saveOrderDraft({ ...kept, draft: draftLike(kept.draft, repriced) });
        setOrderData(repriced);
      }}
    />
  );
}
