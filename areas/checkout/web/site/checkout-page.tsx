import { useEffect, useState } from 'react';
import {
  Navigate,
  useSearchParams,
  useNavigate,
  useLocation,
} from '#platform/web/navigation/address.ts';
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
import { CheckoutFrame } from './hold-time.tsx';
import { draftLike } from './other-windows.tsx';
import { PreparedOrderRequest } from '#areas/order-book/calls/prepared-order.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfig } from '#areas/business/web/page-data.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { ConfirmingOrder } from '#areas/checkout/web/site/confirming-order.tsx';
import { paymentFailureToast, cardPaymentsQuery } from './use-card-payments.ts';
import { Preparing } from './card-payments.tsx';
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
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { CheckoutConflict } from '#areas/checkout/web/site/checkout-conflict.tsx';
import { OrderPayment } from './order-payment.tsx';
import { RefusedMealList } from '#areas/checkout/web/refused-meal-list.tsx';

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
