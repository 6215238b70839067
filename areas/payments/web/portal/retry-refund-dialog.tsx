import { amountInDollars } from '#platform/rules/money.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { FailedRefundReply } from '#areas/payments/calls/admin-payments.ts';
import { sendRefundAgain } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { describeSentRefund } from './describe-payments.ts';
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
    <ActionDialog
      open={refund !== null}
      title="Send this refund again?"
      act="Send again"
      keep="Not now"
      busyLabel="Sending…"
      change={sending}
      go={() => refund && sending.run(refund)}
      onClose={close}
    >
      {refund && (
        <p>
          This sends {amountInDollars(refund.amount)} for order {refund.orderNumber} to the same
          card again. The failed refund stays in the order’s history.
        </p>
      )}
    </ActionDialog>
  );
}
