import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { describeReading } from './reading-words.ts';

type SavedReadingBarProps = {
  saved: TemperatureReadingReply | null;
  isBusy: boolean;
  onUndo: (id: number) => void;
};

/** What was written last from this screen, with its Undo. */
export function SavedReadingBar({ saved, isBusy, onUndo }: SavedReadingBarProps) {
  return (
    <div role="status" className="sticky bottom-[calc(0.75rem+var(--bar,0px))] z-10">
      {saved && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-ink px-4 py-3 text-xl text-surface shadow-lg">
          <p className="font-semibold">{describeReading(saved)}</p>
          <button
            type="button"
            aria-disabled={isBusy}
            className="min-h-14 rounded-2xl border-2 border-surface px-6 font-semibold"
            onClick={() => {
              if (!isBusy) onUndo(saved.id);
            }}
          >
            Undo
          </button>
        </div>
      )}
    </div>
  );
}
