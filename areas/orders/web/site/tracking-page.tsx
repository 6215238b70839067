import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  trackedOrderQuery,
  whileToday,
  useOrderOfPage,
  receivedOrderQuery,
} from '#areas/order-book/web/site/orders-queries.ts';
import { asServerTime, serverNow } from '#platform/web/api/server-time.ts';
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
import { JUST_CHANGED } from '#areas/orders/web/site/change-history.tsx';
import {
  isOnTheMove,
  TrackedOrder,
  type TrackedOrderProps,
} from '#areas/orders/web/site/tracked-order.tsx';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import type { ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import { nowLine } from '#areas/order-book/rules/now-line.ts';
import { FoodByDelivery } from '#areas/order-book/web/site/delivery-food.tsx';
import { NowHeading } from '#areas/order-book/web/site/now-heading.tsx';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

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

/** What comes and when, for whom the food goes to when someone else pays. */
export function ReceivedPage() {
  const { token = '' } = useParams();
  const { business } = useConfig();
  const sent = useOrderOfPage<ReceivedOrderReply>();
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...receivedOrderQuery(token),
    ...sent.initial,
    refetchInterval: whileToday(business.timeZone),
  });
  const isUnknown =
    (sent.isUnknown && !data) ||
    (error instanceof ApiError && error.status < 500 && error.status !== 429);
  const today = wallTimeAt(asServerTime(dataUpdatedAt), business.timeZone).date;
  // There is news from its day on.
  const needsBrowser = !isUnknown && (!data || data.deliveries.some(({ date }) => date <= today));
  return (
    <div
      className="mx-auto grid max-w-3xl gap-4 px-4 pt-4 sm:px-6 md:pt-10"
      data-app-now={needsBrowser ? '' : undefined}
    >
      <PageHeading className="text-2xl">
        {data?.isGift ? 'A present for you' : 'Your meals'}
      </PageHeading>
      {data ? (
        <Received order={data} answeredAt={dataUpdatedAt} isFailing={error !== null} />
      ) : isUnknown ? (
        <UnknownMeals />
      ) : !error || isFetching ? (
        <div role="status" className="grid gap-5">
          <p>Looking for your meals…</p>
          <Skeleton className="h-56" />
        </div>
      ) : (
        <ErrorState
          title="We couldn’t load your meals"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

/** The same text for a mistyped link and for someone else's. */
function UnknownMeals() {
  const { phone } = useConfig().business;
  return (
    <EmptyState title="We can’t find these meals">
      <p>
        Check you opened the whole link. Or call us on{' '}
        <a href={paths.phone(phone)} className="font-semibold underline">
          {phone}
        </a>
        .
      </p>
    </EmptyState>
  );
}

type ReceivedProps = {
  order: ReceivedOrderReply;
  /** When the server said so, by this device's clock. */
  answeredAt: number;
  isFailing: boolean;
};

const TICK_MS = 10_000;

function Received({ order, answeredAt, isFailing }: ReceivedProps) {
  const { business } = useConfig();
  const isOnline = useIsOnline();
  const now = useTicking(serverNow, {
    everyMs: TICK_MS,
    since: answeredAt,
    first: asServerTime(answeredAt),
  });
  const { firstName, from, message, people, deliveries } = order;
  return (
    <>
      <p className="text-lg wrap-anywhere">
        Hello {firstName}, {from === null ? 'someone' : from} ordered meals for you from{' '}
        {business.name}.
      </p>
      {message !== '' && (
        <Card as="section" className="grid gap-2" aria-label="Message to you">
          <p className="font-serif text-lg wrap-anywhere whitespace-pre-line">{message}</p>
          {from !== null && <p className="font-semibold wrap-anywhere">{from}</p>}
        </Card>
      )}
      <NowHeading
        line={nowLine({ status: 'confirmed', payer: null, deliveries }, now, business)}
        now={now}
        answeredAt={asServerTime(answeredAt)}
        isOffline={!isOnline || isFailing}
      >
        <a
          href={paths.phone(business.phone)}
          className={`${buttonClass('secondary', 'small')} w-fit`}
        >
          Call us
        </a>
      </NowHeading>
      <FoodByDelivery deliveries={deliveries} now={now} />
      {people.length > 0 && (
        <Card className="p-4!">
          <NeedsSection
            people={people.map((person) => ({ ...person, note: '' }))}
            phone={business.phone}
          />
        </Card>
      )}
      <p>
        Is something not right, or does the time not suit you? Call us on{' '}
        <a href={paths.phone(business.phone)} className="font-semibold underline">
          {business.phone}
        </a>
        .
      </p>
    </>
  );
}
