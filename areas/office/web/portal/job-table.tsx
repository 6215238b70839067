import type { JobReply } from '#areas/office/calls/system.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';

/** Scheduled jobs, whichever process runs them. */
export function JobTable({ jobs }: { jobs: readonly JobReply[] }) {
  const formatInstant = useFormatInstant();
  const failing = jobs.filter(({ isFailing }) => isFailing).length;
  if (jobs.length === 0)
    return <EmptyState title="No jobs yet">The first runs within a minute.</EmptyState>;
  return (
    <Card as="section" aria-label="Jobs" className="grid gap-3">
      <h3 className="text-lg">Jobs</h3>
      <p>
        {jobs.length} scheduled jobs, {failing === 0 ? 'none failing' : `${failing} failing`}.
      </p>
      <details>
        <summary className="cursor-pointer content-center font-semibold underline underline-offset-4 max-md:min-h-11">
          Job by job
        </summary>
        <DataTable
          caption="Scheduled jobs"
          rows={jobs}
          keyOf={({ name }) => name}
          columns={[
            { name: 'name', header: 'Job', cell: ({ name }) => formatJobName(name) },
            {
              name: 'last',
              header: 'Last started',
              cell: ({ lastRanAt }) => (lastRanAt === null ? 'not yet' : formatInstant(lastRanAt)),
            },
            {
              name: 'state',
              header: 'Status',
              cell: ({ isFailing }) => (
                <Badge variant={isFailing ? 'destructive' : 'outline'}>
                  {isFailing ? 'Failed' : 'OK'}
                </Badge>
              ),
            },
          ]}
        />
      </details>
    </Card>
  );
}

/** `check_books` -> "Check books" */
function formatJobName(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
