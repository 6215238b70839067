import type { ReactNode } from 'react';

/** Stays at the foot of the window while there are unsaved changes; its buttons save or reset them. */
export function UnsavedBanner({ message, children }: { message: ReactNode; children: ReactNode }) {
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
