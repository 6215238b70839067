import { useQuery } from '@tanstack/react-query';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  refundQuoteQuery,
  type WhatToRefund,
} from '#areas/orders/web/portal/admin-orders-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { centsOf } from './order-money.ts';

type QuoteProps = { order: AdminOrderReply; what: WhatToRefund };

/** What the server would refund, or why it would not. */
export function RefundQuote({ order, what }: QuoteProps) {
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
export function RefundButton({ order, what, isBusy, onRefund }: RefundButtonProps) {
  const { data, error } = useQuery({
    ...refundQuoteQuery(order, what ?? { amount: '0.00' }),
    enabled: what !== null,
  });
  const amount = what !== null && !error && data ? formatDollars(centsOf(data.amount)) : null;
  return (
    <Button
      size="small"
      className="max-md:min-h-11"
      disabled={amount === null}
      busy={isBusy}
      busyLabel="Refunding…"
      onClick={onRefund}
    >
      {amount === null ? 'Refund' : `Refund ${amount}`}
    </Button>
  );
}
