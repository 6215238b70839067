/** Sends bytes that no browser would. */
import { Agent, request as openRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HostileRequest } from './hostile-requests.ts';

export type FuzzAnswer = {
  /** 0: the connection ended without a reply. */
  status: number;
  contentType: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  tookMs: number;
};

export type Sender = {
  /** Null: no reply in time. */
  send(request: HostileRequest, cookie: string | null): Promise<FuzzAnswer | null>;
  close(): void;
};

export function openSender(url: string, options: { limitMs: number }): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  return {
    send: (request, cookie) => send({ agent, hostname, port, ...options }, request, cookie),
    close: () => agent.destroy(),
  };
}

const ONCE = new Agent({ keepAlive: false });

type Line = { agent: Agent; hostname: string; port: string; limitMs: number };

function send(line: Line, sent: HostileRequest, cookie: string | null): Promise<FuzzAnswer | null> {
  const { agent, hostname, port } = line;
  const begin = performance.now();
  const body = sent.body ?? Buffer.alloc(0);
  const headers: Record<string, string | number> = { ...sent.headers };
  if (cookie !== null) headers['cookie'] = cookie;
  if (sent.body) headers['content-length'] = body.length + (sent.isCutShort ? 10 : 0);
  return new Promise((resolve) => {
    const request = openRequest({
      agent,
      hostname,
      port,
      path: sent.target,
      method: sent.method,
      headers,
    });
    const end = (answer: FuzzAnswer | null) => {
      clearTimeout(limit);
      resolve(answer);
    };
    const limit = setTimeout(() => {
      end(null);
      request.destroy();
    }, line.limitMs);
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server had just closed this idle connection, so it never read the request.
      if (request.reusedSocket && error.code === 'ECONNRESET' && !sent.isCutShort) {
        clearTimeout(limit);
        resolve(send({ ...line, agent: ONCE }, sent, cookie));
      } else end(nothing(begin, error.message));
    });
    request.on('response', (message) => {
      readAnswer(message, begin).then(end, () => end(nothing(begin, 'ended midway')));
    });
    if (sent.body && sent.isCutShort) request.write(body, () => request.destroy());
    else request.end(body);
  });
}

async function readAnswer(message: IncomingMessage, begin: number): Promise<FuzzAnswer> {
  const { statusCode: status = 0, headers } = message;
  const contentType = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const chunks: Buffer[] = [];
  // A stream of events never ends; its head is enough.
  if (contentType === 'text/event-stream') message.destroy();
  else for await (const chunk of message) chunks.push(chunk as Buffer);
  const tookMs = performance.now() - begin;
  const body = decoded(Buffer.concat(chunks), headers['content-encoding']);
  return { status, contentType, headers, body, tookMs };
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function nothing(begin: number, why: string): FuzzAnswer {
  const tookMs = performance.now() - begin;
  return { status: 0, contentType: '', headers: {}, body: Buffer.from(why), tookMs };
}
