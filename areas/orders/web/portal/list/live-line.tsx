import { useState } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { LiveOrders } from './use-live-orders.ts';

type LiveLineProps = {
  shown: number;
  live: LiveOrders;
  /** The list could not be updated. */
  error: Error | null;
  onRetry: () => void;
  /** The new orders are in the list now. */
  onShown: () => void;
};

/** Below the list; its news is always in sight, and moves nothing. */
export function LiveLine({ shown, live, error, onRetry, onShown }: LiveLineProps) {
  const { isLive, waiting, showWaiting } = live;
  const [isLoading, setIsLoading] = useState(false);
  const count = waiting.length === 1 ? '1 new order' : `${waiting.length} new orders`;

  async function show() {
    setIsLoading(true);
    await showWaiting();
    setIsLoading(false);
    scrollTo({ top: 0 });
    onShown();
  }
  return (
    <div
      className={classNames(
        'mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 bg-ground',
        (!isLive || error !== null || waiting.length > 0) && 'sticky bottom-[var(--bar,0px)] z-10',
      )}
    >
      <p className="text-sm text-ink-soft">
        {shown === 1 ? '1 order shown' : `${shown} orders shown`}
        {!isLive && ' · not live, reconnecting…'}
      </p>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {describeFailure(error)}{' '}
          <button type="button" className="min-h-11 underline" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      <div role="status" className="flex items-center gap-3">
        {waiting.length > 0 && (
          <Button
            size="small"
            className="max-md:min-h-11"
            busy={isLoading}
            busyLabel="Loading…"
            onClick={() => void show()}
          >
            {count}: show
          </Button>
        )}
      </div>
    </div>
  );
}
