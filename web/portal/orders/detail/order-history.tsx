import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#web/api/api-error.ts';
import { changedFields, changesQuery } from '#web/api/portal/audit.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { ChangeList } from '#web/ui/layout/change-list.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { formatAction, describeChanges } from '../edit/describe-change.ts';
import { OrderPanel } from './order-panel.tsx';

/** Who changed this order, when and how. */
export function OrderHistory({ id }: { id: number }) {
  const formatInstant = useFormatInstant();
  const { data, error, isFetching, refetch } = useQuery(changesQuery('order', String(id)));
  return (
    <OrderPanel title="Changes">
      {data && (
        <ChangeList
          changes={data.changes.map((change) => ({
            key: change.id,
            who:
              change.staffEmail ??
              (change.action.startsWith('order.customer_') ? 'the customer' : 'the system'),
            when: formatInstant(change.at),
            what: formatAction(change.action),
            details: describeChanges(changedFields(change)),
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
    </OrderPanel>
  );
}
