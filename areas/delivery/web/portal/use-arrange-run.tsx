import { useQuery } from '@tanstack/react-query';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { type ReactNode, useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { arrangeStops } from '#areas/order-book/rules/split-stops.ts';
import {
  DELIVERIES_KEY,
  runQuery,
  sendArrangement,
} from '#areas/orders/web/portal/deliveries-queries.ts';
import { PrintButton } from '#areas/printouts/web/printout-buttons.tsx';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import type { WindowDeliveries } from '#areas/delivery/web/portal/deliveries/describe-deliveries.ts';

export type Arrange = (ids: readonly number[], after: number) => void;

type Asked = { ids: number[]; after: number; changed: readonly DeliveryReply[] };

/**
 * Puts stops of a run after the stop numbered `after` (0: first). Once numbers are on labels it says first how many of
 * them change, and then which labels to print. `parts` stands in the page.
 */
export function useArrangeRun({ timeSlot, deliveries }: WindowDeliveries): {
  /** Null: not known yet. */
  arrange: Arrange | null;
  isBusy: boolean;
  parts: ReactNode;
} {
  const date = deliveries[0]?.date ?? '';
  const [toPrint, setToPrint] = useState<readonly DeliveryReply[]>([]);
  const { data: run } = useQuery(runQuery(date, timeSlot));
  const move = useChange(
    ({ ids, after }: Asked) =>
      sendArrangement({ date, timeSlot, ids, after, version: run?.version ?? 0 }),
    {
      says: () => ({
        title: 'Stops Moved',
        description: 'Later runs of this window start from this sequence.',
        tone: 'success',
      }),
      onDone(_reply, { changed }) {
        if (run?.fixedAt) setToPrint(changed);
      },
      toastsFailure: true,
      refresh: [{ queryKey: DELIVERIES_KEY }],
    },
  );

  async function arrange(ids: readonly number[], after: number) {
    const changed = changedBy(deliveries, ids, after);
    if (changed.length === 0) return;
    const next = { ids: [...ids], after, changed };
    const count = changed.length;
    const isSure =
      !run?.fixedAt ||
      (await confirm({
        title: count === 1 ? '1 label changes' : `${count} labels change`,
        text: 'These numbers are on labels, sheets or bags already. Bags that are packed need their new label before they leave.',
        act: count === 1 ? 'Move, then print 1' : `Move, then print ${count}`,
        danger: false,
      }));
    if (isSure) move.run(next);
  }
  return {
    arrange: run ? (ids, after) => void arrange(ids, after) : null,
    isBusy: move.isBusy,
    parts: (
      <>
        {toPrint.length > 0 && (
          <p
            role="status"
            className="flex flex-wrap items-center gap-3 rounded-2xl border border-warning bg-warning-soft px-4 py-2"
          >
            {toPrint.length === 1 ? '1 label has' : `${toPrint.length} labels have`} another number
            now.
            <PrintButton
              source={labelsSource({ date, orderIds: toPrint.map(({ orderId }) => orderId) })}
              saved="Label Downloaded"
              about="new labels"
            >
              Print {toPrint.length}
            </PrintButton>
          </p>
        )}
      </>
    ),
  };
}

/** Those that get another number. */
function changedBy(
  deliveries: readonly DeliveryReply[],
  ids: readonly number[],
  after: number,
): DeliveryReply[] {
  const stops = deliveries.map(({ id, stop, orderNumber, customer: { suburb, address } }) => ({
    deliveryId: id,
    stop,
    orderNumber,
    suburb,
    addressLine1: address,
    addressLine2: '',
  }));
  const numbers = arrangeStops(stops, ids, after);
  return deliveries.filter(({ id, stop }) => numbers.get(id) !== stop);
}
