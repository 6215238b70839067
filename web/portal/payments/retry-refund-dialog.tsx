import { amountInDollars } from '#domain/money.ts';
import type { FailedRefundReply } from '#contract/admin-payments.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { sendRefundAgain } from '#web/api/portal/payments-overview.ts';
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { describeSentRefund } from './describe-payments.ts';
import { usePaymentsChange } from './use-payments-change.ts';

type RetryRefundDialogProps = {
  /** Null: closed. */
  refund: FailedRefundReply | null;
  onClose: () => void;
};

export function RetryRefundDialog({ refund, onClose }: RetryRefundDialogProps) {
  const sending = usePaymentsChange({
    send: ({ id }: FailedRefundReply) => sendRefundAgain(id),
    tell: ({ amount, state }) => ({
      title: state === 'failed' ? 'Refund Failed' : 'Refund Sent Again',
      description: `${amountInDollars(amount)}: ${describeSentRefund(state)}`,
      tone: state === 'failed' ? 'error' : 'success',
    }),
    onDone: onClose,
    failsIn: 'dialog',
  });

  function close() {
    sending.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      open={refund !== null}
      title="Send this refund again?"
      confirmLabel="Send again"
      cancelLabel="Not now"
      busyLabel="Sending…"
      busy={sending.isPending}
      isDestructive={false}
      onConfirm={() => refund && sending.mutate(refund)}
      onCancel={close}
    >
      {refund && (
        <div className="grid gap-3">
          <p>
            This sends {amountInDollars(refund.amount)} for order {refund.orderNumber} to the same
            card again. The failed refund stays in the order’s history.
          </p>
          {sending.error && (
            <Notice tone="error" announce="now">
              <p>{describeFailure(sending.error)}</p>
            </Notice>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
