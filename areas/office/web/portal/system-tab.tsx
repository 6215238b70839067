import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type SystemReply,
  type DueWorkReply,
  type FindingReply,
  type JobReply,
  checkSystem,
  exportAll,
} from '#areas/office/calls/system-page.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { WORK_KIND_LABELS } from '#platform/rules/due-work.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { goingLiveQuery, systemQuery } from './office-queries.ts';
import { BackupsCard } from './backups-card.tsx';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { ReactNode } from 'react';
import { saveFile } from '#platform/web/api/save-file.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';

/** The state of the installation. What needs someone is on Today. */
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
      <GoingLiveLink />
      <SystemFacts system={system} />
      <BackupsCard backup={system.backup} />
      <ExportCard />
      <HealthChecks />
      <DueWorkTable work={system.dueWork} />
      <JobTable jobs={system.jobs} />
    </>
  );
}

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

/** Only while something of it is open. */
function GoingLiveLink() {
  const { data } = useQuery({ ...goingLiveQuery, refetchInterval: false });
  const open = data?.steps.filter(({ state }) => state === 'open').length ?? 0;
  if (open === 0) return null;
  return (
    <Link
      to={paths.admin({ tab: 'first-hour' })}
      className="inline-flex min-h-11 items-center justify-self-start font-semibold underline"
    >
      Going live: {open} {open === 1 ? 'step is' : 'steps are'} open
    </Link>
  );
}

const STATES: Record<FindingReply['state'], { label: string; variant: BadgeVariant }> = {
  ok: { label: 'OK', variant: 'outline' },
  warning: { label: 'Warning', variant: 'secondary' },
  failure: { label: 'Failed', variant: 'destructive' },
};

/** Runs all health checks now, instead of showing what the last jobs found. */
function HealthChecks() {
  const check = useChange(sendSystemCheck);
  return (
    <Card as="section" aria-label="Health checks" className="grid gap-3">
      <h3 className="text-lg">Health checks</h3>
      <p>
        Checks database, card provider and books, like <code>npm run doctor</code> on the host.
      </p>
      <ChangeButton
        change={check}
        variant="secondary"
        className="justify-self-start"
        busyLabel="Checking…"
      >
        Run all checks
      </ChangeButton>
      <div role="status">
        {check.result && <Findings findings={check.result} />}
        <FailureNotice failure={check.failure} title="We couldn’t run the checks" />
      </div>
    </Card>
  );
}

function Findings({ findings }: { findings: readonly FindingReply[] }) {
  return (
    <ul className="grid gap-2">
      {findings.map(({ about, state, says }) => (
        <li key={`${about} ${says}`} className="flex flex-wrap items-baseline gap-x-3">
          <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
          <span className="font-semibold">{about}</span>
          <span className="break-words text-ink-soft">{says}</span>
        </li>
      ))}
    </ul>
  );
}

function JobTable({ jobs }: { jobs: readonly JobReply[] }) {
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

function SystemFacts({ system }: { system: SystemReply }) {
  const formatInstant = useFormatInstant();
  const { version, node, startedAt, database, mail, payments, lastCheck, unpaidHolds, disks } =
    system;
  const { applied, known, isCurrent } = database.migrations;
  return (
    <Card as="section" aria-label="Versions and set-up">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Version">
          {version} on Node {node.replace('v', '')}
        </Fact>
        <Fact name="Up since">{formatInstant(startedAt)}</Fact>
        <Fact name="Database">
          PostgreSQL {database.version.split(' ')[0]}, {megabytes(database.bytes)}
        </Fact>
        <Fact name="Migrations">
          {isCurrent ? `all ${known} applied` : `${applied} applied, ${known} known`}
        </Fact>
        {disks.map(({ folder, freeBytes, totalBytes }) => (
          <Fact key={folder} name="Disk">
            {gigabytes(freeBytes)} of {gigabytes(totalBytes)} free at {folder}
          </Fact>
        ))}
        <Fact name="Payments">{paymentText(payments)}</Fact>
        <Fact name="Emails">
          {mail.mode === 'smtp' ? 'sent' : 'saved in the data folder'}; {mail.waiting} waiting,{' '}
          {mail.failed} failed
        </Fact>
        <Fact name="Places held without payment">{unpaidHolds.places} now</Fact>
        <Fact name="Last nightly check of the books">
          {lastCheck
            ? `${formatInstant(lastCheck.at)}: ${lastCheck.ok ? 'balanced' : 'not balanced'}`
            : 'none yet'}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}

function paymentText({ mode, livemode }: SystemReply['payments']): string {
  if (mode === 'none') return 'no cards are taken';
  if (mode === 'sandbox') return 'built-in sandbox: no real money';
  return livemode ? 'Stripe' : 'Stripe with test keys: no real money';
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** For other programs; a backup is what restores an installation. */
function ExportCard() {
  return (
    <Card as="section" aria-label="Export" className="grid gap-3">
      <h3 className="text-lg">Export</h3>
      <p>
        Everything as CSV and JSON in one zip file, for spreadsheets and other programs. It contains
        customers’ names and addresses: store it securely.
      </p>
      <ExportButton />
    </Card>
  );
}

function ExportButton() {
  const download = useChange(fetchExport, {
    onDone: saveFile,
    says: ({ name }) => ({ title: 'Export Downloaded', description: name }),
    toastsFailure: true,
  });
  return (
    <ChangeButton
      change={download}
      variant="secondary"
      className="justify-self-start"
      busyLabel="Collecting…"
    >
      Export everything
    </ChangeButton>
  );
}

async function sendSystemCheck(): Promise<FindingReply[]> {
  return (await call(checkSystem, {})).findings;
}

function fetchExport(): Promise<CalledFile> {
  return callForFile(exportAll, {});
}
