import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { payPageQuery } from '#areas/checkout/web/site/pay-link-queries.ts';
import { useParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { ConfirmingOrder } from './confirming-order.tsx';
import { Preparing } from './preparing.tsx';
import { useReturnFromBank } from './use-return-from-bank.ts';
import { ClosedLink } from './closed-link.tsx';
import { OpenLink } from './open-link.tsx';

type Paid = { paymentIntentId: string; clientSecret: string };

/** Where a caller pays for what we took on the phone. */
export function PayLinkPage() {
  const { token = '' } = useParams();
  return <PaymentByLink key={token} token={token} />;
}

export function PaymentByLink({ token }: { token: string }) {
  const { data: page, error, isFetching, refetch } = useQuery(payPageQuery(token));
  const [paid, setPaid] = useState<Paid | null>(null);
  const returned = useReturnFromBank(setPaid);
  const lookAgain = useCallback(() => void refetch(), [refetch]);

  if (paid) return <ConfirmingOrder {...paid} orderData={null} isOwnBasket={false} />;
  if (returned.isChecking) return <Preparing heading="Checking with your bank..." />;
  if (page) {
    return page.order ? (
      <OpenLink
        token={token}
        page={page}
        order={page.order}
        firstProblem={returned.problem}
        onPaid={setPaid}
        onOver={lookAgain}
      />
    ) : (
      <ClosedLink page={page} />
    );
  }
  if (!error || isFetching) return <Preparing heading="Opening your order..." />;
  if (error instanceof ApiError && error.status === 404) return <UnknownLink />;
  return (
    <CheckoutFrame heading="Your order" canGoBack={false}>
      <ErrorState
        title="We couldn’t load your order"
        message={`${describeFailure(error)} Nothing was charged.`}
        onRetry={lookAgain}
      />
    </CheckoutFrame>
  );
}

function UnknownLink() {
  const { phone } = useConfig().business;
  return (
    <CheckoutFrame heading="This link doesn’t work" canGoBack={false}>
      <Notice tone="warning">
        <p>
          Check that you opened all of it: long links sometimes break in two. If it is more than a
          week old, it has ended. Call us on{' '}
          <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
            {phone}
          </a>{' '}
          and we’ll help.
        </p>
      </Notice>
    </CheckoutFrame>
  );
}
