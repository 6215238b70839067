import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError, describeFailure } from '#web/api/api-error.ts';
import { useConfig } from '#web/api/page-data.ts';
import { trackedOrderQuery } from '#web/api/site/orders.ts';
import { PageHeading } from '#web/navigation/page-heading.tsx';
import { paths } from '#web/navigation/paths.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TrackedOrder } from './tracked-order.tsx';

export function TrackingPage() {
  const { token = '' } = useParams();
  const { data: order, error, refetch, isFetching } = useQuery(trackedOrderQuery(token));
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">Your order</PageHeading>
      {order ? (
        <TrackedOrder order={order} token={token} />
      ) : !error || isFetching ? (
        <LoadingOrder />
      ) : error instanceof ApiError && error.status < 500 && error.status !== 429 ? (
        <UnknownOrder />
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
