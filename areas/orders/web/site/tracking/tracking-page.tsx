import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { trackedOrderQuery, whileToday } from '#areas/order-book/web/site/orders-queries.ts';
import { useOrderOfPage } from '#areas/order-book/web/site/order-of-page.ts';
import { asServerTime } from '#platform/web/api/server-time.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useParams } from '#platform/web/navigation/address.ts';
import { useIsOnline, useWhenBackOnline } from '#platform/web/navigation/use-is-online.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  purgeOldTrackedOrders,
  purgeTrackedOrder,
  readTrackedOrder,
  saveTrackedOrder,
} from '#areas/order-book/web/site/kept-tracked-orders.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { JUST_CHANGED } from './change-history.tsx';
import { isOnTheMove, TrackedOrder, type TrackedOrderProps } from './tracked-order.tsx';

export function TrackingPage({ PayOwed }: Pick<TrackedOrderProps, 'PayOwed'>) {
  const { token = '' } = useParams();
  const { timeZone } = useConfig().business;
  const sent = useOrderOfPage<TrackedOrderReply>();
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...trackedOrderQuery(token),
    ...sent.initial,
    refetchInterval: whileToday(timeZone),
  });
  const isOnline = useIsOnline();
  const isUnknown =
    (sent.isUnknown && !data) ||
    (error instanceof ApiError && error.status < 500 && error.status !== 429);
  const kept = useKeptOrder(token, { data, dataUpdatedAt, isUnknown });
  useWhenBackOnline(() => void refetch());
  // From then on what was kept stays on the screen while it is asked again: a timer may be running.
  const [hasFailed, setFailed] = useState(false);
  if (error && !hasFailed) setFailed(true);
  const order = data ?? (isUnknown || !hasFailed ? undefined : kept?.order);
  const { date } = wallTimeAt(asServerTime(dataUpdatedAt), timeZone);
  const needsBrowser = order ? isOnTheMove(order, date) : !isUnknown;
  const isOld = !isOnline || !data || Boolean(error && !(error instanceof ApiError));
  return (
    <div
      className="mx-auto grid max-w-3xl gap-4 px-4 pt-4 sm:px-6 md:pt-10"
      data-app-now={needsBrowser ? '' : JUST_CHANGED}
    >
      <PageHeading className="text-base text-ink-soft">Your order</PageHeading>
      {order ? (
        <TrackedOrder
          order={order}
          token={token}
          answeredAt={kept ? Date.parse(kept.at) : dataUpdatedAt}
          isOffline={isOld}
          PayOwed={PayOwed}
        />
      ) : isUnknown ? (
        <UnknownOrder />
      ) : !error || isFetching ? (
        <LoadingOrder />
      ) : (
        <ErrorState
          title="We couldn’t load your order"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

type Answer = { data: TrackedOrderReply | undefined; dataUpdatedAt: number; isUnknown: boolean };

/** What was known last, in this page or from an earlier visit. */
function useKeptOrder(token: string, { data, dataUpdatedAt, isUnknown }: Answer) {
  const [before] = useState(() => readTrackedOrder(token));
  const known = useMemo(
    () => data && { token, order: data, at: new Date(dataUpdatedAt).toISOString() },
    [token, data, dataUpdatedAt],
  );
  useEffect(() => {
    if (known) saveTrackedOrder(known);
    else if (isUnknown) purgeTrackedOrder(token);
    purgeOldTrackedOrders(Date.now());
  }, [known, isUnknown, token]);
  return known ?? before;
}

function LoadingOrder() {
  return (
    <div className="grid gap-5">
      <p role="status">Looking for your order…</p>
      <Skeleton className="h-28" />
      <Skeleton className="h-12" />
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
    </div>
  );
}

/** The same text for a mistyped link and for someone else's. */
function UnknownOrder() {
  const { business } = useConfig();
  return (
    <EmptyState title="We can’t find this order">
      <p>
        Open the whole link in your confirmation email again. If that doesn’t help, call us on{' '}
        <a href={paths.phone(business.phone)} className="font-semibold underline">
          {business.phone}
        </a>
        .
      </p>
    </EmptyState>
  );
}
