import { useQuery } from '@tanstack/react-query';
import { auditActionText, changedByText } from '#platform/rules/audit-actions.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { changesQuery } from '#platform/web/api/audit-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ChangeList } from '#platform/web/ui/layout/change-list.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { mealChangeDetails } from './describe-meal-change.ts';

/** Who changed this meal, when and how. */
export function MealHistory({ id }: { id: number }) {
  const formatInstant = useFormatInstant();
  const { data, error, isFetching, refetch } = useQuery(changesQuery('meal', String(id)));
  return (
    <section aria-labelledby="history-heading" className="grid content-start gap-3">
      <h3 id="history-heading" className="text-lg">
        Changes
      </h3>
      {data && (
        <ChangeList
          changes={data.changes.map((change) => ({
            key: change.id,
            who: changedByText(change),
            when: formatInstant(change.at),
            what: auditActionText(change.action),
            details: mealChangeDetails(change),
          }))}
        />
      )}
      {data?.changes.length === 0 && <p className="text-ink-soft">No changes yet.</p>}
      {data && data.nextCursor !== null && (
        <p className="text-sm text-ink-soft">Older changes are not shown.</p>
      )}
      {!data && error && !isFetching && (
        <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />
      )}
      {!data && (isFetching || !error) && <Skeleton className="h-24 w-full" />}
    </section>
  );
}
