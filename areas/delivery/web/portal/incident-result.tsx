import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type IncidentReply,
  retryIncident,
  settleIncident,
  downloadIncident,
} from '#areas/delivery/calls/incidents.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  closingName,
  incidentProgress,
  incidentStatus,
  windowName,
} from '#areas/order-book/rules/incident.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import {
  incidentQuery,
  INCIDENTS_KEY,
  type IncidentChoiceBody,
} from '#areas/delivery/web/portal/incidents-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { LONGEST_DELIVERY_NOTE } from '#areas/orders/calls/move-or-cancel.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ChoiceField, toChoice } from './booked-there.tsx';
import { addressOf } from '#platform/web/api/client.ts';

export function IncidentResult({ id, withTitle = false }: { id: number; withTitle?: boolean }) {
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
          href={addressOf(downloadIncident, { params: { id: String(data.id) } })}
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

type IncidentRow = IncidentReply['rows'][number];

const RESULTS: Record<IncidentRow['state'], string> = {
  waiting: 'Waiting for its turn',
  done: 'Done',
  failed: 'Failed',
  left: 'Left as it is',
};

function ResultRows({ rows }: { rows: readonly IncidentRow[] }) {
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

function describeResult({
  state,
  choice,
  to,
  window,
  amount,
  isTold,
  message,
}: IncidentRow): string {
  if (state === 'left') return RESULTS.left;
  const what =
    choice === 'move' && to
      ? `${state === 'done' ? 'Moved to' : 'To'} ${windowName(to)}`
      : amount === null
        ? `Refund of ${windowLabel(window)}`
        : `Refunded $${amount}`;
  if (state === 'done') return isTold ? `${what}, told` : what;
  return `${what}: ${message ?? RESULTS[state].toLowerCase()}`;
}

function FailedRows({ incident, rows }: { incident: IncidentReply; rows: readonly IncidentRow[] }) {
  const { id, places } = incident;
  const [chosen, setChosen] = useState<ReadonlyMap<number, IncidentChoiceBody>>(new Map());
  const [note, setNote] = useState('');
  const client = useQueryClient();
  const mayRefund = useMayDo('refundOrders');
  const onDone = (changed: IncidentReply) =>
    void client.setQueryData(incidentQuery(id).queryKey, changed);
  const retrying = useChange(retryIncident, { onDone });
  const settling = useChange(settleIncident, { onDone });
  const params = { id: String(id) };
  return (
    <Card as="section" className="grid gap-4 border-danger!" aria-label="Failed">
      <h3 className="text-lg">
        {rows.length === 1 ? '1 needs your decision' : `${rows.length} need your decision`}
      </h3>
      <ul className="grid gap-3">
        {rows.map((row) => {
          const {
            choice,
            date: day,
            window,
          } = chosen.get(row.deliveryId) ?? {
            choice: row.choice,
            date: row.to?.date,
            window: row.to?.window,
          };
          const to = day && window ? { date: day, window: window as IncidentRow['window'] } : null;
          return (
            <li
              key={row.id}
              className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_20rem]"
            >
              <div>
                <IncidentRowName row={row} />
                <p className="text-sm font-semibold text-danger">{row.message}</p>
              </div>
              <ChoiceField
                label={row.customer}
                choice={choice}
                to={to}
                places={withOwn(places, to)}
                mayRefund={mayRefund}
                onChoose={(value) =>
                  setChosen((now) =>
                    new Map(now).set(row.deliveryId, toChoice(row.deliveryId, value)),
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      <FailureNotice failure={retrying.failure ?? settling.failure} />
      <Button
        className="justify-self-start"
        busy={retrying.isBusy}
        busyLabel="Starting…"
        onClick={() => retrying.run({ params, body: { rows: [...chosen.values()] } })}
      >
        {chosen.size > 0 ? 'Apply these choices' : 'Try again'}
      </Button>
      <div className="flex flex-wrap items-end gap-3 border-t border-line pt-4">
        <div className="min-w-64 flex-1">
          <TextField
            label="Or leave them, with a note"
            value={note}
            maxLength={LONGEST_DELIVERY_NOTE}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        <Button
          variant="secondary"
          disabled={note.trim() === ''}
          busy={settling.isBusy}
          busyLabel="Saving…"
          onClick={() => settling.run({ params, body: { note } })}
        >
          Settled
        </Button>
      </div>
    </Card>
  );
}

type Place = Parameters<typeof ChoiceField>[0]['places'][number];

/** The window that was chosen is in the list although it is full. */
function withOwn(places: readonly Place[], to: IncidentRow['to']): readonly Place[] {
  const isKnown = places.some(({ date, window }) => date === to?.date && window === to.window);
  return to === null || isKnown ? places : [{ ...to, free: 0, taken: 0 }, ...places];
}

type NamedRow = Pick<IncidentRow, 'stop' | 'customer' | 'orderId'>;

function IncidentRowName({ row: { stop, customer, orderId } }: { row: NamedRow }) {
  const maySee = useMayDo('seeOrders');
  return (
    <p className="font-semibold wrap-anywhere">
      {stop !== null && <span className="tabular-nums">{stop} </span>}
      {maySee ? (
        <Link
          to={paths.admin({ tab: 'orders', order: orderId })}
          className="inline-flex min-h-9 items-center underline decoration-control underline-offset-4 max-md:min-h-11"
        >
          {customer}
        </Link>
      ) : (
        customer
      )}
    </p>
  );
}
