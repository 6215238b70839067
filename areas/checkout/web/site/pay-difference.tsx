import { useQuery } from '@tanstack/react-query';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { formatCountdown, useSecondsUntil } from './hold-time.tsx';
import { OwedCard, useReturnFromBank } from './owed-card.tsx';

type PayDifferenceProps = {
  due: PaymentDueReply;
  token: string;
  /** What is paid for: "−1 Butter Chicken", "+1 Barramundi". */
  what: readonly string[];
  onPaid: (paymentIntentId: string) => void;
  onBack: () => void;
};

/** The card form for what a change costs more. Nothing changes until it is paid. */
export function PayDifference({ due, token, what, onPaid, onBack }: PayDifferenceProps) {
  const { data: week, dataUpdatedAt } = useQuery({ ...orderingWeekQuery, staleTime: 0 });
  const clockOffsetMs = week ? Date.parse(week.now) - dataUpdatedAt : 0;
  const secondsLeft = useSecondsUntil(due.holdExpiresAt, clockOffsetMs);
  const { paymentIntentId, clientSecret, amount } = due;
  return (
    <Card
      as="section"
      aria-label="Pay the difference"
      padding="large"
      className="grid max-w-2xl gap-4"
    >
      <h2 className="text-2xl">{amountInDollars(amount)} to pay</h2>
      {what.length > 0 && <p className="font-semibold wrap-anywhere">{what.join(', ')}</p>}
      {secondsLeft > 0 ? (
        <>
          <p>
            {due.place === 'on_payment'
              ? 'Someone is paying for the last place or portion you chose. You can still try: your card is only charged, and your order only changes, if there’s one for you. You can try for '
              : 'Your order changes as soon as this is paid. We’re holding your change for '}
            <strong role="timer" className="tabular-nums">
              {formatCountdown(secondsLeft)}
            </strong>
            .
          </p>
          <OwedCard
            topUp={{ paymentIntentId, clientSecret, amount }}
            returnPath={paths.changeOrder(token)}
            firstProblem={null}
            onPaid={(payment) => onPaid(payment.paymentIntentId)}
          />
        </>
      ) : (
        <Notice tone="warning" title="Your time to pay has run out" announce="polite">
          <p>
            Your order is as it was. What you chose is still here: go back, check the price, and try
            again.
          </p>
        </Notice>
      )}
      <Button variant="quiet" size="small" className="-ml-4 justify-self-start" onClick={onBack}>
        <span aria-hidden="true">←</span> Back to your changes
      </Button>
    </Card>
  );
}

type FromBankProps = {
  onPaid: (payment: { paymentIntentId: string }) => void;
  onFailed: (message: string) => void;
};

/** The customer is back from the bank's page. */
export function FromBank({ onPaid, onFailed }: FromBankProps) {
  useReturnFromBank(onPaid, onFailed);
  return <p role="status">Checking with your bank…</p>;
}
