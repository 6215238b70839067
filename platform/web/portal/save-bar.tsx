import type { ReactNode } from 'react';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';

type SaveBarProps = {
  /** "3 unsaved changes". */
  message: ReactNode;
  /** What would be lost by leaving: "the settings". Null: nothing yet. */
  what: string | null;
  /** Reset and save. */
  children: ReactNode;
};

/** Shown while there are unsaved changes: stays at the foot of the window, and asks before they are lost. */
export function SaveBar({ message, what, children }: SaveBarProps) {
  useLeaveGuard(what !== null, what ?? '');
  return (
    <div
      role="status"
      // Toasts stay clear of it.
      data-unsaved=""
      className="sticky bottom-[calc(0.75rem+var(--bar,0px))] z-10 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-warning bg-warning-soft px-4 py-3 shadow-raised"
    >
      <p className="font-semibold">{message}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
