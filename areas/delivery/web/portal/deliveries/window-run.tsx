import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { progressText } from '#areas/delivery/rules/delivery-progress.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { TickedRows } from '#platform/web/portal/use-ticked-rows.ts';
import { StopRows } from '#areas/delivery/web/portal/stop-rows.tsx';
import { useArrangeRun } from '#areas/delivery/web/portal/use-arrange-run.tsx';
import type { DeliveryAction } from './delivery-actions.tsx';
import { DeliveryEntry } from './delivery-entry.tsx';
import { isStillOpen, type WindowDeliveries } from './describe-deliveries.ts';
import { SplitDialog } from '#areas/delivery/web/portal/split-dialog.tsx';
import { MoveStops } from './move-stops.tsx';

type WindowRunProps = {
  run: WindowDeliveries;
  /** Those that the search leaves. */
  shown: readonly DeliveryReply[];
  ticked: TickedRows;
  refused: ReadonlyMap<number, string>;
  isBusy: boolean;
  mayReport: boolean;
  onReport: (deliveries: readonly DeliveryReply[], status: ReportedStatus) => void;
  onAct: (action: DeliveryAction) => void;
  /** Whether its ending may still be said to be wrong. */
  isCorrectable: (delivery: DeliveryReply) => boolean;
  onCorrect: (delivery: DeliveryReply) => void;
};

/** The run of a window, stop by stop. */
export function WindowRun(props: WindowRunProps) {
  const { run, shown, ticked, refused, isBusy, mayReport, onReport, onAct } = props;
  const { isCorrectable, onCorrect } = props;
  const mayMove = useMayDo('moveDeliveries');
  const mayTick = mayReport || mayMove;
  const { timeSlot, deliveries } = run;
  const ids = shown.map(({ id }) => id);
  const chosen = shown.filter(({ id }) => ticked.isTicked(id));
  const isAllTicked = ids.length > 0 && chosen.length === ids.length;
  const open = deliveries.filter(isStillOpen);
  const arranging = useArrangeRun(run);
  const isBusyNow = isBusy || arranging.isBusy;
  const [isSplitting, setSplitting] = useState(false);
  return (
    <section className="grid gap-2" aria-label={`Window ${windowLabel(timeSlot)}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="text-lg">{windowLabel(timeSlot)}</h3>
          <p className="text-sm text-ink-soft">
            {progressText(deliveries.map(({ status }) => status))}
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-2">
          {mayMove && open.length > 0 && (
            <Button
              variant="secondary"
              size="small"
              className="max-md:min-h-11"
              aria-label={`Drivers of ${windowLabel(timeSlot)}`}
              onClick={() => setSplitting(true)}
            >
              Drivers…
            </Button>
          )}
          {mayMove && chosen.length > 0 && (
            <MoveStops run={run} chosen={chosen} arrange={isBusyNow ? null : arranging.arrange} />
          )}
          {mayTick && (
            <Button variant="quiet" size="small" onClick={() => ticked.setAll(ids, !isAllTicked)}>
              {isAllTicked ? 'Untick all' : `Tick all ${ids.length}`}
            </Button>
          )}
        </span>
      </div>
      {arranging.parts}
      <StopRows
        stops={shown}
        isTicked={ticked.isTicked}
        mayArrange={mayMove}
        arrange={isBusyNow ? null : arranging.arrange}
        row={(delivery, handle) => (
          <DeliveryEntry
            delivery={delivery}
            handle={handle}
            isTicked={ticked.isTicked(delivery.id)}
            refusal={refused.get(delivery.id)}
            isBusy={isBusy}
            mayReport={mayReport}
            mayTick={mayTick}
            onTick={(isRange) => ticked.tick(delivery.id, isRange)}
            onReport={(status) => onReport([delivery], status)}
            onCorrect={isCorrectable(delivery) ? () => onCorrect(delivery) : null}
            onAct={(kind) => onAct({ kind, deliveries: [delivery] })}
          />
        )}
      />
      {isSplitting && <SplitDialog stops={open} onClose={() => setSplitting(false)} />}
    </section>
  );
}
