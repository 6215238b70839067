import type { ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import { addDays, formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { DAILY_PREP_KEY, dailyPrepQuery } from '#areas/kitchen/web/portal/daily-prep-queries.ts';
import { PRINTOUTS_KEY } from '#areas/printouts/web/printouts-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { waitingText } from '#areas/printouts/rules/waiting-text.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { DayBar } from '#areas/delivery/web/day-bar.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Printouts } from './printouts.tsx';
import { OtherStaleDates } from './other-stale-dates.tsx';
import { PackingList } from './packing-list.tsx';
import { PREP_PARTS, type PrepPart, usePrepPart } from './prep-parts.ts';
import { BuyPart } from './buy-part.tsx';
import { CookPart } from './cook-part.tsx';
import { DeliverPart } from './deliver-part.tsx';
import { StaleHint } from './stale-hint.tsx';
import { TotalsPart } from './totals-part.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';

/** Refetched on every order change, so that staff see right away which printouts are out of date. */
const LIVE = [DAILY_PREP_KEY, PRINTOUTS_KEY];

/** Spec 2: what to cook and pack on a day. The next day with deliveries, unless the address names another. */
export function DailyPrepTab() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('date') ?? '';
  const date = isPlainDate(asked) ? asked : null;
  const { data, error, isFetching, refetch } = useQuery(dailyPrepQuery(date));
  const { part } = usePrepPart();
  useLiveQueries(LIVE);

  function go(to: PlainDate) {
    const next = new URLSearchParams(params);
    next.set('date', to);
    setParams(next, { preventScrollReset: true });
  }
  const shown = data?.date ?? date;
  // The bench asks every few seconds: nothing to point out each time.
  const isRefreshing = isFetching && (part !== 'cook' || !data);
  return (
    <div className="grid gap-5 py-5" aria-busy={isRefreshing}>
      <DayBar
        title="Daily Prep"
        date={shown}
        isRefreshing={isRefreshing}
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

const PARTS: Record<PrepPart, ComponentType<{ prep: DailyPrepReply }>> = {
  totals: TotalsPart,
  cook: CookPart,
  pack: PackingList,
  deliver: DeliverPart,
  buy: BuyPart,
  printouts: Printouts,
};

function Prep({ prep }: { prep: DailyPrepReply }) {
  const { part, open } = usePrepPart();
  const Part = PARTS[part];
  if (prep.deliveries === 0) {
    return (
      <>
        <WaitingNotice prep={prep} />
        <EmptyState title={`No deliveries on ${formatDate(prep.date)}`} />
        <Printouts prep={prep} />
      </>
    );
  }
  return (
    <>
      <WaitingNotice prep={prep} />
      <StaleHint prep={prep} />
      <Tabs label="Parts of the day" tabs={PREP_PARTS} value={part} onChange={open}>
        <Part key={prep.date} prep={prep} />
      </Tabs>
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

function WaitingNotice({ prep: { waiting } }: { prep: DailyPrepReply }) {
  if (waiting.orders === 0) return null;
  return (
    <Notice tone="warning">
      <p>
        {waitingText(waiting)}{' '}
        <Link
          to={paths.admin({ tab: 'orders', status: 'pending' })}
          className="underline underline-offset-4"
        >
          Decide
        </Link>
      </p>
    </Notice>
  );
}
