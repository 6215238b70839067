import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryReply } from '#contract/delivery/deliveries.ts';
import { type DeliveryWindow, windowLabel } from '#domain/delivery/delivery-windows.ts';
import {
  type FreeWindow,
  freeWindowsAfter,
  windowName,
  SPREAD_DAYS,
  spreadDeliveries,
  spreadText,
} from '#domain/delivery/spread-deliveries.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { slotsFromQuery } from '#web/api/portal/move-deliveries.ts';
import { useConfig } from '#web/api/page-data.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Button } from '#web/ui/form/button.tsx';
import type { DeliveryAction } from './delivery-actions.tsx';

type SpreadWindowProps = {
  timeSlot: DeliveryWindow;
  /** Those of the window that can go elsewhere, stop by stop. */
  deliveries: readonly DeliveryReply[];
  onAct: (action: DeliveryAction) => void;
};

/** Where the deliveries of a closed window could go, one step for each of the windows that takes some. */
export function SpreadWindow({ timeSlot, deliveries, onAct }: SpreadWindowProps) {
  const [isLeft, setLeft] = useState(false);
  const { business } = useConfig();
  const date = deliveries[0]?.date ?? '';
  const { data, error, isFetching, refetch } = useQuery({
    ...slotsFromQuery(date, SPREAD_DAYS),
    enabled: date !== '',
  });
  if (deliveries.length === 0 || isLeft) return null;
  if (error && !isFetching)
    return (
      <Notice tone="error" title="We couldn’t find other windows" announce="polite">
        <p>{describeFailure(error)}</p>
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Looking for other windows</span>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  const slots = data.map(({ timeSlot: window, ...slot }) => ({ ...slot, window }));
  const isClosed = slots.some(
    (slot) => slot.date === date && slot.window === timeSlot && !slot.isActive,
  );
  const windows = freeWindowsAfter({ date, window: timeSlot }, slots, business);
  const ids = deliveries.map(({ id }) => id);
  const spread = spreadDeliveries(ids, windows);
  const goingTo = (to: FreeWindow | null) =>
    deliveries.filter(({ id }) => spread.some((one) => one.id === id && one.to === to));
  const homeless = goingTo(null);
  return (
    <section
      aria-label={`Elsewhere for ${windowLabel(timeSlot)}`}
      className="grid gap-3 rounded-2xl border border-danger bg-danger-soft px-4 py-3"
    >
      <h3 className="text-lg">
        {windowLabel(timeSlot)}
        {isClosed ? ' is closed for orders' : ''}: {deliveries.length} still to settle
      </h3>
      <p>{spreadText(spread)}. Nothing moves before you have seen what it does.</p>
      <div className="flex flex-wrap gap-2">
        {windows
          .filter((to) => goingTo(to).length > 0)
          .map((to) => (
            <Button
              key={windowName(to)}
              variant="secondary"
              size="small"
              className="max-md:min-h-11"
              onClick={() => onAct({ kind: 'move', deliveries: goingTo(to), to })}
            >
              Move {goingTo(to).length} to {windowName(to)}…
            </Button>
          ))}
        {homeless.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            className="max-md:min-h-11"
            onClick={() => onAct({ kind: 'refund', deliveries: homeless })}
          >
            Refund the {homeless.length} without a place…
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          className="max-md:min-h-11"
          onClick={() => onAct({ kind: 'refund', deliveries })}
        >
          Refund all {deliveries.length}…
        </Button>
        <Button variant="quiet" size="small" onClick={() => setLeft(true)}>
          Leave them
        </Button>
      </div>
      <p className="text-sm text-ink-soft">To choose by hand, tick rows below.</p>
    </section>
  );
}
