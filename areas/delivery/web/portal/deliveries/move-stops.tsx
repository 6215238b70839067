import { type ChangeEvent, useId } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { Arrange } from '#areas/delivery/web/portal/use-arrange-run.tsx';
import type { WindowDeliveries } from './describe-deliveries.ts';

type MoveStopsProps = {
  run: WindowDeliveries;
  chosen: readonly DeliveryReply[];
  /** Null: not now. */
  arrange: Arrange | null;
};

/** Puts the ticked stops after another one. Later runs of this window begin like it. */
export function MoveStops({ run: { deliveries }, chosen, arrange }: MoveStopsProps) {
  const id = useId();
  const others = deliveries.filter(({ id: other }) => !chosen.some((one) => one.id === other));

  function put(event: ChangeEvent<HTMLSelectElement>) {
    if (event.target.value === '') return;
    arrange?.(
      chosen.map((delivery) => delivery.id),
      Number(event.target.value),
    );
  }
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>Move {chosen.length} to</label>
      <select
        id={id}
        value=""
        disabled={!arrange}
        onChange={put}
        className="min-h-11 max-w-56 rounded-full border border-control bg-surface px-3 text-sm text-ink"
      >
        <option value="">Choose a place</option>
        <option value="0">First</option>
        {others.map(({ id: other, stop, customer }) => (
          <option key={other} value={stop ?? 0}>
            After {stop}, {customer.lastName}, {customer.suburb}
          </option>
        ))}
      </select>
    </span>
  );
}
