import { queryOptions } from '@tanstack/react-query';
import { trackOrder } from '#contract/orders.ts';
import { call } from './client.ts';

export function trackedOrderQuery(token: string) {
  return queryOptions({
    queryKey: ['tracked-order', token],
    queryFn: ({ signal }) => call(trackOrder, { params: { token }, signal }),
  });
}
