import type { TopUpReply } from '#areas/order-book/calls/orders.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import {
  useCardPayments,
  cardPaymentsQuery,
  problemTitle,
  usePaymentResult,
  UNKNOWN_RESULT,
} from './use-card-payments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';

export type TopUpPayment = Pick<TopUpReply, 'paymentIntentId' | 'clientSecret'>;

type OwedCardProps = {
  topUp: TopUpReply;
  /** Where the bank sends the customer back to. */
  returnPath: string;
  firstProblem: string | null;
  onPaid: (payment: TopUpPayment) => void;
};

export function OwedCard({ topUp, returnPath, firstProblem, onPaid }: OwedCardProps) {
  const { payments } = useConfig();
  const { cardPayments, failed, retry } = useCardPayments(payments);
  const { problem, take, lookAgain } = usePaymentResult(topUp, firstProblem, () => onPaid(topUp));

  if (failed)
    return (
      <Notice tone="error" title="We couldn’t load the card form">
        <p>Check your connection. Nothing was charged.</p>
        <Button variant="secondary" onClick={retry}>
          Try again
        </Button>
      </Notice>
    );
  if (!cardPayments) return <p role="status">Loading the card form…</p>;
  return (
    <>
      {problem !== null && <PaymentProblem problem={problem} />}
      <cardPayments.Form
        clientSecret={topUp.clientSecret}
        paymentIntentId={topUp.paymentIntentId}
        returnUrl={new URL(returnPath, location.origin).href}
        payLabel={`Pay ${amountInDollars(topUp.amount)}`}
        onBusy={() => {}}
        onResult={take}
        onBroken={() => void lookAgain(cardPayments)}
      />
      {isTestPayments(payments) && (
        <p className="text-sm text-ink-soft">
          Test payments: use 4242 4242 4242 4242 with any future date and any CVC. No real card is
          charged.
        </p>
      )}
    </>
  );
}

export function PaymentProblem({ problem }: { problem: string }) {
  return (
    <Notice tone="error" title={problemTitle(problem)} announce="now">
      <p>{problem}</p>
    </Notice>
  );
}

/** Back from the bank's page, the gateway is asked for the result, whatever the address says. */
export function useReturnFromBank(
  onPaid: (payment: TopUpPayment) => void,
  onFailed?: (message: string) => void,
) {
  const { payments } = useConfig();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const paymentIntentId = search.get('payment_intent');
  const clientSecret = search.get('payment_intent_client_secret');
  const client = useQueryClient();
  const isBack = paymentIntentId !== null && clientSecret !== null;
  useEffect(() => {
    if (!isBack) return;
    const payment = { paymentIntentId, clientSecret };
    const fail = (message: string) => {
      setProblem(message);
      onFailed?.(message);
    };
    void (async () => {
      try {
        const gateway = await client.fetchQuery(cardPaymentsQuery(payments));
        const result = await gateway.retrieve(payment);
        if (result.outcome === 'failed') fail(result.message);
        else if (result.outcome !== 'leaving') onPaid(payment);
      } catch {
        fail(UNKNOWN_RESULT);
      }
      // The secret leaves the address bar, so a reload does not ask again.
      void navigate({ search: '', hash: '#pay' }, { replace: true });
    })();
  }, [isBack, paymentIntentId, clientSecret, client, payments, navigate, onPaid, onFailed]);
  return { isChecking: isBack, problem };
}
