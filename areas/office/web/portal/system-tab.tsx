import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { SystemReply, AlarmReply, DueWorkReply } from '#areas/office/calls/system.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { systemQuery } from '#areas/office/web/portal/system-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { BeforeGoingLive } from './before-going-live.tsx';
import { HealthChecks } from './health-checks.tsx';
import { JobTable } from './job-table.tsx';
import { BackupsAndExport } from './backups-and-export.tsx';
import { SystemFacts } from './system-facts.tsx';
import { WORK_KIND_LABELS } from '#platform/rules/due-work.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';

/** The state of the installation, and what needs attention. */
export function SystemTab() {
  return (
    <section className="grid gap-6 py-5">
      <h2 className="text-xl">System</h2>
      <Loaded query={useQuery(systemQuery)} what="the system status">
        {(system) => <System system={system} />}
      </Loaded>
    </section>
  );
}

function System({ system }: { system: SystemReply }) {
  return (
    <>
      <AlarmList alarms={system.alarms} />
      <BeforeGoingLive />
      <SystemFacts system={system} />
      <BackupsAndExport backup={system.backup} />
      <HealthChecks />
      <DueWorkTable work={system.dueWork} />
      <JobTable jobs={system.jobs} />
    </>
  );
}

/** What needs a person's attention, and how to fix it. */
function AlarmList({ alarms }: { alarms: readonly AlarmReply[] }) {
  return (
    <div role="status" className="grid gap-3">
      {alarms.length === 0 && (
        <Notice tone="success" title="All is well">
          <p>Nothing needs attention.</p>
        </Notice>
      )}
      {alarms.map(({ id, title, detail, whatToDo }) => (
        <Notice key={id} tone="warning" title={title}>
          <p>{detail}</p>
          <p>
            <span className="font-semibold">What to do: </span>
            {whatToDo}
          </p>
          <Link
            to={paths.admin({ tab: 'help', page: 'alarms', section: id })}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            Steps in the handbook
          </Link>
        </Notice>
      ))}
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
