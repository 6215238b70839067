import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import type { PackBagReply } from '#areas/delivery/calls/pack.ts';
import { isToPack, isWaiting } from '#areas/order-book/rules/pack-bag.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { countBags } from './count-bags.ts';
import { WaitingBadge } from './pack-notices.tsx';

type WindowHeaderProps = {
  title: string;
  bags: readonly PackBagReply[];
  onLeave: () => void;
};

/** The window, and how far it has come: always in sight. */
export function WindowHeader({ title, bags, onLeave }: WindowHeaderProps) {
  const { packed: count, total } = countBags(bags);
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface px-4 py-2">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <PageHeading className="text-2xl">{title}</PageHeading>
        <p role="status" className="text-lg font-semibold tabular-nums">
          {count} of {total} {total === 1 ? 'bag' : 'bags'}
        </p>
        <WaitingBadge />
        <button
          type="button"
          onClick={onLeave}
          className="min-h-12 px-2 font-semibold underline underline-offset-4"
        >
          Change
        </button>
      </div>
      <ProgressBar label="Bags packed" value={count} max={total} />
    </header>
  );
}

/** Nothing opens by itself any more. */
export function NoBagLeft({ bags, skipped }: { bags: readonly PackBagReply[]; skipped: number }) {
  const left = bags.filter(isToPack);
  const waiting = left.filter(isWaiting).length;
  if (left.length === 0)
    return (
      <p className="bg-success-soft px-4 py-12 text-center text-2xl font-semibold text-success">
        ✓ All bags of this window are packed
      </p>
    );
  return (
    <div className="px-4 py-10 text-center text-xl">
      <p className="text-2xl font-semibold">No other bag to open</p>
      <p>
        {[
          waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a missing portion`,
          skipped > 0 && `${skipped} skipped`,
          left.some(({ claimedBy }) => claimedBy !== null) && 'others are being packed',
        ]
          .filter(Boolean)
          .join(', ')}
        . Tap one below.
      </p>
    </div>
  );
}
