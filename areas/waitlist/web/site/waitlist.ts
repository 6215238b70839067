import { queryOptions } from '@tanstack/react-query';
import {
  confirmNews,
  getNews,
  getSubscription,
  unsubscribe,
} from '#areas/waitlist/calls/waitlist.ts';
import { call } from '#platform/web/api/client.ts';

/** Whose unsubscribe link it is. */
export function subscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ['subscription', token],
    queryFn: ({ signal }) => call(getSubscription, { query: { token }, signal }),
  });
}

export const stopEmails = (token: string) => call(unsubscribe, { query: { token } });

/** Whose link it is, in the email that asks about news. */
export function newsQuery(token: string) {
  return queryOptions({
    queryKey: ['waitlist-news', token],
    queryFn: ({ signal }) => call(getNews, { query: { token }, signal }),
  });
}

export const sendConfirmNews = (token: string) => call(confirmNews, { body: { token } });
