import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { isPayable } from '#areas/order-book/rules/phone-order.ts';
import {
  phoneOrdersQuery,
  sendLinkAgain,
  sendPhoneCancel,
  sendPhoneSeen,
} from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { TODAY_KEY } from '#areas/order-book/web/use-today.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';

/** Shows the list as it is now, whatever came of it. */
const REFRESHED = [{ queryKey: phoneOrdersQuery.queryKey }, { queryKey: TODAY_KEY }];
const TOLD = { refresh: REFRESHED, toastsFailure: true };

/** What can be done with a phone order as it is. Taking it up again opens a new one; nothing is changed in place. */
export function PhoneOrderActions({ order }: { order: PhoneOrderReply }) {
  const { id, state, link, seenAt, customer } = order;
  const [isCancelling, setIsCancelling] = useState(false);
  const again = useChange(() => sendLinkAgain(order), { ...TOLD, says: 'Pay Link Sent Again' });
  const seen = useChange(() => sendPhoneSeen(id), { ...TOLD, says: 'Ticked Off' });
  if (state === 'paid' || state === 'ending') return null;
  if (isPayable(state)) {
    return (
      <>
        {link !== null && (
          <div className="max-w-xl">
            <CopyField label="Pay link" value={link} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            busy={again.isBusy}
            busyLabel="Sending…"
            aria-label={`Send again to ${customerName(customer)}`}
            onClick={() => again.run()}
          >
            Send again
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Cancel the order of ${customerName(customer)}`}
            onClick={() => setIsCancelling(true)}
          >
            Cancel…
          </Button>
        </div>
        <CancelDialog order={order} open={isCancelling} onClose={() => setIsCancelling(false)} />
      </>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={paths.phoneOrder({ from: id })} className={buttonClass('secondary', 'small')}>
        Take it up again
      </Link>
      {state === 'not_paid' && seenAt === null && (
        <Button
          variant="quiet"
          size="small"
          busy={seen.isBusy}
          aria-label={`Seen: ${customerName(customer)} did not pay`}
          onClick={() => seen.run()}
        >
          Seen
        </Button>
      )}
    </div>
  );
}

type CancelDialogProps = { order: PhoneOrderReply; open: boolean; onClose: () => void };

function CancelDialog({ order, open, onClose }: CancelDialogProps) {
  const [notify, setNotify] = useState(true);
  const cancelling = useChange(() => sendPhoneCancel(order.id, notify), {
    ...TOLD,
    says: 'Phone Order Cancelled',
    onDone: onClose,
    onFailure: onClose,
  });
  return (
    <ActionDialog
      open={open}
      title={`Cancel the order of ${customerName(order.customer)}?`}
      act="Cancel order"
      keep="Keep order"
      danger
      change={{ isBusy: cancelling.isBusy }}
      busyLabel="Cancelling…"
      go={() => cancelling.run()}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>The link stops working, and the places are free for others. Nothing was charged.</p>
        <label className="inline-flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={notify}
            onChange={(event) => setNotify(event.target.checked)}
            className="size-5 shrink-0"
          />
          Tell the customer
        </label>
      </div>
    </ActionDialog>
  );
}
