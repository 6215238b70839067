import { useQuery } from '@tanstack/react-query';
import type { BooksCheckReply, PaymentDeskReply } from '#contract/admin-payments.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { paymentDeskQuery, sendBooksCheck } from '#web/api/portal/payments-desk.ts';
import { useLiveQueries } from '#web/api/portal/use-live-queries.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Books } from './books.tsx';
import { DeskSummary } from './desk-summary.tsx';
import { DisputeList } from './dispute-list.tsx';
import { FailedRefunds } from './failed-refunds.tsx';
import { UndecidedOrders } from './undecided-orders.tsx';
import { UnmatchedEvents } from './unmatched-events.tsx';
import { useDeskChange } from './use-desk-change.ts';

/** Any change to an order may add or remove a decision to make. */
const LIVE = [paymentDeskQuery.queryKey];

/** Every payment that needs attention, and proof that the rest adds up. */
export function PaymentsTab() {
  useLiveQueries(LIVE);
  const { data: desk, error, isFetching, refetch } = useQuery(paymentDeskQuery);
  return (
    <section className="grid gap-6 py-5" aria-busy={!desk && isFetching}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">Payments</h2>
          {desk && <ModeBadge desk={desk} />}
        </div>
        {desk && <CheckButton />}
      </div>
      {desk && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {desk && <Desk desk={desk} />}
      {!desk && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the payments"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!desk && isFetching && <DeskSkeleton />}
    </section>
  );
}

function Desk({ desk }: { desk: PaymentDeskReply }) {
  return (
    <>
      <DeskSummary desk={desk} />
      <UndecidedOrders orders={desk.undecidedOrders} />
      <FailedRefunds refunds={desk.failedRefunds} />
      <UnmatchedEvents events={desk.unmatchedEvents} />
      <DisputeList disputes={desk.disputes} />
      <Books check={desk.lastCheck} />
    </>
  );
}

function ModeBadge({ desk: { mode, livemode } }: { desk: PaymentDeskReply }) {
  if (livemode) return <Badge>Stripe: real money</Badge>;
  return (
    <Badge variant="secondary">
      {mode === 'stripe' ? 'Stripe test mode: no real money' : 'Sandbox: no real money'}
    </Badge>
  );
}

function CheckButton() {
  const checking = useDeskChange({
    send: sendBooksCheck,
    tell: ({ ok }: BooksCheckReply) =>
      ok
        ? { title: 'Books Checked', description: 'They match.', tone: 'success' }
        : { title: 'Books Checked', description: 'They don’t match.', tone: 'error' },
    failsIn: 'toast',
  });
  return (
    <Button
      size="small"
      variant="secondary"
      busy={checking.isPending}
      busyLabel="Checking…"
      onClick={() => checking.mutate(undefined)}
    >
      Check the books now
    </Button>
  );
}

function DeskSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the payments</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
