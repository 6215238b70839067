import { useQuery } from '@tanstack/react-query';
import type {
  BooksCheckReply,
  PaymentsOverviewReply,
} from '#areas/payments/calls/admin-payments.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  paymentsOverviewQuery,
  sendBooksCheck,
} from '#areas/payments/web/portal/payments-overview-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { BooksSection } from './books-section.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { DisputeList } from './dispute-list.tsx';
import { FailedRefunds } from './failed-refunds.tsx';
import { OpenBalances } from './open-balances.tsx';
import { UndecidedOrders } from './undecided-orders.tsx';
import { UnmatchedEvents } from './unmatched-events.tsx';
import { usePaymentsChange } from './use-payments-change.ts';

/** Any change to an order may add or remove a decision to make. */
const LIVE = [paymentsOverviewQuery.queryKey];

/** Every payment that needs attention, and proof that the rest adds up. */
export function PaymentsTab() {
  useLiveQueries(LIVE);
  const { data: overview, error, isFetching, refetch } = useQuery(paymentsOverviewQuery);
  return (
    <section className="grid gap-6 py-5" aria-busy={!overview && isFetching}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">Payments</h2>
          {overview && <ModeBadge overview={overview} />}
        </div>
        {overview && <CheckButton />}
      </div>
      {overview && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {overview && <Overview overview={overview} />}
      {!overview && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the payments"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!overview && isFetching && <OverviewSkeleton />}
    </section>
  );
}

function Overview({ overview }: { overview: PaymentsOverviewReply }) {
  return (
    <>
      <OverviewSummary overview={overview} />
      <UndecidedOrders orders={overview.undecidedOrders} />
      <FailedRefunds refunds={overview.failedRefunds} />
      <UnmatchedEvents events={overview.unmatchedEvents} />
      <OpenBalances balances={overview.openBalances} />
      <DisputeList disputes={overview.disputes} />
      <BooksSection check={overview.lastCheck} />
    </>
  );
}

function ModeBadge({ overview: { mode, livemode } }: { overview: PaymentsOverviewReply }) {
  if (livemode) return <Badge>Stripe: real money</Badge>;
  return (
    <Badge variant="secondary">
      {mode === 'stripe' ? 'Stripe test mode: no real money' : 'Sandbox: no real money'}
    </Badge>
  );
}

function CheckButton() {
  const checking = usePaymentsChange(sendBooksCheck, {
    says: ({ ok, notCompared }: BooksCheckReply) =>
      ok
        ? {
            title: 'Books Checked',
            description: notCompared === null ? 'They match.' : `No mistakes; ${notCompared}.`,
            tone: 'success',
          }
        : { title: 'Books Checked', description: 'They don’t match.', tone: 'error' },
    toastsFailure: true,
  });
  return (
    <Button
      size="small"
      variant="secondary"
      busy={checking.isBusy}
      busyLabel="Checking…"
      onClick={() => checking.run()}
    >
      Check the books now
    </Button>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the payments</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
