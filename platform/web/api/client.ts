/** The only module that makes calls to the server. */
import type { z } from 'zod';
import type { Endpoint } from '#platform/calls/endpoint.ts';
import { ApiError } from './api-error.ts';
import { noteServerTime } from './server-time.ts';

type RequestPart<Name extends string, Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? { [name in Name]?: undefined }
    : { [name in Name]: z.input<Schema> };

export type CallRequest<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
> = RequestPart<'params', P> &
  RequestPart<'query', Q> &
  RequestPart<'body', B> & { signal?: AbortSignal };

/**
 * Makes a declared call. Throws ApiError for any reply that is not OK, and whatever `fetch` throws without a reply.
 * Does not check the reply: the server checks it against the same declaration.
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, request: CallRequest<P, Q, B>): Promise<z.output<R>> {
  const text = await (await send(endpoint, request)).text();
  return (text === '' ? undefined : JSON.parse(text)) as z.output<R>;
}

const etags = new WeakMap<object, string>();

/**
 * Makes a declared call again: `before`, the reply that this gave last, is given back when nothing changed since, and the
 * server sends no body for it. Throws like `call`.
 */
export async function callAgain<P extends z.ZodType, Q extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, z.ZodUndefined, R>,
  request: CallRequest<P, Q, z.ZodUndefined>,
  before: (z.output<R> & object) | undefined,
): Promise<z.output<R> & object> {
  const known = before && etags.get(before);
  const response = await send(endpoint, request, known);
  if (response.status === 304 && before) return before;
  const reply = (await response.json()) as z.output<R> & object;
  const etag = response.headers.get('etag');
  if (etag !== null) etags.set(reply, etag);
  return reply;
}

export type CalledFile = { name: string; blob: Blob };

/** Makes a declared call whose reply is a file, with the name the server gives it. Throws like `call`. */
export async function callForFile<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, request: CallRequest<P, Q, B>): Promise<CalledFile> {
  const response = await send(endpoint, request);
  const disposition = response.headers.get('content-disposition') ?? '';
  const [, name = 'download'] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return { name, blob: await response.blob() };
}

export function addressOf<P extends z.ZodType, Q extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, z.ZodUndefined, R>,
  request: Omit<CallRequest<P, Q, z.ZodUndefined>, 'signal'>,
): string {
  const { params, query } = request as Record<'params' | 'query', unknown>;
  return urlOf(endpoint.path, params, query);
}

async function send(endpoint: Endpoint, request: object, known?: string): Promise<Response> {
  const { params, query, body, signal } = request as Record<
    'params' | 'query' | 'body',
    unknown
  > & {
    signal?: AbortSignal;
  };
  const response = await fetch(urlOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    ...(known !== undefined && { headers: { 'if-none-match': known } }),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  noteServerTime(response.headers);
  if (!response.ok && response.status !== 304) {
    const text = await response.text();
    const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
    const retryAfterSeconds = Number.isNaN(wait) ? null : wait;
    throw new ApiError(response.status, text || response.statusText, retryAfterSeconds);
  }
  return response;
}

function urlOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string | number>;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  // A list becomes one pair for each value.
  const search = new URLSearchParams(
    given.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  );
  return given.length === 0 ? filled : `${filled}?${search.toString()}`;
}
