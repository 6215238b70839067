import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { closingName, incidentProgress, incidentStatus } from '#areas/order-book/rules/incident.ts';
import { windowName } from '#areas/order-book/rules/spread-deliveries.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import {
  incidentDownloadPath,
  incidentQuery,
  INCIDENTS_KEY,
} from '#areas/delivery/web/portal/incidents-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { FailedRows } from './failed-rows.tsx';
import { IncidentRowName } from './incident-row-name.tsx';

type IncidentResultProps = { id: number; withTitle?: boolean };

/** How far it has come, what became of each delivery, and what failed. */
export function IncidentResult({ id, withTitle = false }: IncidentResultProps) {
  const client = useQueryClient();
  const query = useQuery(incidentQuery(id));
  const waiting = query.data?.counts.waiting ?? 0;
  useEffect(() => {
    // Elsewhere they are where they went.
    void client.invalidateQueries({ queryKey: DELIVERIES_KEY });
    void client.invalidateQueries({ queryKey: [...INCIDENTS_KEY, 'open'] });
  }, [client, waiting]);
  return (
    <Loaded query={query} what="this closed window" kind="detail">
      {(incident) => <Result incident={incident} withTitle={withTitle} />}
    </Loaded>
  );
}

function Result({ incident: data, withTitle }: { incident: IncidentReply; withTitle: boolean }) {
  const { counts } = data;
  const status = incidentStatus(counts, data.isSettled);
  const failed = data.rows.filter((row) => row.state === 'failed');
  return (
    <>
      {withTitle && <h2 className="text-xl">{closingName(data)} is closed</h2>}
      <section className="grid gap-2" aria-label="Progress">
        <ProgressBar
          label="Deliveries done"
          value={counts.done}
          max={Math.max(1, counts.waiting + counts.done + counts.failed)}
        />
        <p role="status" className="font-semibold">
          {status === 'running' ? 'Working: ' : ''}
          {incidentProgress(counts)}
          {counts.left > 0 && `, ${counts.left} left as they are`}
        </p>
        <p className="text-sm text-ink-soft">
          By {data.by}
          {data.cause !== '' && `, because of ${data.cause}`}.
          {status === 'running' && ' You can leave this page: it will continue.'}
          {data.note !== null && ` Settled: ${data.note}`}
        </p>
      </section>
      {status === 'stuck' && <FailedRows key={failed.length} incident={data} rows={failed} />}
      <ResultRows
        rows={status === 'stuck' ? data.rows.filter((row) => row.state !== 'failed') : data.rows}
      />
      <div className="flex flex-wrap gap-2">
        <a
          href={incidentDownloadPath(data.id)}
          download
          className={buttonClass('secondary', 'small')}
        >
          Download as CSV
        </a>
        <Link
          to={paths.admin({ tab: 'deliveries', date: data.date })}
          className={buttonClass('quiet', 'small')}
        >
          The day’s deliveries
        </Link>
      </div>
    </>
  );
}

type Row = IncidentReply['rows'][number];

const RESULTS: Record<Row['state'], string> = {
  waiting: 'Waiting for its turn',
  done: 'Done',
  failed: 'Failed',
  left: 'Left as it is',
};

function ResultRows({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <ul
      aria-label="Results"
      className="rounded-2xl border border-line bg-surface [&>li:first-child]:border-t-0"
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4 py-2"
        >
          <IncidentRowName row={row} />
          <p className={row.state === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}>
            {describeResult(row)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function describeResult({ state, choice, to, timeSlot, amount, isTold, message }: Row): string {
  if (state === 'left') return RESULTS.left;
  const what =
    choice === 'move' && to
      ? `${state === 'done' ? 'Moved to' : 'To'} ${windowName({ date: to.date, window: to.timeSlot })}`
      : amount === null
        ? `Refund of ${windowLabel(timeSlot)}`
        : `Refunded $${amount}`;
  if (state === 'done') return isTold ? `${what}, told` : what;
  return `${what}: ${message ?? RESULTS[state].toLowerCase()}`;
}
