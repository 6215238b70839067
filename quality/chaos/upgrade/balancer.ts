/** A small load balancer: sends to processes that say they are ready, and to the next one when one does not respond. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  url: string;
  /** Added or taken away; one that is not ready gets nothing. */
  setPorts(ports: readonly number[]): void;
  isServedBy(port: number): boolean;
  /** Requests that were passed on, and what visitors got instead of a reply: "POST /api/orders: 502". */
  answered(): number;
  failures(): readonly string[];
  close(): Promise<void>;
};

/** Far more often than necessary, as everything here is faster than in earnest. */
const ASKED_EVERY_MS = 100;
const PATIENCE_MS = 3000;

type Traffic = {
  ready: Set<number>;
  failures: string[];
  /** Replies that were passed on. */
  answered: number;
};

export async function openBalancer(first: readonly number[]): Promise<Balancer> {
  let ports = first;
  let turn = 0;
  const traffic: Traffic = { ready: new Set(first), failures: [], answered: 0 };
  const { ready } = traffic;
  const asking = setInterval(() => {
    for (const port of ports)
      isReady(port)
        .then((isSo) => (isSo ? ready.add(port) : ready.delete(port)))
        .catch(() => ready.delete(port));
  }, ASKED_EVERY_MS);
  const server = createServer((asked, answer) => {
    turn += 1;
    readAll(asked)
      .then((body) => {
        const serving = ports.filter((port) => ready.has(port));
        const choice = serving.length > 0 ? serving : ports;
        const order = choice.map((_, index) => choice[(turn + index) % choice.length] ?? 0);
        passOn({ asked, body, answer }, order, traffic);
      })
      .catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPorts(next) {
      ports = next;
      for (const port of ready) if (!next.includes(port)) ready.delete(port);
    },
    isServedBy: (port) => ports.includes(port) && ready.has(port),
    answered: () => traffic.answered,
    failures: () => traffic.failures,
    async close() {
      clearInterval(asking);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Visit = { asked: IncomingMessage; body: Buffer; answer: ServerResponse };

/** To the first of `order` that responds. */
function passOn(visit: Visit, [port, ...others]: number[], traffic: Traffic): void {
  const { asked, body, answer } = visit;
  const { method, url: path, headers } = asked;
  const fail = (why: string) => traffic.failures.push(`${method} ${path}: ${why}`);
  if (port === undefined) {
    fail('no process responds');
    answer.writeHead(502).end();
    return;
  }
  const sent = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    traffic.answered += 1;
    const status = reply.statusCode ?? 502;
    if (status >= 500) fail(String(status));
    answer.writeHead(status, reply.headers);
    reply.on('error', () => {
      fail('the reply broke off');
      answer.destroy();
    });
    reply.pipe(answer);
  });
  // As with container/nginx.conf, every call may be sent twice: payments and orders recognise repeats.
  sent.on('error', () => {
    traffic.ready.delete(port);
    if (answer.headersSent) answer.destroy();
    else passOn(visit, others, traffic);
  });
  sent.end(body);
}

async function isReady(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal })).ok;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
