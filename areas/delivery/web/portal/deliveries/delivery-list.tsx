import { useRef, useState } from 'react';
import { type DeliveryReply, LONGEST_REPORT_TEXT } from '#areas/orders/calls/deliveries.ts';
import { type ReportedStatus, DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery.ts';
import { isEnding } from '#areas/delivery/rules/driver-reports.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { useKitchenTime } from '#areas/order-book/web/ordering-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useListKeys, useTickedRows } from '#platform/web/portal/tick-bar.tsx';
import { EndDialog, CorrectEndingDialog } from './end-dialog.tsx';
import { BulkBar, DeliveryDialog, type DeliveryAction } from './delivery-actions.tsx';
import {
  byWindow,
  isCorrectable,
  isStillOpen,
  peopleWithNeeds,
  fits,
  readFilter,
  type DeliveryChoice,
  labelOf,
  NO_DRIVER,
  STATUS_FILTERS,
} from './describe-deliveries.ts';
import { countByDriver, DriverStrip } from './drivers.tsx';
import { useReportDeliveries, type ReportOutcome, type Sent } from './report-deliveries.tsx';
import type { BulkOutcome } from '#areas/orders/web/portal/many-orders.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { WindowRun } from './window-run.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { saidOfNeeds } from '#areas/needs/rules/food-needs-text.ts';

type StatusQuestion = { deliveries: readonly DeliveryReply[]; status: ReportedStatus };

/** What is asked before these are reported so. */
type Question = { ids: readonly number[]; status: ReportedStatus };

const NONE_REFUSED: ReadonlyMap<number, string> = new Map();

/** Why not, when it was on a day that has passed, and allergies before they are packed. */
function hasToAsk({ deliveries, status }: StatusQuestion, today: PlainDate | null): boolean {
  if (status === 'missed') return true;
  if (status === 'delivered') return today !== null && deliveries.some(({ date }) => date < today);
  return status === 'packed' && deliveries.some((delivery) => peopleWithNeeds(delivery).length > 0);
}

export function DeliveryList({ deliveries }: { deliveries: readonly DeliveryReply[] }) {
  const mayReport = useMayDo('setDeliveryStatus');
  const [params] = useSearchParams();
  const kitchenTime = useKitchenTime();
  const today = kitchenTime?.date ?? null;
  const [filter, setFilter] = useState(() => readFilter(params));
  const [question, setQuestion] = useState<Question | null>(() =>
    mayReport && params.get('end') === 'day'
      ? { ids: deliveries.filter(isStillOpen).map(({ id }) => id), status: 'delivered' }
      : null,
  );
  const [correcting, setCorrecting] = useState<DeliveryReply | null>(null);
  const mayMove = useMayDo('moveDeliveries');
  const [notMoved, setNotMoved] = useState<ReadonlyMap<number, string>>(new Map());
  const [action, setAction] = useState<DeliveryAction | null>(() => {
    const asked = deliveries.filter(({ id }) => String(id) === params.get('move'));
    return asked.length > 0 ? { kind: 'move', deliveries: asked } : null;
  });
  const shown = deliveries.filter((delivery) => fits(delivery, filter, kitchenTime));
  const ticked = useTickedRows(
    byWindow(shown).flatMap((run) => run.deliveries.map(({ id }) => id)),
  );
  const reports = useReportDeliveries(({ refused }) => {
    setQuestion((asked) =>
      asked !== null && isEnding(asked.status) && refused.size > 0 ? asked : null,
    );
    setCorrecting(null);
    ticked.reduceTo((id) => refused.has(id));
  });
  const chosen = shown.filter(({ id }) => ticked.isTicked(id));
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ticked.clear);

  function ask(asked: StatusQuestion) {
    const { deliveries: those, status } = asked;
    if (hasToAsk(asked, today)) setQuestion({ ids: those.map(({ id }) => id), status });
    else reports.report(asked);
  }
  function closeAction(outcome: BulkOutcome) {
    setAction(null);
    setNotMoved(outcome.refused);
    ticked.reduceTo((id) => outcome.refused.has(id));
  }
  return (
    <>
      <ListFilter filter={filter} drivers={countByDriver(deliveries)} onChange={setFilter} />
      <DriverStrip deliveries={deliveries} />
      <BulkBar
        count={mayReport || mayMove ? chosen.length : 0}
        hidden={ticked.hidden}
        isBusy={reports.isBusy}
        onReport={
          mayReport ? (status: ReportedStatus) => ask({ deliveries: chosen, status }) : null
        }
        onAct={(kind) => setAction({ kind, deliveries: chosen })}
        onClear={ticked.clear}
      />
      {shown.length === 0 && (
        <p className="text-ink-soft">No delivery of this day fits the search.</p>
      )}
      <div ref={list} className="grid gap-5">
        {byWindow(deliveries).map((run) => {
          const inRun = shown.filter(({ timeSlot }) => timeSlot === run.window);
          if (inRun.length === 0) return null;
          return (
            <WindowRun
              key={run.window}
              run={run}
              shown={inRun}
              ticked={ticked}
              refused={new Map([...notMoved, ...(reports.outcome?.refused ?? [])])}
              isBusy={reports.isBusy}
              mayReport={mayReport}
              onReport={(reported, status) => ask({ deliveries: reported, status })}
              onAct={setAction}
              isCorrectable={(delivery) => mayReport && isCorrectable(delivery, today)}
              onCorrect={setCorrecting}
            />
          );
        })}
      </div>
      <UndoBar
        outcome={reports.outcome}
        isBusy={reports.isBusy}
        onUndo={reports.undo}
        onDismiss={reports.dismiss}
      />
      <DeliveryDialog
        action={action}
        today={today}
        onDone={closeAction}
        onClose={() => setAction(null)}
      />
      {question && (
        <AskFirst
          question={question}
          deliveries={deliveries.filter(({ id }) => question.ids.includes(id))}
          reports={reports}
          onClose={() => setQuestion(null)}
        />
      )}
      {correcting && (
        <CorrectEndingDialog
          delivery={correcting}
          today={today}
          isBusy={reports.isBusy}
          onCorrect={reports.report}
          onClose={() => setCorrecting(null)}
        />
      )}
      <ConfirmSteps
        asked={reports.outcome?.toConfirm ?? null}
        deliveries={deliveries}
        isBusy={reports.isBusy}
        onConfirm={reports.report}
        onClose={reports.leaveUnconfirmed}
      />
    </>
  );
}

