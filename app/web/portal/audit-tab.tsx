import { useInfiniteQuery } from '@tanstack/react-query';
import { ListPage } from '#platform/web/portal/list-page.tsx';
import { fetchAudit, type TrailFilters, trailQuery } from '#platform/web/api/audit-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';

/** Who changed what and when, of all that one's role may see. The filters are in the address, so that they can be sent. */
export function AuditTab() {
  const mayDownload = useMayDo('manageSystem');
  const [params, setParams] = useSearchParams();
  const filters: TrailFilters = {
    who: params.get('who') ?? '',
    what: params.get('what') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  function change(to: Partial<TrailFilters>) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ ...filters, ...to })) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  }
  return (
    <ListPage
      title="Audit trail"
      what="the audit trail"
      actions={
        mayDownload && (
          <ConfirmedDownload fetchFile={() => fetchAudit(filters)} done="Audit Trail Downloaded">
            Download CSV
          </ConfirmedDownload>
        )
      }
      filters={
        <>
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
        </>
      }
      list={useInfiniteQuery(trailQuery(filters))}
      rowsOf={({ changes }) => changes}
      empty={
        <EmptyState title={isFiltered ? 'No changes match these filters' : 'No changes yet'} />
      }
      more="changes"
    >
      {(entries) => (
        <ol aria-label="Changes, newest first" className="border-t border-line">
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}
