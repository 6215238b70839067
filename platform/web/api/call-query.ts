import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#platform/calls/endpoint.ts';
import { call, type CallRequest } from './client.ts';

type Rest<Reply, Key extends QueryKey> = Omit<
  UseQueryOptions<Reply, Error, Reply, Key>,
  'queryKey' | 'queryFn'
>;

/** What the call is asked with, which may be left out where it needs nothing, and how the query behaves. */
type QueryRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, Options> =
  Record<never, never> extends CallRequest<P, Q, B>
    ? [request?: CallRequest<P, Q, B>, options?: Options]
    : [request: CallRequest<P, Q, B>, options?: Options];

/** Asks again once the reply is older than the client's own limit. */
export function callQuery<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  Key extends QueryKey,
>(
  queryKey: Key,
  endpoint: Endpoint<P, Q, B, R>,
  ...[request, options]: QueryRequest<P, Q, B, Rest<z.output<R>, Key>>
) {
  return queryOptions<z.output<R>, Error, z.output<R>, Key>({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, { ...(request as CallRequest<P, Q, B>), signal }),
    ...options,
  });
}

/** Asks again whenever it is shown. */
export function freshQuery<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  Key extends QueryKey,
>(
  queryKey: Key,
  endpoint: Endpoint<P, Q, B, R>,
  ...given: QueryRequest<P, Q, B, Rest<z.output<R>, Key>>
) {
  return { ...callQuery(queryKey, endpoint, ...given), staleTime: 0 };
}

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

/** A list that comes a page at a time, each with what asks for the next. Refetched whenever it is shown. */
export function pagedQuery<Page extends { nextCursor: number | null }>(
  queryKey: QueryKey,
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      load(pageParam === null ? {} : { cursor: String(pageParam) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}
