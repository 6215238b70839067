import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  type ProblemFilter,
  problemsQuery,
} from '#areas/customers/web/portal/aftercare-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { ProblemCard } from './problem-card.tsx';

type ProblemListProps = {
  filter: ProblemFilter;
  /** Null: nothing is shown when there are none. */
  emptyTitle: string | null;
};

export function ProblemList({ filter, emptyTitle }: ProblemListProps) {
  const { data, error, isFetching, refetch } = useQuery(problemsQuery(filter));
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load the problems"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading the problems</span>
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <>
      {error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {data.problems.length === 0 && emptyTitle !== null && (
        <EmptyState title={emptyTitle}>
          Customers report problems on their order’s page, from the delivery on.
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {data.problems.map((problem) => (
          <ProblemCard key={problem.id} problem={problem} />
        ))}
      </ul>
    </>
  );
}
