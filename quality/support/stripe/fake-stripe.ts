/**
 * Stripe as far as keys and webhooks go, in front of payment sandboxes: each account is one sandbox. What the sandbox does not
 * know, accounts and webhook endpoints, it answers itself, and it can be told to refuse.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SandboxProcess, startSandbox } from '#platform/server/gateway/sandbox-process.ts';

export type FakeAccount = {
  id: string;
  name: string;
  country: string;
  chargesEnabled: boolean;
  secretKey: string;
  publishableKey: string;
  /** What its secret key may not do, by the beginning of the path. */
  lacks: readonly string[];
  /** The key was revoked. */
  isRevoked: boolean;
  endpoints: { id: string; secret: string; url: string; events: string[] }[];
  /** Intents that were cancelled, with their metadata. */
  cancelled: string[];
  /** Started when it is needed first. */
  sandbox: () => Promise<SandboxProcess>;
};

export type FakeStripe = {
  address: { host: string; port: number };
  account(change?: Partial<FakeAccount>): FakeAccount;
  /** A signed event as this account's endpoint would send it. */
  event(account: FakeAccount, event: object, secret?: string): { body: string; signature: string };
  close(): Promise<void>;
};

/** As many as Stripe lets an account have. */
const MOST_ENDPOINTS = 16;

export async function startFakeStripe(): Promise<FakeStripe> {
  const accounts: FakeAccount[] = [];
  const started: [string, Promise<SandboxProcess>][] = [];

  async function startOne(): Promise<SandboxProcess> {
    const folder = await mkdtemp(path.join(tmpdir(), 'mealrun-fake-stripe-'));
    const sandbox = startSandbox({ dataDir: folder, log: () => {} });
    started.push([folder, sandbox]);
    return sandbox;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const answer = await answerTo(request, body);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  async function answerTo(request: IncomingMessage, body: string) {
    const url = new URL(request.url ?? '', 'http://stripe');
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const account = accounts.find((each) => [each.secretKey, each.publishableKey].includes(key));
    const isSecret = account?.secretKey === key;
    if (!account || (isSecret && account.isRevoked))
      return refusal(401, `Invalid API Key provided: ${key}`);
    if (isSecret && account.lacks.some((start) => url.pathname.startsWith(start)))
      return refusal(403, 'The provided key does not have the required permissions', 'permission');
    if (url.pathname === '/v1/account') return { status: 200, body: accountOf(account) };
    if (url.pathname.startsWith('/v1/webhook_endpoints'))
      return changeEndpoints(account, request.method ?? '', url.pathname, body);
    return passOn(account, request, url, body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    account(change = {}) {
      const account = aFakeAccount(change, startOne);
      accounts.push(account);
      return account;
    },
    event: signedEvent,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      for (const [folder, sandbox] of started) {
        await (await sandbox).stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function aFakeAccount(
  change: Partial<FakeAccount>,
  start: () => Promise<SandboxProcess>,
): FakeAccount {
  const name = randomUUID().replaceAll('-', '');
  let sandbox: Promise<SandboxProcess> | undefined;
  return {
    id: `acct_${name.slice(0, 16)}`,
    name: 'Derwent Kitchen',
    country: 'AU',
    chargesEnabled: true,
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    lacks: [],
    isRevoked: false,
    endpoints: [],
    cancelled: [],
    sandbox: () => (sandbox ??= start()),
    ...change,
  };
}

function signedEvent(
  account: FakeAccount,
  event: object,
  secret = account.endpoints.at(-1)?.secret ?? '',
): { body: string; signature: string } {
  const isLive = account.secretKey.includes('_live_');
  const body = JSON.stringify({ object: 'event', livemode: isLive, ...event });
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, signature: `t=${timestamp},v1=${signed}` };
}

function refusal(status: number, message: string, kind = 'invalid_request_error') {
  return { status, body: { error: { type: kind, message } } };
}

function accountOf({ id, name, country, chargesEnabled }: FakeAccount) {
  return {
    id,
    object: 'account',
    country,
    charges_enabled: chargesEnabled,
    settings: { dashboard: { display_name: name } },
  };
}

function changeEndpoints(account: FakeAccount, method: string, pathname: string, body: string) {
  const id = pathname.split('/')[3];
  if (method === 'DELETE') {
    const isThere = account.endpoints.some((each) => each.id === id);
    account.endpoints = account.endpoints.filter((each) => each.id !== id);
    return isThere
      ? { status: 200, body: { id, object: 'webhook_endpoint', deleted: true } }
      : refusal(404, 'No such webhook endpoint');
  }
  if (account.endpoints.length >= MOST_ENDPOINTS)
    return refusal(
      400,
      `You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`,
    );
  const form = new URLSearchParams(body);
  const made = {
    id: `we_${randomUUID().slice(0, 8)}`,
    secret: `whsec_${randomUUID().replaceAll('-', '')}`,
    url: form.get('url') ?? '',
    events: [...form].flatMap(([name, value]) =>
      name.startsWith('enabled_events') ? [value] : [],
    ),
  };
  account.endpoints.push(made);
  return { status: 200, body: { object: 'webhook_endpoint', ...made } };
}

/** To its sandbox, with the keys that it knows; live objects say that they are. */
async function passOn(account: FakeAccount, request: IncomingMessage, url: URL, body: string) {
  const { secretKey, publishableKey } = account;
  const sandbox = await account.sandbox();
  const isSecret = request.headers.authorization?.endsWith(secretKey) ?? false;
  const key = isSecret ? sandbox.secretKey : sandbox.publishableKey;
  const idempotency = request.headers['idempotency-key'];
  const reply = await fetch(new URL(`${url.pathname}${url.search}`, sandbox.baseUrl), {
    method: request.method ?? 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
      ...(typeof idempotency === 'string' && { 'idempotency-key': idempotency }),
    },
    ...(body !== '' && { body }),
  });
  const text = await reply.text();
  const isLive = publishableKey.includes('_live_');
  const parsed: unknown = JSON.parse(
    isLive ? text.replaceAll('"livemode":false', '"livemode":true') : text,
  );
  const cancelled = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(url.pathname)?.[1];
  if (cancelled !== undefined && reply.ok) account.cancelled.push(cancelled);
  return { status: reply.status, body: parsed };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
