import { useQuery } from '@tanstack/react-query';
import type { SystemReply } from '#contract/system.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { systemQuery } from '#web/api/portal/system.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AlarmList } from './alarm-list.tsx';
import { HealthChecks } from './health-checks.tsx';
import { DueWorkTable } from './due-work-table.tsx';
import { JobTable } from './job-table.tsx';
import { BackupsAndExport } from './backups-and-export.tsx';
import { SystemFacts } from './system-facts.tsx';

/** The state of the installation, and what needs attention. */
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
      <AlarmList alarms={system.alarms} />
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