type AskFirstProps = {
  question: Question;
  deliveries: readonly DeliveryReply[];
  reports: ReturnType<typeof useReportDeliveries>;
  onClose: () => void;
};

function AskFirst({ question: { status }, deliveries, reports, onClose }: AskFirstProps) {
  if (isEnding(status))
    return (
      <EndDialog
        deliveries={deliveries}
        status={status}
        refused={reports.outcome?.refused ?? NONE_REFUSED}
        change={reports}
        onEnd={reports.report}
        onClose={onClose}
      />
    );
  return (
    <CheckNeeds
      deliveries={deliveries}
      isBusy={reports.isBusy}
      onChecked={(reason) =>
        reports.report({ deliveries, status: 'packed', reason, confirm: ['not_checked'] })
      }
      onClose={onClose}
    />
  );
}

type UndoBarProps = {
  outcome: ReportOutcome | null;
  isBusy: boolean;
  onUndo: () => void;
  onDismiss: () => void;
};

function UndoBar({ outcome, isBusy, onUndo, onDismiss }: UndoBarProps) {
  return (
    <div role="status" className="sticky bottom-[calc(0.75rem+var(--bar,0px))] z-10">
      {outcome && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-ink px-4 py-3 text-surface shadow-lg">
          <p className="font-semibold">
            {outcome.done}
            {outcome.refused.size > 0 && ` ${outcome.refused.size} not changed: see the list.`}
          </p>
          <span className="flex gap-2">
            {outcome.changeId !== null && (
              <Button variant="secondary" size="small" busy={isBusy} onClick={onUndo}>
                Undo
              </Button>
            )}
            <Button variant="secondary" size="small" onClick={onDismiss}>
              Close
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

type ConfirmStepsProps = {
  asked: ReportOutcome['toConfirm'];
  /** To name their stops. */
  deliveries: readonly Pick<DeliveryReply, 'id' | 'stop'>[];
  isBusy: boolean;
  onConfirm: (sent: Sent) => void;
  onClose: () => void;
};

function ConfirmSteps({ asked, deliveries, isBusy, onConfirm, onClose }: ConfirmStepsProps) {
  if (!asked) return null;
  const { sent, reasons } = asked;
  const stopOf = new Map(deliveries.map(({ id, stop }) => [id, stop]));
  const byReason = Map.groupBy(reasons, ([, message]) => message);
  const label = DELIVERY_STATUS_LABELS[sent.status].toLowerCase();
  return (
    <ActionDialog
      title={`${reasons.size === 1 ? '1 stop' : `${reasons.size} stops`}: ${label} all the same?`}
      act={`Yes, ${label}`}
      keep="Leave them"
      change={{ isBusy: isBusy }}
      go={() => onConfirm(sent)}
      onClose={onClose}
    >
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {[...byReason].map(([message, stopped]) => (
          <li key={message} className="break-words">
            <span className="font-bold">{message}</span> {stopped.length === 1 ? 'Stop' : 'Stops'}{' '}
            {stopped.map(([id]) => stopOf.get(id) ?? '?').join(', ')}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}

type ListFilterProps = {
  filter: DeliveryChoice;
  drivers: readonly { id: string; name: string }[];
  onChange: (filter: DeliveryChoice) => void;
};

function ListFilter({ filter, drivers, onChange }: ListFilterProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="flex min-w-0 flex-1 max-md:basis-full">
        <SearchField
          label="Name, street, suburb, phone or order number"
          value={filter.q}
          onChange={(q) => onChange({ ...filter, q })}
        />
      </div>
      <select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value })}
        className="min-h-12 rounded-xl border border-control bg-surface px-3 wide:pointer-fine:min-h-11!"
      >
        {STATUS_FILTERS.map((status) => (
          <option key={status} value={status}>
            {labelOf(status)}
          </option>
        ))}
      </select>
      {drivers.length > 0 && (
        <select
          aria-label="Driver"
          value={filter.driver}
          onChange={(event) => onChange({ ...filter, driver: event.target.value })}
          className="min-h-12 rounded-xl border border-control bg-surface px-3 wide:pointer-fine:min-h-11!"
        >
          <option value="">Every driver</option>
          {drivers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NO_DRIVER}>No driver yet</option>
        </select>
      )}
      <CheckChip
        checked={filter.withNeeds}
        onToggle={() => onChange({ ...filter, withNeeds: !filter.withNeeds })}
      >
        With allergies or diets
      </CheckChip>
    </div>
  );
}

type CheckNeedsProps = {
  deliveries: readonly DeliveryReply[];
  isBusy: boolean;
  onChecked: (reason: string) => void;
  onClose: () => void;
};

function CheckNeeds({ deliveries, isBusy, onChecked, onClose }: CheckNeedsProps) {
  const people = deliveries.flatMap((delivery) =>
    delivery.people
      .filter(({ name }) => peopleWithNeeds(delivery).includes(name))
      .map((person) => ({ ...person, stop: delivery.stop, deliveryId: delivery.id })),
  );
  return (
    <ActionDialog
      title="Check these bags first"
      act="Checked, all packed"
      change={{ isBusy: isBusy }}
      go={() =>
        onChecked(
          `Allergies checked: ${people.map(({ name }) => name).join(', ')}`.slice(
            0,
            LONGEST_REPORT_TEXT,
          ),
        )
      }
      onClose={onClose}
    >
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {people.map((person) => (
          <li key={`${person.deliveryId} ${person.name}`} className="break-words">
            <span className="font-bold">
              Stop {person.stop}, {person.name}
            </span>
            {saidOfNeeds(person)}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}
