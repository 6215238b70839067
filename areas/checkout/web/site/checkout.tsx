import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import {
  checkoutQuery,
  readConflict,
  readQueue,
} from '#areas/checkout/web/site/checkout-queries.ts';
import {
  readRefusedMeals,
  type RefusedMeal,
} from '#areas/checkout/web/site/refused-meals-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { useLocation } from '#platform/web/navigation/address.ts';
import { CheckoutConflict } from './checkout-conflict.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import { ConfirmingOrder } from './confirming-order.tsx';
import { OrderPayment } from './order-payment.tsx';
import { Preparing } from './pay-button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { RefusedMealList } from '#areas/checkout/web/refused-meal-list.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type CheckoutProps = { orderData: PreparedOrder; onNewPrice: (orderData: PreparedOrder) => void };

/** From the basket to the paid order: opens the payment, shows any conflict, takes the card, waits for the order. */
export function Checkout({ orderData, onNewPrice }: CheckoutProps) {
  const { business } = useConfig();
  const {
    data: checkout,
    error,
    failureReason,
    isFetching,
    refetch,
  } = useQuery(checkoutQuery(orderData));
  const [paidIntentId, setPaidIntentId] = useState<string | null>(null);
  const conflict = readConflict(error);
  const paid =
    paidIntentId ??
    (conflict?.code === 'already_paid' || conflict?.approvedUntil
      ? conflict.paymentIntentId
      : null);
  useKitchenRefresh(conflict !== null);
  // Why a payment at the bank failed, from ReturnFromBank.
  const { state } = useLocation() as { state: { problem?: string } | null };

  if (paid) {
    const clientSecret =
      checkout?.paymentIntentId === paid ? checkout.clientSecret : conflict?.clientSecret;
    return (
      <ConfirmingOrder
        paymentIntentId={paid}
        clientSecret={clientSecret}
        orderData={orderData}
        isApproval={checkout?.place === 'on_payment' || conflict?.approvedUntil !== undefined}
      />
    );
  }
  if (isFetching) return <Preparing queue={readQueue(failureReason)} />;
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
    const refused = readRefusedMeals(error, orderData, nameOfMeal);
    if (refused) return <RefusedFood meals={refused} phone={business.phone} />;
    const fields = error instanceof ApiError ? error.reply?.fields : undefined;
    if (fields) return <InvalidOrder fields={fields} />;
    return (
      <CheckoutFrame heading="Complete Your Order">
        <ErrorState
          title="We couldn’t start your payment"
          message={`${describeFailure(error)} Nothing was charged, and your order is saved.`}
          onRetry={() => void refetch()}
        />
      </CheckoutFrame>
    );
  }
  return (
    <OrderPayment
      // A new payment starts with an empty form and a new hold.
      key={checkout.paymentIntentId}
      checkout={checkout}
      orderData={orderData}
      firstProblem={state?.problem ?? null}
      onPaid={setPaidIntentId}
      onNewOrder={onNewPrice}
      onStartAgain={() => void refetch()}
    />
  );
}

/** The wizard remembers the names of what it ordered. */
function nameOfMeal(mealId: number): string | undefined {
  return readOrderDraft()?.mealNames[mealId];
}

/** Going back must not show the outdated data that caused the conflict. */
function useKitchenRefresh(isOutOfDate: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOutOfDate) return;
    void client.invalidateQueries({ queryKey: orderingWeekQuery.queryKey });
    void client.invalidateQueries({ queryKey: mealsQuery.queryKey });
  }, [client, isOutOfDate]);
}

/** Meals that are not for the person or the day, each with the way back to its place on the table. */
function RefusedFood({ meals, phone }: { meals: readonly RefusedMeal[]; phone: string }) {
  return (
    <CheckoutFrame heading="Your order needs a change" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <RefusedMealList meals={meals} />
        <p>Choose another meal, or please call us: {phone}. Nothing was charged.</p>
      </Notice>
      <Link
        to={paths.order({ step: 2 })}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        Change your order
      </Link>
    </CheckoutFrame>
  );
}

/**
 * The problems that the server found in the order, and the step where to fix them. `fields`: path in the order ->
 * message.
 */
function InvalidOrder({ fields }: { fields: Record<string, string> }) {
  const isAboutCustomer = Object.keys(fields).every((field) =>
    field.replace(/^orderData\./, '').startsWith('customer'),
  );
  return (
    <CheckoutFrame heading="Your order needs a change" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <ul className="grid gap-1">
          {[...new Set(Object.values(fields))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <p>Nothing was charged.</p>
      </Notice>
      <Link
        to={paths.order({ step: isAboutCustomer ? 3 : 2 })}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        {isAboutCustomer ? 'Change your details' : 'Change your order'}
      </Link>
    </CheckoutFrame>
  );
}
