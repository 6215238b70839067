import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import { ApiError, describeFailure } from '#web/api/api-error.ts';
import { checkoutQuery, readConflict } from '#web/api/site/checkout.ts';
import { mealsQuery } from '#web/api/site/meals.ts';
import { orderingWeekQuery } from '#web/api/site/ordering.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { CheckoutConflict } from './checkout-conflict.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { ConfirmingOrder } from './confirming-order.tsx';
import { InvalidOrder } from './invalid-order.tsx';
import { OrderPayment } from './order-payment.tsx';
import { Preparing } from './preparing.tsx';

type CheckoutProps = { orderData: PreparedOrder; onNewPrice: (orderData: PreparedOrder) => void };

/** From the basket to the paid order: opens the payment, shows what stands in its way, takes the card, waits for the order. */
export function Checkout({ orderData, onNewPrice }: CheckoutProps) {
  const { data: checkout, error, isFetching, refetch } = useQuery(checkoutQuery(orderData));
  const [paidIntentId, setPaidIntentId] = useState<string | null>(null);
  const conflict = readConflict(error);
  const paid =
    paidIntentId ?? (conflict?.code === 'already_paid' ? conflict.paymentIntentId : null);
  useKitchenRefresh(conflict !== null);
  // What a payment that ended at the bank was told, see ReturnFromBank.
  const { state } = useLocation() as { state: { problem?: string } | null };

  if (paid) return <ConfirmingOrder paymentIntentId={paid} orderData={orderData} />;
  if (isFetching) return <Preparing />;
  if (conflict) {
    return (
      <CheckoutConflict
        conflict={conflict}
        orderData={orderData}
        onNewPrice={onNewPrice}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!checkout) {
    const fields = error instanceof ApiError ? error.reply?.fields : undefined;
    if (fields) return <InvalidOrder fields={fields} />;
    return (
      <CheckoutFrame heading="Complete Your Order">
        <ErrorState
          title="We could not open your payment"
          message={`${describeFailure(error)} Nothing was charged, and your order is kept.`}
          onRetry={() => void refetch()}
        />
      </CheckoutFrame>
    );
  }
  return (
    <OrderPayment
      // A new payment starts with an empty form and its own time.
      key={checkout.paymentIntentId}
      checkout={checkout}
      firstProblem={state?.problem ?? null}
      onPaid={setPaidIntentId}
      onStartAgain={() => void refetch()}
    />
  );
}

/** What the customer goes back to must not be what just proved to be out of date. */
function useKitchenRefresh(isOutOfDate: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOutOfDate) return;
    void client.invalidateQueries({ queryKey: orderingWeekQuery.queryKey });
    void client.invalidateQueries({ queryKey: mealsQuery.queryKey });
  }, [client, isOutOfDate]);
}
