import { useQuery } from '@tanstack/react-query';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { HeldNotice } from '#areas/order-book/web/site/held-notice.tsx';
import { trackedOrderFiles, trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { useInstallPrompt } from '#platform/web/api/install-prompt.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { ShareField } from '#platform/web/ui/form/share-field.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** The order that was just placed: its deliveries, what it cost, and what to keep of it. */
export function WhatComesWhen({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(trackedOrderQuery(token));
  if (data) return <Summary order={data} token={token} />;
  if (error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load your deliveries"
        message={`Your order is placed all the same. ${describeFailure(error)}`}
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
  const { sendsMail } = useConfig();
  return (
    <Card as="section" className="grid w-full gap-4 text-left">
      <h2 className="text-xl">What comes when</h2>
      <ul className="grid gap-2">
        {order.deliveries.map(({ date, timeSlot, items }) => (
          <li key={date + timeSlot} className="flex flex-wrap justify-between gap-x-4">
            <strong>
              {formatDate(date)}, {windowLabel(timeSlot)}
            </strong>
            <span className="text-ink-soft">
              {items.length === 1 ? '1 meal' : `${items.length} meals`}
            </span>
            {[...new Set(items.flatMap(({ onHold }) => onHold ?? []))].map((text) => (
              <div key={text} className="w-full">
                <HeldNotice text={text} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      <dl className="grid gap-1">
        {order.recipient && (
          <Line
            name={order.recipient.isGift ? 'A present for' : 'For'}
            value={`${order.recipient.firstName} ${order.recipient.lastName}`}
          />
        )}
        <Line name="To" value={order.address} />
        <Line name="Total" value={`$${order.total}`} />
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
