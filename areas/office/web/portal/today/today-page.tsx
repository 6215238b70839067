import { useQuery } from '@tanstack/react-query';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { DayProgress } from './day-progress.tsx';
import { NeedsAHand } from './needs-a-hand.tsx';
import { WeekCard } from './week-card.tsx';
import { todayQuery } from './today-queries.ts';

/** What needs a hand and how the day goes; the portal's frame keeps it up to date. */
export function TodayPage() {
  const { data, error, isFetching, refetch } = useQuery(todayQuery());
  if (data)
    return (
      <div className="grid gap-3 lg:gap-5">
        {error && (
          <Notice tone="warning" announce="polite" title="This may be out of date">
            <p>{describeFailure(error)}</p>
          </Notice>
        )}
        <Cards today={data} />
      </div>
    );
  if (error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load the day"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the day</span>
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

function Cards({ today }: { today: TodayReply }) {
  const [params] = useSearchParams();
  const asked = params.get('day');
  const day = asked !== null && isPlainDate(asked) && asked !== today.day.date ? asked : null;
  const { data: shown = today } = useQuery({
    ...todayQuery(day ?? undefined),
    enabled: day !== null,
  });
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-5">
      <NeedsAHand today={today} />
      <div className="grid gap-3 lg:gap-5">
        {today.week && <WeekCard week={today.week} />}
        <DayProgress day={day === null ? today.day : shown.day} today={today.day.date} />
      </div>
    </div>
  );
}
