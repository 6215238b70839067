import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId } from 'react';
import type { DeliveryReply } from '#contract/delivery/deliveries.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { DELIVERIES_KEY, runQuery, sendArrangement } from '#web/api/portal/deliveries.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';
import type { WindowDeliveries } from './describe-deliveries.ts';

type MoveStopsProps = { run: WindowDeliveries; chosen: readonly DeliveryReply[] };

/** Puts the ticked stops after another one. Later runs of this window begin like it. */
export function MoveStops({ run: { timeSlot, deliveries }, chosen }: MoveStopsProps) {
  const id = useId();
  const date = chosen[0]?.date ?? '';
  const client = useQueryClient();
  const { showToast } = useToast();
  const { data: run } = useQuery(runQuery(date, timeSlot));
  const move = useMutation({
    mutationFn: sendArrangement,
    onSuccess: () => {
      const printed = run?.fixedAt ? ' Print the labels and sheets of this window again.' : '';
      const description = `Later runs of this window start from this sequence.${printed}`;
      showToast({ title: 'Stops Moved', description, tone: 'success' });
    },
    onError: (error) =>
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
  const others = deliveries.filter(({ id: other }) => !chosen.some((one) => one.id === other));

  function put(event: ChangeEvent<HTMLSelectElement>) {
    if (event.target.value === '' || !run) return;
    move.mutate({
      date,
      timeSlot,
      ids: chosen.map((delivery) => delivery.id),
      after: Number(event.target.value),
      version: run.version,
    });
  }
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>Move {chosen.length} to</label>
      <select
        id={id}
        value=""
        disabled={!run || move.isPending}
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
