import { amountInDollars } from '#domain/money.ts';
import { useState } from 'react';
import type { CheckoutReply } from '#contract/payments.ts';
import { useConfig } from '#web/api/page-data.ts';
import { isTestPayments } from '#web/api/site/payment-mode.ts';
import { paths } from '#web/navigation/paths.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { HoldTime } from './hold-time.tsx';
import { OrderSummary } from './order-summary.tsx';
import { useCardPayments } from './card-form/use-card-payments.ts';
import { useHold } from './use-hold.ts';
import { problemTitle, UNKNOWN_RESULT, usePaymentResult } from './use-payment-result.ts';

const NOT_CHARGED = 'Nothing was charged.';

type OrderPaymentProps = {
  checkout: CheckoutReply & { clockOffsetMs: number };
  /** Why an earlier attempt failed. */
  firstProblem: string | null;
  onPaid: (paymentIntentId: string) => void;
  onStartAgain: () => void;
};

export function OrderPayment({ checkout, firstProblem, onPaid, onStartAgain }: OrderPaymentProps) {
  const { payments } = useConfig();
  const { cardPayments, failed, retry } = useCardPayments(payments);
  const { problem, take, lookAgain } = usePaymentResult(checkout, firstProblem, onPaid);
  const [isPaying, setIsPaying] = useState(false);
  const hold = useHold(checkout);

  const isOver = hold.secondsLeft <= 0 && !isPaying;
  return (
    <CheckoutFrame heading="Complete Your Order" aside={<OrderSummary quote={checkout.quote} />}>
      <HoldTime hold={hold} isOver={isOver} />
      {checkout.justOrdered && !isOver && (
        <Notice tone="warning" title="You have just ordered for one of these days">
          <p>
            An order for this email and address was paid a few minutes ago. Only pay here if you
            want a second one.
          </p>
        </Notice>
      )}
      {problem && !isOver && (
        <Notice tone="error" title={problemTitle(problem)} announce="now">
          <p>{problem}</p>
          {problem !== UNKNOWN_RESULT && <NextSteps problem={problem} />}
        </Notice>
      )}
      {isOver ? (
        <Button size="large" onClick={onStartAgain}>
          Start the payment again
        </Button>
      ) : (
        <Card padding="large" className="grid gap-5">
          <h2 className="text-xl">Pay by card</h2>
          {failed ? (
            <Notice tone="error" title="We couldn’t load the card form">
              <p>Check your connection. Nothing was charged.</p>
              <Button variant="secondary" onClick={retry}>
                Try again
              </Button>
            </Notice>
          ) : cardPayments ? (
            <cardPayments.Form
              clientSecret={checkout.clientSecret}
              paymentIntentId={checkout.paymentIntentId}
              returnUrl={new URL(paths.checkout(), location.origin).href}
              payLabel={`Pay ${amountInDollars(checkout.quote.total)}`}
              onBusy={setIsPaying}
              onResult={take}
              onBroken={() => void lookAgain(cardPayments)}
            />
          ) : (
            <p role="status">Loading the card form…</p>
          )}
          {isTestPayments(payments) && (
            <p className="text-sm text-ink-soft">
              Test payments: use 4242 4242 4242 4242 with any future date and any CVC. No real card
              is charged.
            </p>
          )}
        </Card>
      )}
    </CheckoutFrame>
  );
}

function NextSteps({ problem }: { problem: string }) {
  return (
    <p>
      {problem.includes(NOT_CHARGED) ? '' : `${NOT_CHARGED} `}
      Check the number, the expiry date and the CVC, use another card, or ask your bank. Your places
      stay reserved for the time shown above.
    </p>
  );
}
