import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#platform/calls/endpoint.ts';
import { call, type CallRequest } from './client.ts';

/** What a call would do, asked again whenever it is shown: it is only true now. */
export function dryRunQuery<P extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, z.ZodUndefined, B, R>,
  request: CallRequest<P, z.ZodUndefined, B>,
) {
  const { body } = request as { body: object };
  return queryOptions({
    queryKey: ['dry run', endpoint.path, request],
    queryFn: ({ signal }) =>
      call(endpoint, { ...request, body: { ...body, dryRun: true }, signal } as typeof request),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
