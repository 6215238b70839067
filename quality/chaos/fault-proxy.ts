/**
 * Both connections between the app and its card provider, where everything can go wrong. The app believes it talks to
 * the sandbox and the sandbox believes it talks to the app; both talk to this.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as openRequest,
  type Server,
  type ServerResponse,
} from 'node:http';

/**
 * What becomes of one call to the card provider. `request-lost`: it never arrives; `response-lost`: it is executed, but the reply is
 * lost.
 */
export type CallFate = 'well' | 'request-lost' | 'response-lost' | { slowMs: number };

/** One event on its way to the app, as the sandbox sent it. */
export type Delivery = { eventId: string; type: string; payload: string };

/** `refuse`: the sandbox sees a failure and will retry; `drop`: it sees success, but nothing is delivered. */
export type DeliveryFate = 'well' | 'refuse' | 'drop';

export type FaultProxy = {
  port: number;
  /** Decides for each call; all succeed until it is set. */
  fateOfCall: (method: string, path: string) => CallFate;
  fateOfDelivery: (delivery: Delivery) => DeliveryFate;
  /** Delivers an event to the app, freshly signed; the reply's status, 0 for none. */
  deliver(delivery: Delivery): Promise<number>;
  /** Where the app wants events, and which; learnt from its registration at the sandbox. */
  appWebhook: WebhookSettings | null;
  /** Behind a balancer: its address, which the card provider knows in place of any process's own. */
  balancerUrl: string | null;
  /** What is registered at the sandbox instead. Registering again makes it send pending events immediately. */
  sandboxWebhook(): WebhookSettings | null;
  close(): Promise<void>;
};

type WebhookSettings = { webhookUrl: string; enabledEvents: string[] };
type Head = { status: number; headers: IncomingMessage['headers']; body: Buffer };

const DELIVERIES = '/deliveries';
const LINES = new Agent({ keepAlive: true });
/** As the sandbox: one that closes just as a request is sent is no fault that anyone ordered. */
const KEEP_ALIVE_MS = 75_000;

export async function openFaultProxy(sandbox: {
  port: number;
  webhookSecret: string;
}): Promise<FaultProxy> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const handled =
      request.url === DELIVERIES
        ? passDelivery(proxy, request, response)
        : passCall(proxy, sandbox.port, request, response);
    // Either side may be gone: broken connections are the purpose of this.
    handled.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultProxy = {
    port: portOf(server),
    fateOfCall: () => 'well',
    fateOfDelivery: () => 'well',
    appWebhook: null,
    balancerUrl: null,
    sandboxWebhook: () =>
      proxy.appWebhook && { ...proxy.appWebhook, webhookUrl: deliveriesUrl(proxy) },
    deliver: (delivery) => deliver(proxy, delivery, sandbox.webhookSecret),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

async function passCall(
  proxy: FaultProxy,
  sandboxPort: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readAll(request);
  const path = request.url ?? '/';
  const isOurs = path.startsWith('/_sandbox/');
  const fate = isOurs ? 'well' : proxy.fateOfCall(request.method ?? '', path);
  if (fate === 'request-lost') return void response.destroy();
  if (typeof fate === 'object') await new Promise((done) => setTimeout(done, fate.slowMs));
  const sent = path === '/_sandbox/settings' ? redirectWebhook(proxy, body) : body;
  const { method, headers } = request;
  const answer = await ask(`http://127.0.0.1:${sandboxPort}${path}`, { method, headers }, sent);
  if (fate === 'response-lost') return void response.destroy();
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** The app registers where it wants its events; they must come here first. */
function redirectWebhook(proxy: FaultProxy, body: Buffer): Buffer {
  proxy.appWebhook = JSON.parse(body.toString()) as WebhookSettings;
  return Buffer.from(JSON.stringify(proxy.sandboxWebhook()));
}

function deliveriesUrl({ port }: FaultProxy): string {
  return `http://127.0.0.1:${port}${DELIVERIES}`;
}

async function passDelivery(
  proxy: FaultProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const payload = (await readAll(request)).toString();
  const { id, type } = JSON.parse(payload) as { id: string; type: string };
  const delivery = { eventId: id, type, payload };
  const fate = proxy.fateOfDelivery(delivery);
  if (fate === 'refuse') return void response.writeHead(503).end();
  if (fate === 'drop') return void response.writeHead(200).end();
  const status = await proxy.deliver(delivery);
  response.writeHead(status === 0 ? 502 : status).end();
}

async function deliver(proxy: FaultProxy, { payload }: Delivery, secret: string): Promise<number> {
  if (proxy.appWebhook === null) return 0;
  const { webhookUrl } = proxy.appWebhook;
  const { pathname } = new URL(webhookUrl);
  const url = proxy.balancerUrl === null ? webhookUrl : `${proxy.balancerUrl}${pathname}`;
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${seconds},v1=${signature}`,
  };
  try {
    return (await ask(url, { method: 'POST', headers }, Buffer.from(payload))).status;
  } catch {
    return 0;
  }
}

function ask(
  url: string,
  head: { method: string | undefined; headers: IncomingMessage['headers'] },
  body: Buffer,
): Promise<Head> {
  const headers = { ...head.headers, 'content-length': body.length, connection: 'keep-alive' };
  return new Promise((resolve, reject) => {
    const sent = openRequest(url, { method: head.method, headers, agent: LINES }, (answer) => {
      readAll(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
}
