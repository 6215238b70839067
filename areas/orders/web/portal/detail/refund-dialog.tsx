import { useQueryClient, useQuery } from '@tanstack/react-query';
import { type Failure, conflictIn } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useDeferredValue, useState } from 'react';
import {
  type AdminOrderReply,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
  type RefundReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { LONGEST_REFUND_NOTE } from '#areas/order-book/rules/refund-state.ts';
import {
  sendRefund,
  refundQuoteQuery,
  type WhatToRefund,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { isErased } from './describe-order.ts';
import { kindsLeft, NOTHING_CHOSEN, type RefundChoice, whatToRefund } from './refund-choice.ts';
import { RefundWhat } from './refund-what.tsx';
import { describeRefund, centsOf } from './order-money.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';

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
          <Button variant="secondary" size="small" onClick={onClose}>
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
  const conflict = conflictIn<OrderConflictReply>(failure, ORDER_CONFLICT_CODES);
  if (!conflict) return <FailureNotice failure={failure} title="Nothing was refunded" />;
  return (
    <Notice tone="error" announce="now" title="Nothing was refunded">
      <ConflictText conflict={conflict} />
    </Notice>
  );
}

type ResultProps = {
  refund: RefundReply;
  isTold: boolean;
  isBusy: boolean;
  onAgain: () => void;
  onClose: () => void;
};

/** What became of a refund, with another try for one that failed. */
function RefundResult({ refund, isTold, isBusy, onAgain, onClose }: ResultProps) {
  const hasFailed = refund.state === 'failed';
  return (
    <Dialog
      open
      onClose={onClose}
      title={hasFailed ? 'The refund failed' : 'Refund'}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            {hasFailed ? 'Leave it' : 'Done'}
          </Button>
          {hasFailed && (
            <Button size="small" busy={isBusy} busyLabel="Refunding…" onClick={onAgain}>
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

type QuoteProps = { order: AdminOrderReply; what: WhatToRefund };

/** What the server would refund, or why it would not. */
function RefundQuote({ order, what }: QuoteProps) {
  const { data, error } = useQuery(refundQuoteQuery(order, what));
  if (error) {
    return (
      <Notice tone="warning" announce="polite" title="This can’t be refunded">
        <p>{describeFailure(error)}</p>
      </Notice>
    );
  }
  return (
    <p role="status" className="rounded-2xl bg-sunken px-4 py-3">
      {data ? (
        <>
          <strong className="text-lg tabular-nums">
            {formatDollars(centsOf(data.amount))} goes back to the card
          </strong>
          {data.fee !== '0.00' && data.fee !== data.amount && (
            <span className="block">With {formatDollars(centsOf(data.fee))} for delivery.</span>
          )}
          <span className="block text-sm text-ink-soft">
            {data.left === '0.00'
              ? 'Then nothing of the payment is left.'
              : `Then ${formatDollars(centsOf(data.left))} of the payment is left.`}
          </span>
        </>
      ) : (
        'Working out the price…'
      )}
    </p>
  );
}

type RefundButtonProps = {
  order: AdminOrderReply;
  /** Null: not all is filled in. */
  what: WhatToRefund | null;
  isBusy: boolean;
  onRefund: () => void;
};

/** Only what has a price can be sent. */
function RefundButton({ order, what, isBusy, onRefund }: RefundButtonProps) {
  const { data, error } = useQuery({
    ...refundQuoteQuery(order, what ?? { amount: '0.00' }),
    enabled: what !== null,
  });
  const amount = what !== null && !error && data ? formatDollars(centsOf(data.amount)) : null;
  return (
    <Button
      size="small"
      disabled={amount === null}
      busy={isBusy}
      busyLabel="Refunding…"
      onClick={onRefund}
    >
      {amount === null ? 'Refund' : `Refund ${amount}`}
    </Button>
  );
}
