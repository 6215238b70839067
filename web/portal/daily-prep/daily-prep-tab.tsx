import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { addDays, formatDate, isPlainDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { DAILY_PREP_KEY, dailyPrepQuery } from '#web/api/portal/daily-prep.ts';
import { PRINTOUTS_KEY } from '#web/api/portal/printouts.ts';
import { useLiveQueries } from '#web/api/portal/use-live-queries.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Printouts } from './printouts.tsx';
import { MealTotals } from './meal-totals.tsx';
import { OtherStaleDates } from './other-stale-dates.tsx';
import { PackingList } from './packing-list.tsx';
import { PrepBar } from './prep-bar.tsx';
import { SpecialOrders } from './special-orders.tsx';
import { StatList } from '#web/ui/layout/stat-list.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Refetched on every order change, so that staff see right away which printouts are out of date. */
const LIVE = [DAILY_PREP_KEY, PRINTOUTS_KEY];

/** Spec 2: what to cook and pack on a day. The next day with deliveries, unless the address names another. */
export function DailyPrepTab() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('date') ?? '';
  const date = isPlainDate(asked) ? asked : null;
  const { data, error, isFetching, refetch } = useQuery(dailyPrepQuery(date));
  useLiveQueries(LIVE);

  function go(to: PlainDate) {
    const next = new URLSearchParams(params);
    next.set('date', to);
    setParams(next, { preventScrollReset: true });
  }
  const shown = data?.date ?? date;
  return (
    <div className="grid gap-5 py-5" aria-busy={isFetching}>
      <PrepBar
        date={shown}
        isRefreshing={isFetching}
        onChoose={go}
        onStep={(days) => shown !== null && go(addDays(shown, days))}
        onRefresh={() => void refetch()}
      />
      <OtherStaleDates shown={shown} />
      {data && <Prep prep={data} />}
      {!data && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the day"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && (isFetching || !error) && <PrepSkeleton />}
    </div>
  );
}

function Prep({ prep }: { prep: DailyPrepReply }) {
  if (prep.deliveries === 0) {
    return (
      <>
        <EmptyState title={`No deliveries on ${formatDate(prep.date)}`} />
        <Printouts prep={prep} />
      </>
    );
  }
  return (
    <>
      <PrepStats prep={prep} />
      <Printouts prep={prep} />
      <SpecialOrders prep={prep} />
      <MealTotals prep={prep} />
      <PackingList prep={prep} />
    </>
  );
}

function PrepSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the day</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}

function PrepStats({ prep }: { prep: DailyPrepReply }) {
  const { deliveries, meals, lunch, dinner, warm, cold, pendingDeliveries } = prep;
  const waits =
    pendingDeliveries === 1
      ? '1 of these deliveries is for an order that still needs a decision.'
      : `${pendingDeliveries} of these deliveries are for orders that still need a decision.`;
  return (
    <>
      <StatList
        stats={[
          { label: 'Deliveries', value: deliveries },
          { label: 'Meals', value: meals },
          { label: 'Lunch and dinner', value: `${lunch} + ${dinner}` },
          { label: 'Warm and cold', value: `${warm} + ${cold}` },
        ]}
      />
      {pendingDeliveries > 0 && <Notice tone="warning">{waits}</Notice>}
    </>
  );
}
