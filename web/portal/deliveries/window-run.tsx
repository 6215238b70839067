import type { DeliveryReply } from '#contract/delivery/deliveries.ts';
import { progressText } from '#domain/delivery/delivery-progress.ts';
import type { ReportedStatus } from '#domain/delivery/delivery-status.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { useMayDo } from '#web/api/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import type { DeliveryAction } from './delivery-actions.tsx';
import { DeliveryEntry } from './delivery-entry.tsx';
import type { WindowDeliveries } from './describe-deliveries.ts';
import { MoveStops } from './move-stops.tsx';

type WindowRunProps = {
  run: WindowDeliveries;
  /** Those that the search leaves. */
  shown: readonly DeliveryReply[];
  ticked: ReadonlySet<number>;
  refused: ReadonlyMap<number, string>;
  isBusy: boolean;
  mayReport: boolean;
  onTick: (ids: readonly number[], isTicked: boolean) => void;
  onReport: (deliveries: readonly DeliveryReply[], status: ReportedStatus) => void;
  onAct: (action: DeliveryAction) => void;
};

/** The run of a window, stop by stop. */
export function WindowRun(props: WindowRunProps) {
  const { run, shown, ticked, refused, isBusy, mayReport, onTick, onReport, onAct } = props;
  const mayMove = useMayDo('moveDeliveries');
  const mayTick = mayReport || mayMove;
  const { timeSlot, deliveries } = run;
  const ids = shown.map(({ id }) => id);
  const chosen = shown.filter(({ id }) => ticked.has(id));
  const isAllTicked = ids.length > 0 && chosen.length === ids.length;
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
          {mayMove && chosen.length > 0 && <MoveStops run={run} chosen={chosen} />}
          {mayTick && (
            <Button variant="quiet" size="small" onClick={() => onTick(ids, !isAllTicked)}>
              {isAllTicked ? 'Untick all' : `Tick all ${ids.length}`}
            </Button>
          )}
        </span>
      </div>
      <ul className="rounded-2xl border border-line bg-surface [&>li:first-child]:border-t-0">
        {shown.map((delivery) => (
          <DeliveryEntry
            key={delivery.id}
            delivery={delivery}
            isTicked={ticked.has(delivery.id)}
            refusal={refused.get(delivery.id)}
            isBusy={isBusy}
            mayReport={mayReport}
            mayTick={mayTick}
            onTick={() => onTick([delivery.id], !ticked.has(delivery.id))}
            onReport={(status) => onReport([delivery], status)}
            onAct={(kind) => onAct({ kind, deliveries: [delivery] })}
          />
        ))}
      </ul>
    </section>
  );
}
