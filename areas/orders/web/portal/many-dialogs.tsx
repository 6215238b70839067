import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { type BulkRow, BulkPreview, BulkResult } from '#platform/web/portal/bulk-result.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { BulkOutcome } from './use-bulk-action.ts';
import { nameOfCustomer } from '#areas/orders/web/portal/detail/describe-order.ts';
import {
  deliveriesToMove,
  orderCount,
  type ShownSlots,
  toBulkRow,
  statusSums,
} from './describe-many.ts';
import { MessageManyDialog } from './message-many-dialog.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type ManyStatusReply, setStatusOfMany } from '#areas/orders/calls/order-bulk.ts';
import { ORDER_STATUSES, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { call } from '#platform/web/api/client.ts';
import { dryRunQuery } from '#platform/web/api/call-query.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

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

type StatusDialogProps = {
  ids: readonly number[];
  onDone: (reply: ManyStatusReply, status: OrderStatus) => void;
  onClose: () => void;
};

/** Which status, and what it does to each before it is done. */
function StatusDialog({ ids, onDone, onClose }: StatusDialogProps) {
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const [refunds, setRefunds] = useState(true);
  const refund = refunds ? ('full' as const) : ('none' as const);
  const ask = { ids: [...ids], status: status ?? 'confirmed', refund };
  const preview = useQuery({
    ...dryRunQuery(setStatusOfMany, { body: ask }),
    enabled: status !== null,
    placeholderData: keepPreviousData,
  });
  const set = useChange(
    (agreed: typeof ask & { previewHash: string }) => call(setStatusOfMany, { body: agreed }),
    {
      onDone: (reply, sent) => onDone(reply, sent.status),
      preview,
      refresh: [{ queryKey: ['admin-orders'] }],
    },
  );
  const { data, isPlaceholderData } = preview;
  const isKnown = status !== null && data !== undefined && !isPlaceholderData;
  const count = isKnown ? data.results.filter(({ ok }) => ok).length : 0;
  return (
    <ActionDialog
      title={`Status of ${orderCount(ids.length)}`}
      act={status === null || count === 0 ? 'Set status' : `Set ${orderCount(count)} to ${status}`}
      danger={status === 'cancelled'}
      change={set}
      failureTitle="Nothing changed"
      busyLabel="Setting…"
      isReady={count > 0}
      go={() => isKnown && set.run({ ...ask, previewHash: data.previewHash })}
      onClose={onClose}
    >
      <SelectField
        label="Status"
        value={status ?? ''}
        onChange={(event) =>
          setStatus(ORDER_STATUSES.find((one) => one === event.target.value) ?? null)
        }
      >
        {status === null && <option value="">Choose a status</option>}
        {ORDER_STATUSES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {status === 'cancelled' && (
        <CheckChip checked={refunds} onToggle={() => setRefunds(!refunds)}>
          Refund what they paid to their cards
        </CheckChip>
      )}
      {status !== null && (
        <BulkPreview
          results={isKnown ? data.results.map(toBulkRow) : undefined}
          error={preview.isFetching ? null : preview.error}
          onRetry={() => void preview.refetch()}
          sums={isKnown ? statusSums(data, status) : []}
        />
      )}
    </ActionDialog>
  );
}
