import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { CardPayments } from './card-payments.ts';

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

/** Loads the configured gateway. */
async function loadCardPayments(payments: ConfigReply['payments']): Promise<CardPayments> {
  if (payments.mode === 'sandbox') return (await import('./sandbox-payments.tsx')).sandboxPayments;
  if (payments.mode === 'none') throw new Error('no cards are taken');
  return (await import('./stripe-payments.tsx')).createStripePayments(payments.publishableKey);
}
