import { useQueryClient } from '@tanstack/react-query';
import { type Failure, refusalOf } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useDeferredValue, useState } from 'react';
import {
  type AdminOrderReply,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { LONGEST_REFUND_NOTE } from '#areas/order-book/rules/refund-state.ts';
import { sendRefund } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { isErased } from './describe-order.ts';
import { kindsLeft, NOTHING_CHOSEN, type RefundChoice, whatToRefund } from './refund-choice.ts';
import { RefundButton, RefundQuote } from './refund-quote.tsx';
import { RefundResult } from './refund-result.tsx';
import { RefundWhat } from './refund-what.tsx';

type RefundDialogProps = { order: AdminOrderReply; onClose: () => void };

/** Refunds part of an order: the server's price first, then what became of it. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<RefundChoice>(() => ({
    ...NOTHING_CHOSEN,
    kind: kindsLeft(order)[0] ?? 'amount',
  }));
  const [reason, setReason] = useState('');
  const [shouldNotify, setShouldNotify] = useState(!isErased(order));
  const what = whatToRefund(useDeferredValue(choice));
  const sending = useChange(
    (refund: Parameters<typeof sendRefund>[1]) => sendRefund(order, refund),
    {
      onDone(after) {
        cacheOrder(client, after);
        refreshAround(client, after.id);
      },
    },
  );
  const made = sending.result?.refunds.at(-1);
  const isReady = what !== null && reason.trim() !== '';
  const send = () => {
    if (what && isReady) sending.run({ what, reason: reason.trim(), notify: shouldNotify });
  };
  if (made) {
    return (
      <RefundResult
        refund={made}
        isTold={sending.given?.notify ?? false}
        onAgain={() => sending.given && sending.run(sending.given)}
        isBusy={sending.isBusy}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Refund money of ${order.orderNumber}`}
      actions={
        <>
          <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={onClose}>
            Back
          </Button>
          <RefundButton
            order={order}
            what={isReady ? what : null}
            isBusy={sending.isBusy}
            onRefund={send}
          />
        </>
      }
    >
      <div className="grid gap-4">
        <RefundWhat
          order={order}
          choice={choice}
          onChange={(next) => {
            setChoice(next);
            sending.reset();
          }}
        />
        {what && <RefundQuote order={order} what={what} />}
        {order.deliveries.some(({ status }) => !isEnded(status)) && (
          <p className="text-sm text-ink-soft">
            The food is still brought. Not wanted? Go back and cancel the delivery or the order.
          </p>
        )}
        <TextAreaField
          label="Reason"
          rows={2}
          maxLength={LONGEST_REFUND_NOTE}
          hint={shouldNotify ? 'The customer reads this.' : 'Kept with the refund, for staff.'}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {!isErased(order) && (
          <label className="inline-flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={shouldNotify}
              onChange={(event) => setShouldNotify(event.target.checked)}
            />
            <span className="min-w-0">
              Email the customer <span className="break-words">({order.customer.email})</span>
            </span>
          </label>
        )}
        <Refusal failure={sending.failure} />
      </div>
    </Dialog>
  );
}

function Refusal({ failure }: { failure: Failure | null }) {
  const conflict = refusalOf<OrderConflictReply>(failure, ORDER_CONFLICT_CODES);
  if (!conflict) return <FailureNotice failure={failure} title="Nothing was refunded" />;
  return (
    <Notice tone="error" announce="now" title="Nothing was refunded">
      <ConflictText conflict={conflict} />
    </Notice>
  );
}
