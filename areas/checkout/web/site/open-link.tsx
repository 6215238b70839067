import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PayPageReply } from '#areas/checkout/calls/phone-orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { payLinkQuery } from '#areas/checkout/web/site/pay-link-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { HoldTime } from './hold-time.tsx';
import { NextSteps } from './order-payment.tsx';
import { OrderSummary } from './order-summary.tsx';
import { useHold } from './use-hold.ts';
import { problemTitle, UNKNOWN_RESULT, usePaymentResult } from './use-payment-result.ts';
import { OrderedOnPhone } from './ordered-on-phone.tsx';

type OpenLinkProps = {
  token: string;
  page: PayPageReply;
  order: NonNullable<PayPageReply['order']>;
  /** Why an earlier attempt failed. */
  firstProblem: string | null;
  onPaid: (payment: { paymentIntentId: string; clientSecret: string }) => void;
  /** Its time is over, or it was paid or cancelled meanwhile. */
  onOver: () => void;
};

/** What was ordered, and the card form for it. */
export function OpenLink({ token, page, order, firstProblem, onPaid, onOver }: OpenLinkProps) {
  const { phone } = useConfig().business;
  const { data: checkout, error, isFetching, refetch } = useQuery(payLinkQuery(token));
  const isClosed = error instanceof ApiError && error.status === 409;
  useEffect(() => {
    if (isClosed) onOver();
  }, [isClosed, onOver]);

  return (
    <CheckoutFrame
      heading={`${page.firstName}, your order is ready to pay`}
      canGoBack={false}
      aside={<OrderSummary quote={order.quote} recipient={order.recipient} />}
    >
      <OrderedOnPhone order={order} />
      {checkout ? (
        <Payment
          key={checkout.paymentIntentId}
          token={token}
          checkout={checkout}
          firstProblem={firstProblem}
          onPaid={onPaid}
          onOver={onOver}
        />
      ) : error && !isFetching && !isClosed ? (
        <ErrorState
          title="We couldn’t open the payment"
          message={`${describeFailure(error)} Nothing was charged. If it doesn’t work, call us: ${phone}.`}
          onRetry={() => void refetch()}
        />
      ) : (
        <p role="status">Opening the payment…</p>
      )}
    </CheckoutFrame>
  );
}

type PaymentProps = Pick<OpenLinkProps, 'token' | 'firstProblem' | 'onPaid' | 'onOver'> & {
  checkout: CheckoutReply & { clockOffsetMs: number };
};

function Payment({ token, checkout, firstProblem, onPaid, onOver }: PaymentProps) {
  const { timeZone } = useConfig().business;
  const [isPaying, setIsPaying] = useState(false);
  const hold = useHold(checkout);
  const result = usePaymentResult(checkout, firstProblem, () => onPaid(checkout));
  const { problem } = result;
  const isOver = hold.secondsLeft <= 0 && !isPaying;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (isOver) return <p role="status">Your time to pay has run out…</p>;
  return (
    <>
      <HoldTime
        hold={hold}
        isOver={false}
        until={payUntilText(Date.parse(checkout.holdExpiresAt), timeZone)}
      />
      {checkout.justOrdered && (
        <Notice tone="warning" title="You have just ordered for one of these days">
          <p>
            An order for this email and address was paid a few minutes ago. Only pay here if you
            want a second one.
          </p>
        </Notice>
      )}
      {problem && (
        <Notice tone="error" title={problemTitle(problem)} announce="now">
          <p>{problem}</p>
          {problem !== UNKNOWN_RESULT && <NextSteps problem={problem} />}
        </Notice>
      )}
      <PayByCard
        checkout={checkout}
        returnPath={paths.pay(token)}
        result={result}
        onBusy={setIsPaying}
      />
    </>
  );
}
