import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import type { BulkRow } from '#platform/web/portal/bulk-preview.tsx';
import { BulkResult } from '#platform/web/portal/bulk-result.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { BulkOutcome } from './use-bulk-action.ts';
import { nameOfCustomer } from '#areas/orders/web/portal/detail/describe-order.ts';
import { deliveriesToMove, orderCount, type ShownSlots, toBulkRow } from './describe-many.ts';
import { MessageManyDialog } from './message-many-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

export type ManyAction = {
  kind: 'status' | 'message' | 'move';
  orders: readonly AdminOrderReply[];
};

type ManyDialogsProps = {
  /** Null: nothing is asked. */
  action: ManyAction | null;
  /** Which deliveries the list shows. */
  shown: ShownSlots;
  /** It is done; with the orders that stayed as they were. */
  onFinished: (stayed: ReadonlySet<number>) => void;
  onClose: () => void;
};

type Result = { title: string; rows: BulkRow[] };

/** Asks before it is done, and says how it went. */
export function ManyDialogs({ action, shown, onFinished, onClose }: ManyDialogsProps) {
  const [result, setResult] = useState<Result | null>(null);
  const ids = action?.orders.map(({ id }) => id) ?? [];

  function finish(title: string, rows: BulkRow[]) {
    setResult({ title, rows });
    onFinished(new Set(rows.filter(({ ok }) => !ok).map(({ id }) => id)));
  }
  return (
    <>
      {action?.kind === 'status' && (
        <StatusDialog
          ids={ids}
          onDone={({ results }, status) => {
            const done = results.filter(({ ok }) => ok).length;
            finish(`${orderCount(done)} set to ${status}`, results.map(toBulkRow));
          }}
          onClose={onClose}
        />
      )}
      {action?.kind === 'message' && (
        <MessageManyDialog
          ids={ids}
          onDone={({ emails, results }) => {
            const title =
              emails === 1 ? 'On its way to 1 customer' : `On its way to ${emails} customers`;
            finish(title, results.map(toBulkRow));
          }}
          onClose={onClose}
        />
      )}
      {action?.kind === 'move' && (
        <MoveOrders orders={action.orders} shown={shown} onDone={finish} onClose={onClose} />
      )}
      <BulkResult
        rows={result?.rows ?? null}
        title={result?.title ?? ''}
        onClose={() => setResult(null)}
      />
    </>
  );
}

type MoveOrdersProps = {
  orders: readonly AdminOrderReply[];
  shown: ShownSlots;
  onDone: (title: string, rows: BulkRow[]) => void;
  onClose: () => void;
};

function MoveOrders({ orders, shown, onDone, onClose }: MoveOrdersProps) {
  const today = useToday();
  const client = useQueryClient();
  const [{ deliveries, orderOf, staying }] = useState(() => deliveriesToMove(orders, shown));
  if (today === null) return null;

  function finish({ done, refused }: BulkOutcome) {
    void client.invalidateQueries({ queryKey: ['admin-orders'] });
    const whyOf = new Map(
      [...refused].map(([deliveryId, why]) => [orderOf.get(deliveryId) ?? 0, why]),
    );
    const moved = new Set(orderOf.values());
    const rows = orders.map((order) => {
      const message = moved.has(order.id)
        ? whyOf.get(order.id)
        : staying.find(({ id }) => id === -order.id)?.message;
      const { id, orderNumber } = order;
      const customer = nameOfCustomer(order);
      return toBulkRow({ id, ok: message === undefined, orderNumber, customer, message });
    });
    onDone(done === 1 ? '1 delivery moved' : `${done} deliveries moved`, rows);
  }
  return (
    <MoveDialog
      deliveries={deliveries}
      staying={staying}
      today={today}
      onDone={finish}
      onClose={onClose}
    />
  );
}
