import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { auditActionText, changedByText } from '#platform/rules/audit-actions.ts';
import { changesQuery } from '#platform/web/api/audit-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ChangeList } from '#platform/web/ui/layout/change-list.tsx';
import { mealChangeDetails } from './describe-meal-change.ts';

/** Who changed this meal, when and how. */
export function MealHistory({ id }: { id: number }) {
  const formatInstant = useFormatInstant();
  return (
    <section aria-labelledby="history-heading" className="grid content-start gap-3">
      <h3 id="history-heading" className="text-lg">
        Changes
      </h3>
      <Loaded query={useQuery(changesQuery('meal', String(id)))} what="the changes">
        {({ changes, nextCursor }) => (
          <>
            <ChangeList
              changes={changes.map((change) => ({
                key: change.id,
                who: changedByText(change),
                when: formatInstant(change.at),
                what: auditActionText(change.action),
                details: mealChangeDetails(change),
              }))}
            />
            {changes.length === 0 && <p className="text-ink-soft">No changes yet.</p>}
            {nextCursor !== null && (
              <p className="text-sm text-ink-soft">Older changes are not shown.</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
