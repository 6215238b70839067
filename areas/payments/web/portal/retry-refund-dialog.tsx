import { amountInDollars } from '#platform/rules/money.ts';
import type { FailedRefundReply } from '#areas/payments/calls/admin-payments.ts';
import { sendRefundAgain } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { describeSentRefund } from './describe-payments.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { usePaymentsChange } from './use-payments-change.ts';

type RetryRefundDialogProps = {
  /** Null: closed. */
  refund: FailedRefundReply | null;
  onClose: () => void;
};

export function RetryRefundDialog({ refund, onClose }: RetryRefundDialogProps) {
  const sending = usePaymentsChange(({ id }: FailedRefundReply) => sendRefundAgain(id), {
    says: ({ amount, state }) => ({
      title: state === 'failed' ? 'Refund Failed' : 'Refund Sent Again',
      description: `${amountInDollars(amount)}: ${describeSentRefund(state)}`,
      tone: state === 'failed' ? 'error' : 'success',
    }),
    onDone: onClose,
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
      busy={sending.isBusy}
      isDestructive={false}
      onConfirm={() => refund && sending.run(refund)}
      onCancel={close}
    >
      {refund && (
        <div className="grid gap-3">
          <p>
            This sends {amountInDollars(refund.amount)} for order {refund.orderNumber} to the same
            card again. The failed refund stays in the order’s history.
          </p>
          <FailureNotice failure={sending.failure} />
        </div>
      )}
    </ConfirmDialog>
  );
}
