import { type Undoable, undo } from '#areas/delivery/web/day/drive-state.ts';

/** Shown as long as Undo works: the report is saved, and not sent before. */
export function UndoReportBar({ undoable }: { undoable: Undoable }) {
  return (
    <div className="flex items-center justify-between gap-3 bg-ink px-4 py-2 text-ground">
      <p role="status" className="font-semibold">
        Saved: {undoable.text}
      </p>
      <button
        type="button"
        onClick={() => void undo(undoable)}
        className="min-h-14 shrink-0 rounded-xl border-2 border-current px-6 text-xl font-bold"
      >
        Undo
      </button>
    </div>
  );
}
