import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeliveryReply } from '#contract/delivery/deliveries.ts';
import type { DeliveryStatus, ReportedStatus } from '#domain/delivery/delivery-status.ts';
import { parseDeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import { useKitchenTime } from '#web/api/use-today.ts';
import { useMayDo } from '#web/api/session.ts';
import { AskFirst, hasToAsk, type Question } from './ask-first.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ActionDialog, type DeliveryAction } from './delivery-actions.tsx';
import { byWindow } from './describe-deliveries.ts';
import { fits, readFilter } from './filter-deliveries.ts';
import { ListFilter } from './list-filter.tsx';
import { SpreadWindow } from './spread-window.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useReportDeliveries } from './use-report-deliveries.ts';
import type { BulkOutcome } from './use-bulk-action.ts';
import { WindowRun } from './window-run.tsx';

/** Those that a closed window leaves to settle. */
const CAN_GO: readonly DeliveryStatus[] = ['planned', 'cooked', 'packed'];

export function DeliveryList({ deliveries }: { deliveries: readonly DeliveryReply[] }) {
  const mayReport = useMayDo('setDeliveryStatus');
  const [params] = useSearchParams();
  const kitchenTime = useKitchenTime();
  const [filter, setFilter] = useState(() => readFilter(params));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [question, setQuestion] = useState<Question | null>(null);
  const mayMove = useMayDo('moveDeliveries');
  const [notMoved, setNotMoved] = useState<ReadonlyMap<number, string>>(new Map());
  const [action, setAction] = useState<DeliveryAction | null>(() => {
    const asked = deliveries.filter(({ id }) => String(id) === params.get('move'));
    return asked.length > 0 ? { kind: 'move', deliveries: asked } : null;
  });
  const spread = parseDeliveryWindow(params.get('spread') ?? '');
  const reports = useReportDeliveries(({ refused }) => {
    setQuestion(null);
    setTicked((now) => new Set([...now].filter((id) => refused.has(id))));
  });
  const shown = deliveries.filter((delivery) => fits(delivery, filter, kitchenTime));
  const chosen = shown.filter(({ id }) => ticked.has(id));

  function tick(ids: readonly number[], isTicked: boolean) {
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids) {
        if (isTicked) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }
  function ask(asked: Question) {
    if (hasToAsk(asked)) setQuestion(asked);
    else reports.report(asked);
  }
  function closeAction(outcome: BulkOutcome) {
    setAction(null);
    setNotMoved(outcome.refused);
    setTicked((now) => new Set([...now].filter((id) => outcome.refused.has(id))));
  }
  return (
    <>
      <ListFilter filter={filter} onChange={setFilter} />
      <BulkBar
        count={mayReport || mayMove ? chosen.length : 0}
        isBusy={reports.isBusy}
        onReport={
          mayReport ? (status: ReportedStatus) => ask({ deliveries: chosen, status }) : null
        }
        onAct={(kind) => setAction({ kind, deliveries: chosen })}
        onClear={() => setTicked(new Set())}
      />
      {mayMove && spread && (
        <SpreadWindow
          timeSlot={spread}
          deliveries={deliveries.filter(
            ({ timeSlot, status }) => timeSlot === spread && CAN_GO.includes(status),
          )}
          onAct={setAction}
        />
      )}
      {shown.length === 0 && (
        <p className="text-ink-soft">No delivery of this day fits the search.</p>
      )}
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
            onTick={tick}
            onReport={(theirs, status) => ask({ deliveries: theirs, status })}
            onAct={setAction}
          />
        );
      })}
      <UndoBar
        outcome={reports.outcome}
        isBusy={reports.isBusy}
        onUndo={reports.undo}
        onDismiss={reports.dismiss}
      />
      <ActionDialog
        action={action}
        today={kitchenTime?.date ?? null}
        onDone={closeAction}
        onClose={() => setAction(null)}
      />
      <AskFirst
        question={question}
        isBusy={reports.isBusy}
        onAnswer={(answered, reason) => reports.report({ ...answered, reason })}
        onClose={() => setQuestion(null)}
      />
    </>
  );
}
