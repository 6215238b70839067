import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { aftercareQuery } from '#areas/customers/web/site/aftercare-queries.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { OwnProblems } from './own-problems.tsx';
import { RateMeals } from './rate-meals.tsx';
import { ReportProblem } from './report-problem.tsx';

export function AftercarePanel({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(aftercareQuery(token));
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load ratings and problems"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading ratings and problems</span>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  const hasRatings = data.meals.some(({ isAsked, stars }) => isAsked || stars !== null);
  return (
    <>
      <OwnProblems problems={data.problems} />
      {hasRatings && <RateMeals meals={data.meals} token={token} />}
      {data.items.length > 0 && <ReportProblem items={data.items} token={token} />}
    </>
  );
}
