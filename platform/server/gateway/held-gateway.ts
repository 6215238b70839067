/**
 * The card provider in force, as the rest of the server has it for good: keys come and go behind it. A payment stays with the
 * account that took it, for refunds, disputes and reconciling, whatever account is in force by then.
 */
import { sql } from 'drizzle-orm';
import type {
  Connections,
  OpenedConnection,
} from '#platform/server/connections/opened-connections.ts';
import type { Database } from '#platform/server/db/client.ts';
import { Unavailable } from '#platform/server/errors.ts';
import { createGateway, type GatewayOptions } from '#platform/server/gateway/gateway.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import { type CardBar, type Gateway, INSTALLATION_ACCOUNT } from '#platform/server/gateway-port.ts';

type HeldParts = {
  db: Database;
  connections: Connections;
  /** The keys of the environment. */
  stripe: Pick<GatewayOptions, 'secretKey' | 'publishableKey' | 'webhookSecret'> | null;
  sandbox: SandboxProcess | null;
  /** Whether the public may only order with live keys. */
  needsLiveKeys: boolean;
  stripeAddress?: GatewayOptions['address'] | undefined;
  log: { error(facts: object, message: string): void };
};

export function holdGateway(parts: HeldParts): Gateway {
  const { db, connections, stripe, needsLiveKeys, stripeAddress, log } = parts;
  let installationIsRefused = false;
  const installation = openInstallation(parts, (isRefused) => (installationIsRefused = isRefused));
  /** By account and version: a client keeps its connections open. */
  const clients = new Map<string, Gateway>();

  function clientOf(connection: OpenedConnection): Gateway {
    const key = `${connection.account} ${connection.version} ${secretsOf(connection)}`;
    const known = clients.get(key);
    if (known) return known;
    const { secretKey = '', publishableKey = '' } = connection.values;
    const made = createGateway({
      mode: 'stripe',
      account: connection.account,
      secretKey,
      publishableKey,
      webhookSecret: secretsOf(connection),
      ...(stripeAddress && { address: stripeAddress }),
      onAnswer: (isRefused) => noteAnswer(connection, isRefused),
    });
    clients.set(key, made);
    return made;
  }

  /** All processes are to know: those that did not ask the provider hear it by the change feed. */
  function noteAnswer({ account, version }: OpenedConnection, isRefused: boolean): void {
    const now = connections
      .opened('cards')
      .find((each) => each.account === account && each.version === version);
    if (!now || isRefused === (now.proof?.['refusedAt'] !== undefined)) return;
    const { refusedAt: _, ...proof } = now.proof ?? {};
    connections
      .prove(now, isRefused ? { ...proof, refusedAt: new Date().toISOString() } : proof)
      .catch((err: unknown) => log.error({ err }, 'whether the card keys are good was not stored'));
  }

  function current(): Gateway | null {
    if (stripe !== null) return installation;
    const connection = connections.current('cards');
    if (connection) return clientOf(connection);
    return connections.locked().includes('cards') ? null : installation;
  }

  /** The one in force first. `answering`: without accounts that are only kept, and take our key no more. */
  function all(answering = false): Gateway[] {
    const others = connections
      .opened('cards')
      .filter(({ state, proof }) => !answering || state === 'current' || !proof?.['refusedAt'])
      .map(clientOf);
    const found = [current(), ...others, installation];
    return [...new Set(found)].filter((each) => each !== null);
  }

  function required(): Gateway {
    const found = current();
    if (found) return found;
    throw new Unavailable('no_card_provider', 'Card payments aren’t set up yet.');
  }

  async function takerOf(paymentIntentId: string): Promise<string | null> {
    const { rows } = await db.execute<{ account: string }>(
      sql`select gateway_account as account from payments where payment_intent_id = ${paymentIntentId}`,
    );
    return rows[0]?.account ?? null;
  }

  /** Of an intent not paid yet, whoever knows it. */
  async function accountOf(paymentIntentId: string): Promise<Gateway> {
    const accounts = all();
    if (accounts.length <= 1) return required();
    const taker = await takerOf(paymentIntentId);
    const known = accounts.find(({ account }) => account === taker);
    if (known) return known;
    for (const each of all(true)) if (await each.retrieveIntent(paymentIntentId)) return each;
    return required();
  }

  async function listAll<Listed>(list: (each: Gateway) => Promise<Listed[]>): Promise<Listed[]> {
    const lists: Listed[] = [];
    for (const each of all(true)) lists.push(...(await list(each)));
    return lists;
  }

  function whyBarred(): CardBar | null {
    const found = current();
    if (!found) return connections.locked().includes('cards') ? 'locked' : 'none';
    const isRefused =
      found === installation
        ? installationIsRefused
        : connections.current('cards')?.proof?.['refusedAt'] !== undefined;
    if (isRefused) return 'refused';
    return needsLiveKeys && !found.livemode ? 'test' : null;
  }

  return {
    get mode() {
      return current()?.mode ?? 'none';
    },
    get account() {
      return current()?.account ?? INSTALLATION_ACCOUNT;
    },
    get bar() {
      return whyBarred();
    },
    get publishableKey() {
      return current()?.publishableKey ?? '';
    },
    get livemode() {
      return current()?.livemode ?? false;
    },
    createIntent: async (intent) => required().createIntent(intent),
    async retrieveIntent(id) {
      for (const each of all(true)) {
        const intent = await each.retrieveIntent(id);
        if (intent) return intent;
      }
      return null;
    },
    cancelIntent: async (id) => (await accountOf(id)).cancelIntent(id),
    captureIntent: async (id, key) => (await accountOf(id)).captureIntent(id, key),
    changeSnapshot: async (id, snapshot) => (await accountOf(id)).changeSnapshot(id, snapshot),
    createRefund: async (refund) => (await accountOf(refund.paymentIntentId)).createRefund(refund),
    listRefunds: async (id) => (await accountOf(id)).listRefunds(id),
    listDisputes: async (id) => (await accountOf(id)).listDisputes(id),
    listIntentsSince: (since) => listAll((each) => each.listIntentsSince(since)),
    listRefundsSince: (since) => listAll((each) => each.listRefundsSince(since)),
    listDisputesSince: (since) => listAll((each) => each.listDisputesSince(since)),
    readEvent(body, signature) {
      for (const each of all()) {
        const event = each.readEvent(body, signature);
        if (event) return event;
      }
      return null;
    },
  };
}

/** The environment's keys, or the sandbox where one runs. */
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
