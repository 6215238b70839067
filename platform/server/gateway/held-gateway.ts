/**
 * The card provider in force, as the rest of the server has it for good: keys come and go behind it. A payment stays with the
 * account that took it, for refunds, disputes and reconciling, whatever account is in force by then.
 */
import { sql } from 'drizzle-orm';
import type { Connections, OpenedConnection } from '#platform/server/opened-connections.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { Unavailable } from '#platform/server/errors.ts';
import { createGateway, type GatewayOptions } from '#platform/server/gateway/gateway.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import { type CardBar, type Gateway, INSTALLATION_ACCOUNT } from '#platform/server/gateway-port.ts';

type HeldParts = {
  db: Database;
  connections: Connections;
  stripe: Pick<GatewayOptions, 'secretKey' | 'publishableKey' | 'webhookSecret'> | null;
  sandbox: SandboxProcess | null;
  /** Whether the public may only order with live keys. */
  needsLiveKeys: boolean;
  stripeAddress?: GatewayOptions['address'] | undefined;
  log: { error(facts: object, message: string): void };
};

type Accounts = {
  /** Null: no cards are taken. */
  current(): Gateway | null;
  /** The one in force first. `answering`: without accounts that are only kept, and take our key no more. */
  all(answering?: boolean): Gateway[];
  bar(): CardBar | null;
};

function openAccounts(parts: HeldParts): Accounts {
  const { connections, stripe, needsLiveKeys } = parts;
  let installationIsRefused = false;
  const installation = openInstallation(parts, (is) => (installationIsRefused = is));
  const clientOf = createClients(parts);
  const isLocked = () => connections.locked().includes('cards');

  function current(): Gateway | null {
    if (stripe !== null) return installation;
    const connection = connections.current('cards');
    if (connection) return clientOf(connection);
    return isLocked() ? null : installation;
  }

  function isRefused(): boolean {
    if (current() === installation) return installationIsRefused;
    return connections.current('cards')?.proof?.['refusedAt'] !== undefined;
  }

  return {
    current,
    all(answering = false) {
      const others = connections
        .opened('cards')
        .filter(({ state, proof }) => !answering || state === 'current' || !proof?.['refusedAt'])
        .map(clientOf);
      const found = [current(), ...others, installation];
      return [...new Set(found)].filter((each) => each !== null);
    },
    bar() {
      const found = current();
      if (!found) return isLocked() ? 'locked' : 'none';
      if (isRefused()) return 'refused';
      return needsLiveKeys && !found.livemode ? 'test' : null;
    },
  };
}

/** By account, version and secrets: a client keeps its connections open. */
function createClients(parts: HeldParts): (connection: OpenedConnection) => Gateway {
  const { stripeAddress } = parts;
  const clients = new Map<string, Gateway>();
  return (connection) => {
    const { account, version, values } = connection;
    const webhookSecret = secretsOf(connection);
    const key = `${account} ${version} ${webhookSecret}`;
    const known = clients.get(key);
    if (known) return known;
    const { secretKey = '', publishableKey = '' } = values;
    const made = createGateway({
      mode: 'stripe',
      account,
      secretKey,
      publishableKey,
      webhookSecret,
      ...(stripeAddress && { address: stripeAddress }),
      onAnswer: (isRefused) => noteAnswer(parts, connection, isRefused),
    });
    clients.set(key, made);
    return made;
  };
}

/** All processes are to know: those that did not ask the provider hear it by the change feed. */
function noteAnswer(
  { connections, log }: HeldParts,
  { account, version }: OpenedConnection,
  isRefused: boolean,
): void {
  const now = connections
    .opened('cards')
    .find((each) => each.account === account && each.version === version);
  if (!now || isRefused === (now.proof?.['refusedAt'] !== undefined)) return;
  const { refusedAt: _, ...proof } = now.proof ?? {};
  connections
    .prove(now, isRefused ? { ...proof, refusedAt: new Date().toISOString() } : proof)
    .catch((err: unknown) => log.error({ err }, 'whether the card keys are good was not stored'));
}

/** The account that took it; of an intent not paid yet, whichever knows it. Throws Unavailable where there is none. */
async function accountOf(
  { db }: Pick<HeldParts, 'db'>,
  accounts: Accounts,
  paymentIntentId: string,
): Promise<Gateway> {
  const all = accounts.all();
  if (all.length <= 1) return required(accounts);
  const { rows } = await db.execute<{ account: string }>(
    sql`select gateway_account as account from payments where payment_intent_id = ${paymentIntentId}`,
  );
  const taker = all.find(({ account }) => account === rows[0]?.account);
  if (taker) return taker;
  for (const each of accounts.all(true))
    if (await each.retrieveIntent(paymentIntentId)) return each;
  return required(accounts);
}

