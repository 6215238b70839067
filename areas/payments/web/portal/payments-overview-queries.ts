import { freshQuery } from '#platform/web/api/call-query.ts';
import { getPaymentsOverview } from '#areas/payments/calls/admin-payments.ts';
import { type AfterChange, useChange } from '#platform/web/api/use-change.ts';

const LOOK_AGAIN_MS = 30_000;

/** Events from the card provider do not show up in the live order stream, so this is polled while shown. */
export const paymentsOverviewQuery = freshQuery(
  ['payment-desk'],
  getPaymentsOverview,
  {},
  { refetchInterval: LOOK_AGAIN_MS },
);

/** Asks for the page again, also after a refusal. */
export function usePaymentsChange<Reply, Given = void>(
  send: (given: Given) => Promise<Reply>,
  after: Omit<AfterChange<Reply, Given>, 'refresh'>,
) {
  return useChange(send, { ...after, refresh: [paymentsOverviewQuery] });
}
