import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type {
  BooksCheckReply,
  PaymentsOverviewReply,
} from '#areas/payments/calls/admin-payments.ts';
import {
  paymentsOverviewQuery,
  sendBooksCheck,
} from '#areas/payments/web/portal/payments-overview-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
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
  const query = useQuery(paymentsOverviewQuery);
  const overview = query.data;
  return (
    <section className="grid gap-6 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">Payments</h2>
          {overview && <ModeBadge overview={overview} />}
        </div>
        {overview && <CheckButton />}
      </div>
      <Loaded query={query} what="the payments">
        {(found) => <Overview overview={found} />}
      </Loaded>
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
