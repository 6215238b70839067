/** Stands in for the server in component tests: it answers the calls of `contract/` that a test gives answers for, and no others. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint, ErrorReply } from '#platform/calls/endpoint.ts';

export type SentRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
};

type Reply<R extends z.ZodType> = z.input<R> | Refusal | Unreachable;

type Answer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  request: SentRequest<P, Q, B>,
) => Reply<R> | Promise<Reply<R>>;

export type FakeServer = {
  /** Decides what a call is answered from now on. */
  answers: <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    endpoint: Endpoint<P, Q, B, R>,
    answer: Answer<P, Q, B, R>,
  ) => void;
  /** The requests of a call so far, as the server reads them. */
  sent: <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    endpoint: Endpoint<P, Q, B, R>,
  ) => SentRequest<P, Q, B>[];
};

class Refusal {
  readonly status: number;
  readonly reply: ErrorReply;
  readonly headers: Record<string, string>;

  constructor(status: number, reply: ErrorReply, headers: Record<string, string>) {
    this.status = status;
    this.reply = reply;
    this.headers = headers;
  }
}

/** An answer that is not OK, with its message, code and whatever else the contract has for it. */
export function refused<Conflict extends ErrorReply>(
  status: number,
  reply: Conflict,
  headers: Record<string, string> = {},
): Refusal {
  return new Refusal(status, reply, headers);
}

class Unreachable {}

/** No answer at all: the connection is gone. */
export const UNREACHABLE = new Unreachable();

/** Answers that never come. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

type Known = {
  endpoint: Endpoint;
  pattern: RegExp;
  answer: (request: never) => unknown;
  requests: unknown[];
};

/** For all tests of a file, each of which begins with a server that answers nothing. */
export function fakeServer(): FakeServer {
  const known = new Map<string, Known>();
  const troubles: string[] = [];

  beforeEach(() => {
    const throughToVite = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
      input.startsWith('/api/')
        ? unlessAborted(init, respond(input, init))
        : throughToVite(input, init),
    );
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    known.clear();
    // Whatever a page makes of a wrong call: it fails the test.
    expect(troubles.splice(0)).toEqual([]);
  });

  async function respond(address: string, { method = 'GET', body }: RequestInit) {
    const { pathname, searchParams } = new URL(address, location.origin);
    const found = [...known.values()].find(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname),
    );
    try {
      if (!found) throw new Error('the test gives no answer');
      const request = readRequest(found, pathname, searchParams, body);
      found.requests.push(request);
      return asResponse(found.endpoint, await found.answer(request as never));
    } catch (error) {
      if (error !== CONNECTION_LOST) troubles.push(`${method} ${pathname}: ${errorText(error)}`);
      throw error;
    }
  }

  return {
    answers: (endpoint, answer) => {
      const requests = known.get(callKey(endpoint))?.requests ?? [];
      // Params and replies of all calls in one list: each was checked against its own endpoint above.
      known.set(callKey(endpoint), {
        endpoint: endpoint as unknown as Endpoint,
        pattern: patternOf(endpoint.path),
        answer,
        requests,
      });
    },
    sent: (endpoint) => [...(known.get(callKey(endpoint))?.requests ?? [])] as never,
  };
}

/** As `fetch` throws it. */
const CONNECTION_LOST = new TypeError('Failed to fetch');

/** What does not fit the contract, line by line. */
function errorText(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : String(error);
}

function callKey({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function readRequest(
  { endpoint, pattern }: Known,
  pathname: string,
  search: URLSearchParams,
  body: RequestInit['body'],
) {
  const groups = Object.entries(pattern.exec(pathname)?.groups ?? {});
  const params = groups.map(([name, value]) => [name, decodeURIComponent(value)]);
  return {
    params: parseEntries(endpoint.params, params),
    query: parseEntries(endpoint.query, [...search]),
    body: endpoint.body.parse(typeof body === 'string' ? JSON.parse(body) : undefined),
  };
}

/** A call that takes none declares `undefined`. */
function parseEntries(schema: z.ZodType, entries: string[][]): unknown {
  const isNone = entries.length === 0 && schema.safeParse(undefined).success;
  return schema.parse(isNone ? undefined : Object.fromEntries(entries));
}

function asResponse(endpoint: Endpoint, reply: unknown): Response {
  if (reply instanceof Unreachable) throw CONNECTION_LOST;
  if (reply instanceof Refusal) {
    const { status, headers } = reply;
    return Response.json(reply.reply, { status, headers });
  }
  if (endpoint.status === 204) return new Response(null, { status: 204 });
  return Response.json(endpoint.reply.parse(reply), { status: endpoint.status });
}

function unlessAborted({ signal }: RequestInit, response: Promise<Response>): Promise<Response> {
  if (!signal) return response;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([response, aborted]);
}

// Stands in for server-sent events in component tests: a line that is up and on which nothing is said.

const lines = new Set<QuietLine>();

class QuietLine extends EventTarget {
  readonly readyState = 1;
  constructor() {
    super();
    lines.add(this);
  }
  close(): void {
    lines.delete(this);
  }
}

/** The line is lost (`error`) or up again (`ready`), for everyone who listens. */
export function tellLiveLine(news: 'error' | 'ready'): void {
  for (const line of lines) line.dispatchEvent(new Event(news));
}

export function quietLiveLine(): void {
  beforeEach(() => {
    vi.stubGlobal('EventSource', QuietLine);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}
