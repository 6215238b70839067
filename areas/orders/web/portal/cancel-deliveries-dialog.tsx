import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { LONGEST_DELIVERY_NOTE } from '#areas/orders/calls/move-deliveries.ts';
import {
  refundPreviewQuery,
  sendDeliveryRefund,
} from '#areas/orders/web/portal/move-deliveries-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { BulkPreview, countOf, toldText } from '#platform/web/portal/bulk-preview.tsx';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';
import { type BulkOutcome, useBulkAction } from '#areas/orders/web/portal/use-bulk-action.ts';

type CancelDeliveriesDialogProps = {
  deliveries: readonly Pick<AdminOrderReply['deliveries'][number], 'id' | 'date' | 'timeSlot'>[];
  /** It is all that is left of its order. */
  endsOrder?: boolean;
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

/** Not cooked, not brought, and the money goes back: how much, to whom, and why. */
export function CancelDeliveriesDialog({
  deliveries,
  endsOrder = false,
  onDone,
  onClose,
}: CancelDeliveriesDialogProps) {
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const ids = deliveries.map(({ id }) => id);
  // The reason changes nothing of the sums.
  const preview = useQuery({
    ...refundPreviewQuery({ ids, notify, reason: 'Preview' }),
    placeholderData: keepPreviousData,
  });
  const action = useBulkAction({
    send: sendDeliveryRefund,
    what: 'cancelled',
    onDone,
    onStale: () => void preview.refetch(),
  });
  const { data } = preview;
  const count = data?.results.filter(({ ok }) => ok).length ?? 0;
  return (
    <ConfirmDialog
      open
      title={`Cancel ${nameOf(deliveries)}`}
      confirmLabel={data && count > 0 ? `Cancel and refund $${data.amount}` : 'Cancel and refund'}
      cancelLabel="Back"
      busy={action.isPending}
      busyLabel="Cancelling…"
      isConfirmable={count > 0 && reason.trim() !== '' && !preview.isPlaceholderData}
      onConfirm={() =>
        data && action.mutate({ ids, notify, reason, previewHash: data.previewHash })
      }
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label="Reason"
          hint="For your records"
          value={reason}
          maxLength={LONGEST_DELIVERY_NOTE}
          onChange={(event) => setReason(event.target.value)}
        />
        <CheckChip checked={notify} onToggle={() => setNotify(!notify)}>
          Tell the customer
        </CheckChip>
        <BulkPreview
          results={data?.results}
          error={preview.isFetching ? null : preview.error}
          onRetry={() => void preview.refetch()}
          sums={
            data
              ? [
                  `${countOf(count)} cancelled, $${data.amount} goes back. Nothing of it is cooked or driven, and the places are free.`,
                  ...(endsOrder ? ['Nothing else is in the order, so it is cancelled.'] : []),
                  toldText(data.told),
                ]
              : []
          }
        />
      </div>
    </ConfirmDialog>
  );
}

/** "Tue 13 Jan, 11am-1pm", "3 deliveries". */
function nameOf(deliveries: CancelDeliveriesDialogProps['deliveries']): string {
  const [only, ...others] = deliveries;
  return only && others.length === 0
    ? deliveryText(only.date, only.timeSlot)
    : `${deliveries.length} deliveries`;
}
