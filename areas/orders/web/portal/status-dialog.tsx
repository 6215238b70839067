import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManyStatusReply } from '#areas/orders/calls/order-bulk.ts';
import { ORDER_STATUSES, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import {
  manyStatusPreviewQuery,
  sendManyStatus,
} from '#areas/orders/web/portal/order-bulk-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
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
  const client = useQueryClient();
  const { showToast } = useToast();
  const refund = refunds ? ('full' as const) : ('none' as const);
  const ask = { ids: [...ids], status: status ?? 'confirmed', refund };
  const preview = useQuery({
    ...manyStatusPreviewQuery(ask),
    enabled: status !== null,
    placeholderData: keepPreviousData,
  });
  const set = useMutation({
    mutationFn: sendManyStatus,
    onSuccess: (reply, sent) => onDone(reply, sent.status),
    onError: (error) => {
      if (error instanceof ApiError && error.reply?.code === 'preview_changed')
        void preview.refetch();
      showToast({ title: 'Nothing changed', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-orders'] }),
  });
  const { data, isPlaceholderData } = preview;
  const isKnown = status !== null && data !== undefined && !isPlaceholderData;
  const count = isKnown ? data.results.filter(({ ok }) => ok).length : 0;
  return (
    <ConfirmDialog
      open
      title={`Status of ${orderCount(ids.length)}`}
      confirmLabel={
        status === null || count === 0 ? 'Set status' : `Set ${orderCount(count)} to ${status}`
      }
      isDestructive={status === 'cancelled'}
      busy={set.isPending}
      busyLabel="Setting…"
      isConfirmable={count > 0}
      onConfirm={() => isKnown && set.mutate({ ...ask, previewHash: data.previewHash })}
      onCancel={onClose}
    >
      <div className="grid gap-4">
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
      </div>
    </ConfirmDialog>
  );
}
