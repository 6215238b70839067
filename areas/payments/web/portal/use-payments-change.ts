import { paymentsOverviewQuery } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { type AfterChange, useChange } from '#platform/web/api/use-change.ts';

/** Asks for the page anew, also after a refusal. */
export function usePaymentsChange<Reply, Given = void>(
  send: (given: Given) => Promise<Reply>,
  after: Omit<AfterChange<Reply, Given>, 'refresh'>,
) {
  return useChange(send, { ...after, refresh: [paymentsOverviewQuery] });
}
