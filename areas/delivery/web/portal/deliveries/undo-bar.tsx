import { Button } from '#platform/web/ui/form/button.tsx';
import type { ReportOutcome } from './use-report-deliveries.ts';

type UndoBarProps = {
  outcome: ReportOutcome | null;
  isBusy: boolean;
  onUndo: () => void;
  onDismiss: () => void;
};

/** What the last tap did, in sight wherever the list is scrolled to. */
export function UndoBar({ outcome, isBusy, onUndo, onDismiss }: UndoBarProps) {
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
