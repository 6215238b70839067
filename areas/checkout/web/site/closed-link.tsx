import type { PayPageReply } from '#areas/checkout/calls/phone-orders.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

/** A link that can no longer be paid: what became of it, and what to do now. */
export function ClosedLink({ page }: { page: PayPageReply }) {
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
