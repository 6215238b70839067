import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { payPageQuery, OpenLink } from './open-link.tsx';
import { useParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import { ConfirmingOrder } from './confirming-order.tsx';
import { Preparing } from './card-payments.tsx';
import { useReturnFromBank } from './owed-card.tsx';
import type { PayPageReply } from '#areas/checkout/calls/phone-orders.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

type Paid = { paymentIntentId: string; clientSecret: string };

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

/** A link that can no longer be paid: what became of it, and what to do now. */
function ClosedLink({ page }: { page: PayPageReply }) {
  const { phone, timeZone } = useConfig().business;
  const call = (
    <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
      {phone}
    </a>
  );
  if (page.state === 'paid') {
    return (
      <CheckoutFrame heading="This order is paid" canGoBack={false}>
        <Notice tone="success">
          <p>
            Thank you. Order{' '}
            <strong translate="no" className="whitespace-nowrap">
              {page.orderNumber}
            </strong>{' '}
            is paid. The link to the order is in the email that confirms it. There you can follow it
            and change it.
          </p>
        </Notice>
        <Link to={paths.findOrder()} className={`${buttonClass('secondary')} justify-self-start`}>
          Send me the link again
        </Link>
      </CheckoutFrame>
    );
  }
  const isCancelled = page.state === 'cancelled';
  return (
    <CheckoutFrame
      heading={isCancelled ? 'This order was cancelled' : 'We’ve given your places back'}
      canGoBack={false}
    >
      <Notice tone="warning" announce="polite">
        <p>
          {isCancelled
            ? 'We cancelled this order, and its link no longer works.'
            : `This order was not paid by ${payUntilText(Date.parse(page.heldUntil), timeZone)}, so its places went back.`}{' '}
          Nothing was charged.
        </p>
        <p>Would you still like to order? Call us on {call}, or order here yourself.</p>
      </Notice>
      <Link to={paths.order()} className={`${buttonClass('secondary')} justify-self-start`}>
        Order online
      </Link>
    </CheckoutFrame>
  );
}
