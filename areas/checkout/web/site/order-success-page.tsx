import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { AddedNeeds } from '#areas/needs/rules/unite-people.ts';
import { KeptForNextTime } from '#areas/checkout/web/kept-for-next-time.tsx';
import { useLocation, useSearchParams } from '#platform/web/navigation/address.ts';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { DeliveryLine } from '#areas/order-book/web/site/delivery-food.tsx';
import { trackedOrderFiles, trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useInstallPrompt } from '#platform/web/api/install-prompt.ts';
import { serverNow } from '#platform/web/api/server-time.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import { ShareField } from '#platform/web/ui/form/share-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { ReminderBox } from '#areas/checkout/web/order-again.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { clearOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';

export function OrderSuccessPage() {
  const [search] = useSearchParams();
  const { business, sendsMail } = useConfig();
  const orderNumber = search.get('orderNumber') ?? '';
  const placed = readPlacedOrder();
  // What was new to this device, from ConfirmingOrder.
  const { state } = useLocation() as { state: { remembered?: AddedNeeds[] } | null };
  const own = placed?.orderNumber === orderNumber ? placed : null;

  useEffect(clearOrderData, []);

  if (orderNumber === '') return <NoOrderNumber />;
  return (
    // Below the list and the buttons there is room for the toast that says the same.
    <div className="mx-auto grid max-w-2xl justify-items-center gap-5 px-4 pt-10 pb-40 text-center">
      <CheckIcon />
      <PageHeading className="text-4xl">Thank you for your order!</PageHeading>
      <p className="text-lg">
        Your order number is{' '}
        <strong translate="no" className="whitespace-nowrap tabular-nums">
          {orderNumber}
        </strong>
        .
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
      <KeptForNextTime added={state?.remembered ?? []} />
      {own && <WhatComesWhen token={own.trackingToken} />}
      {own && <ReminderBox token={own.trackingToken} />}
      <div className="flex flex-wrap justify-center gap-3">
        {own && (
          <Link to={paths.tracking(own.trackingToken)} className={buttonClass('primary')}>
            Track your order
          </Link>
        )}
        <StatusLink />
        <Link to={paths.home()} className={buttonClass(own ? 'quiet' : 'primary')}>
          Return to Home
        </Link>
      </div>
    </div>
  );
}

function WhatComesWhen({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(trackedOrderQuery(token));
  if (data) return <Summary order={data} token={token} />;
  if (error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load your deliveries"
        message={`Your order has been placed. ${describeFailure(error)}`}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" className="w-full">
      <span className="sr-only">Loading your deliveries</span>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

function Summary({ order, token }: { order: TrackedOrderReply; token: string }) {
  const { business, sendsMail } = useConfig();
  const tax = taxLine(business, order);
  return (
    <Card as="section" className="grid w-full gap-4 text-left">
      <h2 className="text-xl">What comes when</h2>
      <div className="grid gap-2">
        {order.deliveries.map((delivery) => (
          <DeliveryLine
            key={delivery.date + delivery.timeSlot}
            delivery={delivery}
            now={serverNow()}
          />
        ))}
      </div>
      {order.people.length > 0 && (
        <NeedsSection
          people={order.people}
          instructions={order.specialInstructions}
          phone={business.phone}
        />
      )}
      <dl className="grid gap-1">
        {order.recipient && (
          <Line
            name={order.recipient.isGift ? 'A present for' : 'For'}
            value={`${order.recipient.firstName} ${order.recipient.lastName}`}
          />
        )}
        <Line name="To" value={order.address} />
        <Line name="Total" value={`$${order.total}`} />
        <Line name={tax.label} value={`$${tax.amount}`} />
        {sendsMail && <Line name="Confirmation" value={order.email} />}
      </dl>
      <CopyField label="Link to your order" value={location.origin + paths.tracking(token)} />
      {order.recipient && (
        <ShareField
          label={`Link for ${order.recipient.firstName}`}
          link={order.recipient.link}
          hint="It shows what comes and when, without prices. Your own link stays with you."
        />
      )}
      <Keep token={token} />
    </Card>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="font-semibold">{name}:</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}

function Keep({ token }: { token: string }) {
  const { calendar, receipt } = trackedOrderFiles(token);
  const install = useInstallPrompt();
  return (
    <div className="flex flex-wrap gap-3">
      <a href={calendar} download className={buttonClass('secondary', 'small')}>
        Add to calendar
      </a>
      <a href={receipt} download className={buttonClass('secondary', 'small')}>
        Receipt (PDF)
      </a>
      {install && (
        <Button variant="secondary" size="small" onClick={install}>
          Add to home screen
        </Button>
      )}
    </div>
  );
}

/** Spec 2. Customers read there how to find their order. */
function StatusLink() {
  return (
    <a href={paths.admin()} className={buttonClass('secondary')}>
      View Order Status
    </a>
  );
}

function NoOrderNumber() {
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-14">
      <PageHeading className="text-2xl">Your order</PageHeading>
      <EmptyState
        title="No order number"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <StatusLink />
            <Link to={paths.home()} className={buttonClass('primary')}>
              Return to Home
            </Link>
          </div>
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
