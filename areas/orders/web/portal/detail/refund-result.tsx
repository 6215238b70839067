import type { RefundReply } from '#areas/order-book/calls/admin-orders.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { describeRefund } from './order-money.ts';

type ResultProps = {
  refund: RefundReply;
  isTold: boolean;
  isBusy: boolean;
  onAgain: () => void;
  onClose: () => void;
};

/** What became of a refund, with another try for one that failed. */
export function RefundResult({ refund, isTold, isBusy, onAgain, onClose }: ResultProps) {
  const hasFailed = refund.state === 'failed';
  return (
    <Dialog
      open
      onClose={onClose}
      title={hasFailed ? 'The refund failed' : 'Refund'}
      actions={
        <>
          <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={onClose}>
            {hasFailed ? 'Leave it' : 'Done'}
          </Button>
          {hasFailed && (
            <Button
              size="small"
              className="max-md:min-h-11"
              busy={isBusy}
              busyLabel="Refunding…"
              onClick={onAgain}
            >
              Try again
            </Button>
          )}
        </>
      }
    >
      <Notice tone={hasFailed ? 'error' : 'success'} announce="polite">
        <p>{describeRefund(refund)}</p>
        {refund.failureReason !== null && <p>{refund.failureReason}</p>}
      </Notice>
      <p className="mt-3">
        {isTold && !hasFailed
          ? 'The customer gets an email with the amount and your reason.'
          : 'The customer gets no email about it.'}
      </p>
    </Dialog>
  );
}
