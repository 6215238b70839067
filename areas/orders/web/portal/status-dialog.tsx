import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { ManyStatusReply } from '#areas/orders/calls/order-bulk.ts';
import { ORDER_STATUSES, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import {
  manyStatusPreviewQuery,
  sendManyStatus,
} from '#areas/orders/web/portal/order-bulk-queries.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { BulkPreview } from '#platform/web/portal/bulk-preview.tsx';
import { orderCount, statusSums, toBulkRow } from './describe-many.ts';

type StatusDialogProps = {
  ids: readonly number[];
  onDone: (reply: ManyStatusReply, status: OrderStatus) => void;
  onClose: () => void;
};

/** Which status, and what it does to each before it is done. */
export function StatusDialog({ ids, onDone, onClose }: StatusDialogProps) {
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const [refunds, setRefunds] = useState(true);
  const refund = refunds ? ('full' as const) : ('none' as const);
  const ask = { ids: [...ids], status: status ?? 'confirmed', refund };
  const preview = useQuery({
    ...manyStatusPreviewQuery(ask),
    enabled: status !== null,
    placeholderData: keepPreviousData,
  });
  const set = useChange(sendManyStatus, {
    onDone: (reply, sent) => onDone(reply, sent.status),
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'preview_changed') void preview.refetch();
    },
    refresh: [{ queryKey: ['admin-orders'] }],
  });
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
