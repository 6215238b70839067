import { queryOptions } from '@tanstack/react-query';
import { getSubscription, unsubscribe } from '#areas/waitlist/calls/waitlist.ts';
import { call } from '#platform/web/api/client.ts';

/** Whose unsubscribe link it is. */
export function subscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) => call(getSubscription, { query: { token }, signal }),
  });
}

export const stopEmails = (token: string) => call(unsubscribe, { query: { token } });
