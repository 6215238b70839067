import { useRef, useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery-status.ts';
import { useKitchenTime } from '#areas/order-book/web/use-today.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useListKeys } from '#platform/web/portal/use-list-keys.ts';
import { useTickedRows } from '#platform/web/portal/use-ticked-rows.ts';
import { AskFirst, hasToAsk, type Question } from './ask-first.tsx';
import { ConfirmSteps } from './confirm-steps.tsx';
import { CorrectEndingDialog } from './correct-ending-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ActionDialog, type DeliveryAction } from './delivery-actions.tsx';
import { byWindow, isCorrectable } from './describe-deliveries.ts';
import { countByDriver } from '#areas/delivery/web/portal/describe-drivers.ts';
import { DriverStrip } from './driver-strip.tsx';
import { fits, readFilter } from './filter-deliveries.ts';
import { ListFilter } from './list-filter.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useReportDeliveries } from './use-report-deliveries.ts';
import type { BulkOutcome } from '#areas/orders/web/portal/use-bulk-action.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { WindowRun } from './window-run.tsx';

export function DeliveryList({ deliveries }: { deliveries: readonly DeliveryReply[] }) {
  const mayReport = useMayDo('setDeliveryStatus');
  const [params] = useSearchParams();
  const kitchenTime = useKitchenTime();
  const today = kitchenTime?.date ?? null;
  const [filter, setFilter] = useState(() => readFilter(params));
  const [question, setQuestion] = useState<Question | null>(null);
  const [correcting, setCorrecting] = useState<DeliveryReply | null>(null);
  const mayMove = useMayDo('moveDeliveries');
  const [notMoved, setNotMoved] = useState<ReadonlyMap<number, string>>(new Map());
  const [action, setAction] = useState<DeliveryAction | null>(() => {
    const asked = deliveries.filter(({ id }) => String(id) === params.get('move'));
    return asked.length > 0 ? { kind: 'move', deliveries: asked } : null;
  });
  const shown = deliveries.filter((delivery) => fits(delivery, filter, kitchenTime));
  const ticked = useTickedRows(inRuns(shown));
  const reports = useReportDeliveries(({ refused }) => {
    setQuestion(null);
    setCorrecting(null);
    ticked.reduceTo((id) => refused.has(id));
  });
  const chosen = shown.filter(({ id }) => ticked.isTicked(id));
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ticked.clear);

  function ask(asked: Question) {
    if (hasToAsk(asked, today)) setQuestion(asked);
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
          const inRun = shown.filter(({ timeSlot }) => timeSlot === run.timeSlot);
          if (inRun.length === 0) return null;
          return (
            <WindowRun
              key={run.timeSlot}
              run={run}
              shown={inRun}
              ticked={ticked}
              refused={new Map([...notMoved, ...(reports.outcome?.refused ?? [])])}
              isBusy={reports.isBusy}
              mayReport={mayReport}
              onReport={(theirs, status) => ask({ deliveries: theirs, status })}
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
      <ActionDialog
        action={action}
        today={today}
        onDone={closeAction}
        onClose={() => setAction(null)}
      />
      <AskFirst
        question={question}
        isBusy={reports.isBusy}
        today={today}
        onAnswer={(answered, { reason, ended }) =>
          reports.report({
            ...answered,
            reason,
            ...(ended && { ended }),
            ...(answered.status === 'packed' && { confirm: ['not_checked'] }),
          })
        }
        onClose={() => setQuestion(null)}
      />
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

/** The ids as they are listed: window by window. */
function inRuns(deliveries: readonly DeliveryReply[]): number[] {
  return byWindow(deliveries).flatMap((run) => run.deliveries.map(({ id }) => id));
}
