import { freshQuery } from '#platform/web/api/call-query.ts';
import { queryOptions } from '@tanstack/react-query';
import { getPayPage, openPayLink } from '#areas/checkout/calls/phone-orders.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';

/** What a caller has ordered on the phone, by the secret in their link. Refetched whenever it is shown. */
export function payPageQuery(token: string) {
  return freshQuery(['pay-page', token], getPayPage, { params: { token } });
}

/** Opens their payment, or finds the one that is open. `clockOffsetMs` as of `checkoutQuery`. */
export function payLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['pay-link', token],
    gcTime: 0,
    // A reply that is not OK stays so.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    queryFn: async ({ client }) => {
      const checkout = await call(openPayLink, { params: { token } });
      const week = await client.fetchQuery({ ...orderingWeekQuery, staleTime: 0 });
      return { ...checkout, clockOffsetMs: Date.parse(week.now) - Date.now() };
    },
  });
}
