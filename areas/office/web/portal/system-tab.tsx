import { useQuery } from '@tanstack/react-query';
import type { SystemReply, DueWorkReply } from '#areas/office/calls/system.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { systemQuery } from '#areas/office/web/portal/system-queries.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { BeforeGoingLive } from './before-going-live.tsx';
import { HealthChecks } from './health-checks.tsx';
import { JobTable } from './job-table.tsx';
import { BackupsAndExport } from './backups-and-export.tsx';
import { SystemFacts } from './system-facts.tsx';
import { WORK_KIND_LABELS } from '#platform/rules/due-work.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';

/** The state of the installation. What needs somebody is on Today. */
export function SystemTab() {
  const { data, error, isFetching, refetch } = useQuery(systemQuery);
  return (
    <section className="grid gap-6 py-5" aria-busy={!data && isFetching}>
      <h2 className="text-xl">System</h2>
      {data && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {data && <System system={data} />}
      {!data && isFetching && <SystemSkeleton />}
      {!data && !isFetching && error && (
        <ErrorState
          title="We couldn’t load the system status"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

function System({ system }: { system: SystemReply }) {
  return (
    <>
      <BeforeGoingLive />
      <SystemFacts system={system} />
      <BackupsAndExport backup={system.backup} />
      <HealthChecks />
      <DueWorkTable work={system.dueWork} />
      <JobTable jobs={system.jobs} />
    </>
  );
}

function SystemSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the system status</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

/** What is tried until it is done, and how far behind it is. */
function DueWorkTable({ work }: { work: readonly DueWorkReply[] }) {
  const formatInstant = useFormatInstant();
  return (
    <Card as="section" aria-label="Due work" className="grid gap-3">
      <h3 className="text-lg">Due work</h3>
      <p>We retry this work automatically until it is done or given up.</p>
      <DataTable
        caption="Due work"
        rows={work}
        keyOf={({ kind }) => kind}
        columns={[
          { name: 'kind', header: 'Work', cell: ({ kind }) => WORK_KIND_LABELS[kind] },
          { name: 'due', header: 'Due', align: 'end', cell: ({ due }) => due },
          { name: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => waiting },
          { name: 'givenUp', header: 'Given up', align: 'end', cell: ({ givenUp }) => givenUp },
          {
            name: 'oldest',
            header: 'Oldest',
            cell: ({ oldestSince }) => (oldestSince === null ? 'None' : formatInstant(oldestSince)),
          },
        ]}
      />
    </Card>
  );
}
