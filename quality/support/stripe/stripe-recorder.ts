/**
 * Sits between the official `stripe` package and the sandbox: records each request with its reply, or replies itself.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type RecordedCall = {
  /** `POST /v1/payment_intents/:id/cancel`. */
  route: string;
  headers: IncomingHttpHeaders;
  /** From the body, or for a GET from the URL. */
  form: string;
  /** Null: the connection was cut. */
  status: number | null;
  reply: unknown;
};

/**
 * A reply instead of the sandbox's. `cut`: the connection ends without one. `lost`: the sandbox acts, but its reply is
 * dropped.
 */
export type FakeAnswer =
  | { status: number; body: object; headers?: Record<string, string> }
  | 'cut'
  | 'lost';

export type StripeRecorder = {
  host: string;
  port: number;
  calls: RecordedCall[];
  /** The next requests get these instead, one each. */
  answerWith(...answers: FakeAnswer[]): void;
  close(): Promise<void>;
};

/** Stripe's ids: `pi_…`, `re_…`. */
const ID_IN_PATH = /\/[a-z]{2,4}_[A-Za-z0-9]+/;

export async function startStripeRecorder(sandbox: { baseUrl: string }): Promise<StripeRecorder> {
  const calls: RecordedCall[] = [];
  const fakes: FakeAnswer[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const url = new URL(request.url ?? '', sandbox.baseUrl);
    const route = `${request.method} ${url.pathname.replace(ID_IN_PATH, '/:id')}`;
    const form = request.method === 'GET' ? url.search.slice(1) : body;
    const recorded: RecordedCall = {
      route,
      headers: request.headers,
      form,
      status: null,
      reply: null,
    };
    calls.push(recorded);
    const fake = fakes.shift();
    if (fake === 'cut') return void request.socket.destroy();
    const answer =
      fake === undefined || fake === 'lost'
        ? await askSandbox(url, request, body)
        : { ...fake, headers: fake.headers ?? {}, text: JSON.stringify(fake.body) };
    if (fake === 'lost') return void request.socket.destroy();
    recorded.status = answer.status;
    recorded.reply = JSON.parse(answer.text);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.text);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    calls,
    answerWith: (...answers) => void fakes.push(...answers),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function askSandbox(url: URL, request: IncomingMessage, body: string) {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const reply = await fetch(url, {
    method: request.method ?? 'GET',
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(body !== '' && { body }),
  });
  const kept = ['idempotent-replayed', 'request-id'].flatMap((name) => {
    const value = reply.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(kept),
    text: await reply.text(),
  };
}
