import { useQuery } from '@tanstack/react-query';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { todayQuery } from '#areas/office/web/portal/today-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { OpenIncidents } from '#areas/delivery/web/open-incidents.tsx';
import { countDeliveries } from './describe-today.ts';
import { TodayListCard } from './today-list-card.tsx';
import { WindowProgress } from './window-progress.tsx';

const LIVE = [todayQuery.queryKey];

/** How today goes, for whoever may see deliveries. */
export function TodaySection() {
  return useMayDo('seeDeliveries') ? <Day /> : null;
}

function Day() {
  useLiveQueries(LIVE);
  const { data, error, isFetching, refetch } = useQuery(todayQuery);
  return (
    <section
      aria-labelledby="today"
      aria-busy={!data && isFetching}
      className="grid gap-5 border-t border-line pt-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="today" className="text-2xl">
          Today
        </h2>
        {data && <p className="text-ink-soft">{formatDate(data.date)}</p>}
      </div>
      {data && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      <OpenIncidents date={data?.date} />
      {data && <DayFound day={data} />}
      {!data && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the day"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && (isFetching || !error) && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading the day</span>
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  );
}

function DayFound({ day }: { day: TodayReply }) {
  const { date, windows, lists } = day;
  return (
    <>
      {windows.length > 0 && (
        <ul className="grid gap-3">
          {windows.map((window) => (
            <WindowProgress key={window.timeSlot} window={window} date={date} />
          ))}
        </ul>
      )}
      {lists.length === 0 ? (
        <p>Nothing needs a hand right now. {countDeliveries(day)}</p>
      ) : (
        <ul className="grid gap-3" aria-label="Needs a hand">
          {lists.map((list) => (
            <TodayListCard key={list.kind} list={list} today={date} />
          ))}
        </ul>
      )}
    </>
  );
}