function required(accounts: Accounts): Gateway {
  const found = accounts.current();
  if (found) return found;
  throw new Unavailable('no_card_provider', 'Card payments aren’t set up yet.');
}

export function holdGateway(parts: HeldParts): Gateway {
  const accounts = openAccounts(parts);
  const of = (paymentIntentId: string) => accountOf(parts, accounts, paymentIntentId);
  /** Nobody is shown what is older than our books: it would bring removed orders back. */
  async function listAll<Listed>(
    asked: Instant,
    list: (each: Gateway, since: Instant) => Promise<Listed[]>,
  ): Promise<Listed[]> {
    const since = Math.max(asked, (await readBooksSince(parts.db)) ?? asked);
    const lists: Listed[] = [];
    for (const each of accounts.all(true)) lists.push(...(await list(each, since)));
    return lists;
  }
  return {
    get mode() {
      return accounts.current()?.mode ?? 'none';
    },
    get account() {
      return accounts.current()?.account ?? INSTALLATION_ACCOUNT;
    },
    get bar() {
      return accounts.bar();
    },
    get publishableKey() {
      return accounts.current()?.publishableKey ?? '';
    },
    get livemode() {
      return accounts.current()?.livemode ?? false;
    },
    createIntent: async (intent) => required(accounts).createIntent(intent),
    async retrieveIntent(id) {
      for (const each of accounts.all(true)) {
        const intent = await each.retrieveIntent(id);
        if (intent) return intent;
      }
      return null;
    },
    cancelIntent: async (id) => (await of(id)).cancelIntent(id),
    captureIntent: async (id, key) => (await of(id)).captureIntent(id, key),
    changeSnapshot: async (id, snapshot) => (await of(id)).changeSnapshot(id, snapshot),
    createRefund: async (refund) => (await of(refund.paymentIntentId)).createRefund(refund),
    listRefunds: async (id) => (await of(id)).listRefunds(id),
    listDisputes: async (id) => (await of(id)).listDisputes(id),
    listIntentsSince: (asked) => listAll(asked, (each, since) => each.listIntentsSince(since)),
    listRefundsSince: (asked) => listAll(asked, (each, since) => each.listRefundsSince(since)),
    listDisputesSince: (asked) => listAll(asked, (each, since) => each.listDisputesSince(since)),
    readEvent(body, signature) {
      for (const each of accounts.all()) {
        const event = each.readEvent(body, signature);
        if (event) return event;
      }
      return null;
    },
  };
}

function openInstallation(
  { stripe, sandbox, stripeAddress }: HeldParts,
  onAnswer: (isRefused: boolean) => void,
): Gateway | null {
  if (stripe)
    return createGateway({
      ...stripe,
      mode: 'stripe',
      ...(stripeAddress && { address: stripeAddress }),
      onAnswer,
    });
  return sandbox && createGateway({ ...sandbox, mode: 'sandbox', address: sandbox });
}

/** The secret of the endpoint, and while it is being replaced the former one too. */
function secretsOf({ values }: OpenedConnection): string {
  const { webhookSecret = '', oldWebhookSecret, oldSecretUntil = '' } = values;
  const isOldGood = oldWebhookSecret !== undefined && Date.parse(oldSecretUntil) > Date.now();
  return isOldGood ? `${webhookSecret},${oldWebhookSecret}` : webhookSecret;
}

// When our books began again: what the card provider knows from before is of orders that were removed.

const KEY = 'booksSince';

/** By the provider's clock; null: they hold everything. */
export async function readBooksSince(
  db: Pick<Database | Transaction, 'execute'>,
): Promise<Instant | null> {
  const { rows } = await db.execute<{ since: string }>(
    sql`select value #>> '{}' as since from settings where key = ${KEY}`,
  );
  return rows[0] ? Date.parse(rows[0].since) : null;
}

/** The provider counts whole seconds: what is made later in this one is of the new books. */
export async function beginBooksAnew(tx: Transaction): Promise<void> {
  const since = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  await tx.execute(sql`
    insert into settings (key, value) values (${KEY}, to_jsonb(${since}::text))
    on conflict (key) do update set value = excluded.value, updated_at = now()`);
}
