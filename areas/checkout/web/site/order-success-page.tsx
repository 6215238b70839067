import { useEffect } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { ReminderBox } from '#areas/checkout/web/reminder-box.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { clearOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { WhatComesWhen } from './what-comes-when.tsx';

export function OrderSuccessPage() {
  const [search] = useSearchParams();
  const { business, sendsMail } = useConfig();
  const orderNumber = search.get('orderNumber') ?? '';
  const placed = readPlacedOrder();
  const own = placed?.orderNumber === orderNumber ? placed : null;

  useEffect(clearOrderData, []);

  if (orderNumber === '') return <NoOrderNumber />;
  return (
    <div className="mx-auto grid max-w-2xl justify-items-center gap-5 px-4 py-14 text-center">
      <CheckIcon />
      <PageHeading className="text-4xl">Thank you for your order!</PageHeading>
      <p className="text-lg">
        Your order number is{' '}
        <strong className="whitespace-nowrap tabular-nums">{orderNumber}</strong>.
      </p>
      <p className="max-w-prose text-ink-soft">
        {sendsMail && 'We’re emailing you a confirmation. '}
        {own &&
          'Keep the link to your order page. There you can change meals, days, people and your address, or cancel, until ordering closes. '}
        If anything {own && 'else '}needs to change, call us on{' '}
        <a href={paths.phone(business.phone)} className="font-semibold whitespace-nowrap underline">
          {business.phone}
        </a>
        .
      </p>
      {own && <WhatComesWhen token={own.trackingToken} />}
      {own && <ReminderBox token={own.trackingToken} />}
      <div className="flex flex-wrap justify-center gap-3">
        {own && (
          <Link to={paths.tracking(own.trackingToken)} className={buttonClass('primary')}>
            Track your order
          </Link>
        )}
        <a href={paths.admin()} className={buttonClass('secondary')}>
          View Order Status
        </a>
        <Link to={paths.home()} className={buttonClass(own ? 'quiet' : 'primary')}>
          Return to Home
        </Link>
      </div>
    </div>
  );
}

function NoOrderNumber() {
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-14">
      <PageHeading className="text-2xl">Your order</PageHeading>
      <EmptyState
        title="No order number"
        action={
          <Link to={paths.home()} className={buttonClass('primary')}>
            Return to Home
          </Link>
        }
      >
        <p>This link has no order number. Check you copied all of it.</p>
      </EmptyState>
    </div>
  );
}

function CheckIcon() {
  return (
    <svg viewBox="0 0 80 80" className="size-20" aria-hidden="true">
      <circle cx="40" cy="40" r="40" className="fill-primary-soft" />
      <path
        d="M24 41l11 11 22-24"
        fill="none"
        className="stroke-primary"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
