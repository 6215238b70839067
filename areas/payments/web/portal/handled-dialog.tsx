import { amountInDollars } from '#platform/rules/money.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { FailedRefundReply } from '#areas/payments/calls/admin-payments.ts';
import { LONGEST_REFUND_NOTE } from '#areas/order-book/rules/refund-state.ts';
import { sendRefundHandled } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { usePaymentsChange } from './use-payments-change.ts';

type HandledDialogProps = {
  /** Null: closed. */
  refund: FailedRefundReply | null;
  onClose: () => void;
};

export function HandledDialog({ refund, onClose }: HandledDialogProps) {
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const handling = usePaymentsChange(
    ({ id }: FailedRefundReply) => sendRefundHandled(id, note.trim()),
    {
      says: (_, { orderNumber }) => ({
        title: 'Refund Handled',
        description: `Your note is in the history of order ${orderNumber}.`,
        tone: 'success',
      }),
      onDone: reset,
    },
  );

  function reset() {
    setNote('');
    setAsked(false);
    onClose();
  }

  function close() {
    handling.reset();
    reset();
  }

  function confirm() {
    setAsked(true);
    if (refund && note.trim() !== '') handling.run(refund);
  }

  return (
    <ActionDialog
      open={refund !== null}
      title="Mark this refund as handled?"
      act="Mark as handled"
      keep="Not now"
      busyLabel="Saving…"
      change={handling}
      go={confirm}
      onClose={close}
    >
      {refund && (
        <>
          <p>
            This takes the refund of {amountInDollars(refund.amount)} for order {refund.orderNumber}{' '}
            off the list. No money moves, so only do this once the customer has been paid.
          </p>
          <TextField
            label="What was done"
            placeholder="Bank transfer on Friday, receipt 4711"
            maxLength={LONGEST_REFUND_NOTE}
            value={note}
            error={isAsked && note.trim() === '' ? 'Please enter what was done' : null}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}
