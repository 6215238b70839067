import { amountInDollars } from '#platform/rules/money.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { RefundState } from '#areas/order-book/rules/refund-state.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

type Refund = TrackedOrderReply['refunds'][number];

const ON_ITS_WAY = 'is on its way to the card you paid with.';

const WORDS: Record<Exclude<RefundState, 'failed'>, string> = {
  wanted: ON_ITS_WAY,
  sent: ON_ITS_WAY,
  pending: ON_ITS_WAY,
  succeeded:
    'was refunded to the card you paid with. Banks usually show it within 5 to 10 business days.',
};

/** The status of each refund, a sentence each. */
export function RefundLines({ refunds }: { refunds: readonly Refund[] }) {
  const { phone } = useConfig().business;
  return refunds.map(({ amount, state, createdAt }) => (
    <p key={createdAt + amount} className="tabular-nums">
      {state === 'failed'
        ? `A refund of ${amountInDollars(amount)} did not go through. We’re looking into it. Please call us on ${phone}.`
        : `${amountInDollars(amount)} ${WORDS[state]}`}
    </p>
  ));
}
