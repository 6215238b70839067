import { useQuery } from '@tanstack/react-query';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { CancelReply } from '#areas/orders/calls/cancel.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { canCancelOrder, LONGEST_REFUND_NOTE } from '#areas/order-book/rules/order-status.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { cancelPreviewQuery } from '#areas/orders/web/portal/move-deliveries-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { centsOf } from '#areas/orders/web/portal/detail/order-money.ts';
import type { OrderAction } from '#areas/orders/web/portal/order-action.ts';

type CancelOrderDialogProps = {
  order: AdminOrderReply;
  isBusy: boolean;
  onCancel: (action: OrderAction) => void;
  onClose: () => void;
};

/** Of an order of which something has arrived, only what is still to come can be cancelled instead. */
export function CancelOrderDialog({ order, isBusy, onCancel, onClose }: CancelOrderDialogProps) {
  const [shouldRefund, setShouldRefund] = useState(true);
  const [reason, setReason] = useState('');
  const ids = aheadOf(order);
  const isPartly = ids.length > 0 && order.deliveries.some(({ status }) => status === 'delivered');
  const [extent, setExtent] = useState<Extent>('ahead');
  // What is done in the reason's name does not depend on it.
  const preview = useQuery({
    ...cancelPreviewQuery({ deliveryIds: ids, reason: 'Order cancelled' }),
    enabled: isPartly,
  });
  const isAhead = isPartly && extent === 'ahead';
  const refused = preview.data?.results.find(({ ok }) => !ok);

  function go() {
    if (isAhead) {
      if (preview.data)
        onCancel({ kind: 'ahead', order, ids, previewHash: preview.data.previewHash });
    } else if (canCancelOrder(order))
      onCancel({
        kind: 'cancel',
        order,
        refund: shouldRefund ? 'full' : 'none',
        reason: reason.trim(),
      });
    else onCancel({ kind: 'status', order, status: 'cancelled' });
  }
  return (
    <ActionDialog
      title="Cancel order"
      act={isAhead ? `Cancel the ${ids.length} still to come` : 'Cancel Order'}
      keep="Keep order"
      busyLabel="Cancelling…"
      change={{ isBusy }}
      isReady={!isAhead || !refused}
      preview={isAhead ? preview : undefined}
      go={go}
      onClose={onClose}
      danger
    >
      {isPartly ? (
        <ExtentChoice
          order={order}
          count={ids.length}
          preview={preview.data}
          extent={extent}
          onChoose={setExtent}
        />
      ) : (
        <p>
          Are you sure you want to cancel order {order.orderNumber}? This will mark the order as
          cancelled.
        </p>
      )}
      {isAhead && (preview.error ?? refused) && (
        <Notice tone="error" announce="polite">
          <p>{preview.error ? describeFailure(preview.error) : refused?.message}</p>
        </Notice>
      )}
      {!isAhead && (
        <RefundChoice order={order} shouldRefund={shouldRefund} onChoose={setShouldRefund} />
      )}
      {!isAhead && !shouldRefund && (
        <TextField
          label="Why the money is kept"
          hint="For your records"
          value={reason}
          maxLength={LONGEST_REFUND_NOTE}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ActionDialog>
  );
}

/** Its deliveries that no one has yet. */
function aheadOf({ deliveries }: AdminOrderReply): number[] {
  return deliveries
    .filter(({ status }) => !isEnded(status) && status !== 'out')
    .map(({ id }) => id);
}

type Extent = 'ahead' | 'all';

type ExtentChoiceProps = {
  order: AdminOrderReply;
  count: number;
  /** Undefined: not known yet. */
  preview: CancelReply | undefined;
  extent: Extent;
  onChoose: (extent: Extent) => void;
};

function ExtentChoice({ order, count, preview, extent, onChoose }: ExtentChoiceProps) {
  const arrived = order.deliveries.filter(({ status }) => status === 'delivered').length;
  return (
    <ChoiceCards
      legend={`${arrived} of ${order.deliveries.length} deliveries of ${order.orderNumber} ${arrived === 1 ? 'has' : 'have'} arrived. Cancel:`}
      columns={1}
      value={extent}
      choices={[
        {
          value: 'ahead',
          label: count === 1 ? 'Only the 1 still to come' : `Only the ${count} still to come`,
          description: 'What has arrived stays and is paid for.',
          detail: preview ? `${amountInDollars(preview.amount)} back` : '…',
        },
        {
          value: 'all',
          label: 'The whole order',
          description: 'The refund covers what has arrived, too.',
        },
      ]}
      onChange={onChoose}
    />
  );
}

type RefundChoiceProps = {
  order: AdminOrderReply;
  shouldRefund: boolean;
  onChoose: (shouldRefund: boolean) => void;
};

function RefundChoice({ order, shouldRefund, onChoose }: RefundChoiceProps) {
  const cents = centsOf(order.left);
  if (cents <= 0) return <p>Already refunded in full.</p>;
  const amount = formatDollars(cents);
  // When the dropdown cancels a delivered order, the refund is not optional.
  if (!canCancelOrder(order)) {
    return <p>It has already been delivered. {amount} will be refunded to the card.</p>;
  }
  return (
    <label className="inline-flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={shouldRefund}
        onChange={(event) => onChoose(event.target.checked)}
        className="size-5 shrink-0"
      />
      Refund {amount} to the card
    </label>
  );
}
