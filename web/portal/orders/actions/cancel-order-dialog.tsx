import { useState } from 'react';
import type { AdminOrderReply } from '#contract/admin-orders.ts';
import { formatDollars } from '#domain/money.ts';
import { canCancelOrder } from '#domain/ordering/status/order-status.ts';
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx';
import { refundableCents } from '../detail/order-money.ts';

type CancelOrderDialogProps = {
  /** Null: closed. */
  order: AdminOrderReply | null;
  isBusy: boolean;
  onCancelOrder: (order: AdminOrderReply, refund: 'full' | 'none') => void;
  onClose: () => void;
};

export function CancelOrderDialog({
  order,
  isBusy,
  onCancelOrder,
  onClose,
}: CancelOrderDialogProps) {
  const [shouldRefund, setShouldRefund] = useState(true);
  const [asked, setAsked] = useState(order);
  if (order !== asked) {
    setAsked(order);
    setShouldRefund(true);
  }
  return (
    <ConfirmDialog
      open={order !== null}
      title="Cancel order"
      confirmLabel="Cancel Order"
      cancelLabel="Keep order"
      busyLabel="Cancelling…"
      busy={isBusy}
      onConfirm={() => order && onCancelOrder(order, shouldRefund ? 'full' : 'none')}
      onCancel={onClose}
    >
      {order && (
        <div className="grid gap-3">
          <p>
            Are you sure you want to cancel order {order.orderNumber}? This will mark the order as
            cancelled.
          </p>
          <RefundChoice order={order} shouldRefund={shouldRefund} onChoose={setShouldRefund} />
        </div>
      )}
    </ConfirmDialog>
  );
}

type RefundChoiceProps = {
  order: AdminOrderReply;
  shouldRefund: boolean;
  onChoose: (shouldRefund: boolean) => void;
};

function RefundChoice({ order, shouldRefund, onChoose }: RefundChoiceProps) {
  const cents = refundableCents(order);
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
