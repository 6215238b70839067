import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConfigReply } from '#contract/config.ts';
import { loadCardPayments } from './card-payments.ts';

export function cardPaymentsQuery(payments: ConfigReply['payments']) {
  return queryOptions({
    queryKey: ['card-payments', payments],
    queryFn: () => loadCardPayments(payments),
    // Functions, not data: structural sharing does not apply.
    structuralSharing: false,
  });
}

export function useCardPayments(payments: ConfigReply['payments']) {
  const { data, error, refetch, isFetching } = useQuery(cardPaymentsQuery(payments));
  return { cardPayments: data, failed: error !== null && !isFetching, retry: () => void refetch() };
}
