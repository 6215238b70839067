import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { amountInDollars } from '#platform/rules/money.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { startTopUp } from '#areas/order-book/calls/orders.ts';
import { trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { useLocation } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { OwedCard, PaymentProblem, type TopUpPayment, useReturnFromBank } from './owed-card.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { placedOrderQuery } from '#areas/checkout/web/site/checkout-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type PayOwedProps = { owed: string; token: string };

export function PayOwed({ owed, token }: PayOwedProps) {
  const [paid, setPaid] = useState<TopUpPayment | null>(null);
  const returned = useReturnFromBank(setPaid);
  return (
    <Card
      as="section"
      id="pay"
      aria-label="Still to pay"
      padding="large"
      className="grid gap-4 border-warning!"
    >
      {paid ? (
        <OwedPaymentMade payment={paid} token={token} />
      ) : (
        <>
          <h2 className="text-2xl">{amountInDollars(owed)} to pay</h2>
          <p>Your order has changed since you paid for it, and costs more now.</p>
          {returned.isChecking ? (
            <p role="status">Checking with your bank…</p>
          ) : (
            <CardPart owed={owed} token={token} firstProblem={returned.problem} onPaid={setPaid} />
          )}
        </>
      )}
    </Card>
  );
}

type CardPartProps = PayOwedProps & {
  firstProblem: string | null;
  onPaid: (payment: TopUpPayment) => void;
};

function CardPart({ owed, token, firstProblem, onPaid }: CardPartProps) {
  const client = useQueryClient();
  const { hash } = useLocation();
  const opening = useMutation({
    mutationFn: () => call(startTopUp, { params: { token } }),
    // Most likely it is paid by now, or costs something else: the page says what.
    onError: (error) => {
      if (error instanceof ApiError)
        void client.invalidateQueries({ queryKey: trackedOrderQuery(token).queryKey });
    },
  });
  const { mutate } = opening;
  // The link in the email leads straight to the card form.
  const isAsked = hash === '#pay';
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAsked || wasAsked.current) return;
    wasAsked.current = true;
    mutate();
  }, [isAsked, mutate]);

  const topUp = opening.data;
  if (topUp && topUp.amount === owed)
    return (
      <OwedCard
        topUp={topUp}
        returnPath={paths.tracking(token)}
        firstProblem={firstProblem}
        onPaid={onPaid}
      />
    );
  return (
    <>
      {firstProblem !== null && <PaymentProblem problem={firstProblem} />}
      {opening.error && (
        <Notice tone="error" announce="now" title="We couldn’t open the payment">
          <p>{describeFailure(opening.error)} Nothing was charged.</p>
        </Notice>
      )}
      <Button
        size="large"
        className="justify-self-start"
        busy={opening.isPending}
        busyLabel="Opening…"
        onClick={() => mutate()}
      >
        Pay {amountInDollars(owed)}
      </Button>
    </>
  );
}

/** The money has arrived; only our books must still say so. */
function OwedPaymentMade({ payment, token }: { payment: TopUpPayment; token: string }) {
  const { business } = useConfig();
  const client = useQueryClient();
  const { showToast } = useToast();
  const { data, error, isFetching, refetch } = useQuery(
    placedOrderQuery({ ...payment, orderData: null }),
  );
  useEffect(() => {
    if (!data) return;
    showToast({
      title: 'Payment received',
      description: 'Nothing is left to pay.',
      tone: 'success',
    });
    void client.invalidateQueries({ queryKey: trackedOrderQuery(token).queryKey });
  }, [data, client, token, showToast]);
  if (error && !isFetching)
    return (
      <Notice tone="error" title="Payment received, order not updated yet" announce="now">
        <p>
          Do not pay again. If this does not clear up, call us on {business.phone} and quote{' '}
          {payment.paymentIntentId}.
        </p>
        <Button variant="secondary" onClick={() => void refetch()}>
          Check again
        </Button>
      </Notice>
    );
  return <p role="status">Payment received, updating your order. Do not pay again.</p>;
}
