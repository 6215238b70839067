import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';

type TickBarProps = {
  /** "Ticked deliveries". */
  label: string;
  count: number;
  /** Ticked, but not in the list now. */
  hidden?: number;
  onClear: () => void;
  /** What can be done with all of them. */
  children: ReactNode;
};

/** How many rows are ticked, and what can be done with them at once. */
export function TickBar({ label, count, hidden = 0, onClear, children }: TickBarProps) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-2 rounded-2xl border border-primary bg-primary-soft px-4 py-2 max-sm:justify-between max-sm:py-1"
    >
      <p className="mr-2 font-semibold" role="status">
        {count} ticked
        {hidden > 0 && (
          <span className="block text-sm font-normal">
            {hidden} more ticked, but not in this list: left out
          </span>
        )}
      </p>
      {count > 0 && (
        <div className="flex items-center gap-2 max-sm:order-last max-sm:-mx-1 max-sm:basis-full max-sm:overflow-x-auto max-sm:px-1 max-sm:py-1 sm:flex-wrap">
          {children}
        </div>
      )}
      <Button variant="quiet" size="small" onClick={onClear}>
        Untick all
      </Button>
    </section>
  );
}
