import { amountInDollars } from '#platform/rules/money.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { usePaymentResult } from './use-payment-result.ts';
import { useCardPayments } from './use-card-payments.ts';

type PayByCardProps = {
  checkout: Pick<CheckoutReply, 'clientSecret' | 'paymentIntentId' | 'quote'>;
  /** Where the bank's page leads back to. */
  returnPath: string;
  result: Pick<ReturnType<typeof usePaymentResult>, 'take' | 'lookAgain'>;
  onBusy: (isPaying: boolean) => void;
};

/** The card form of a checkout. */
export function PayByCard({ checkout, returnPath, result, onBusy }: PayByCardProps) {
  const { payments } = useConfig();
  const { cardPayments, failed, retry } = useCardPayments(payments);
  return (
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
          returnUrl={new URL(returnPath, location.origin).href}
          payLabel={`Pay ${amountInDollars(checkout.quote.total)}`}
          onBusy={onBusy}
          onResult={result.take}
          onBroken={() => void result.lookAgain(cardPayments)}
        />
      ) : (
        <p role="status">Loading the card form…</p>
      )}
      {isTestPayments(payments) && (
        <p className="text-sm text-ink-soft">
          Test payments: use 4242 4242 4242 4242 with any future date and any CVC. No real card is
          charged.
        </p>
      )}
    </Card>
  );
}
