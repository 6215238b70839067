import { useInfiniteQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fetchAudit, type TrailFilters, trailQuery } from '#platform/web/api/audit-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';

const FILTERS = ['who', 'what', 'from', 'to'] as const;

/** Who changed what and when, of all that one's role may see. The filters are in the address, so that they can be sent. */
export function AuditTab() {
  const [params, setParams] = useSearchParams();
  const mayDownload = useMayDo('manageSystem');
  const filters: TrailFilters = {
    who: params.get('who') ?? '',
    what: params.get('what') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  };

  function change(to: Partial<TrailFilters>) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of FILTERS) {
          const value = to[name] ?? before.get(name) ?? '';
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  }
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  return (
    <section className="grid gap-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Audit trail</h2>
        {mayDownload && (
          <ConfirmedDownload fetchFile={() => fetchAudit(filters)} done="Audit Trail Downloaded">
            Download CSV
          </ConfirmedDownload>
        )}
      </div>
      <AuditFilters filters={filters} onChange={change} />
      {isFiltered && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => change({ who: '', what: '', from: '', to: '' })}
        >
          Clear filters
        </Button>
      )}
      <Trail filters={filters} isFiltered={isFiltered} />
    </section>
  );
}

function Trail({ filters, isFiltered }: { filters: TrailFilters; isFiltered: boolean }) {
  const list = useInfiniteQuery(trailQuery(filters));
  const entries = list.data?.pages.flatMap(({ changes }) => changes);
  if (!entries && list.error && !list.isFetching) {
    return (
      <ErrorState
        title="We couldn’t load the audit trail"
        message={describeFailure(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!entries) return <TrailSkeleton />;
  if (entries.length === 0) {
    return <EmptyState title={isFiltered ? 'No changes match these filters' : 'No changes yet'} />;
  }
  return (
    <>
      <ol aria-label="Changes, newest first" className="border-t border-line">
        {entries.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={list.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void list.fetchNextPage()}
        >
          Show older changes
        </Button>
      )}
    </>
  );
}

function TrailSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the audit trail</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  );
}
