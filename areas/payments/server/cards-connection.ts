/** Card payments, connected in the portal: the keys of an account at Stripe, each step proved before they are used. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { noteLiveCards } from '#areas/order-book/server/is-test-order.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { HANDLED_EVENTS } from '#areas/payments/server/receive-gateway-event.ts';
import { endingOf } from '#platform/rules/connections.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import type { Tried, ConnectionKind, Described } from '#platform/server/save-connection.ts';
import type { OpenedConnection, Values } from '#platform/server/opened-connections.ts';
import type { Context } from '#platform/server/context.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import { Conflict } from '#platform/server/errors.ts';
import {
  accountName,
  cancelCheckIntent,
  CHECK_METADATA,
  deleteWebhookEndpoint,
  makeCheckIntent,
  makeWebhookEndpoint,
  readCardAccount,
  StripeRefused,
} from '#platform/server/gateway/card-account.ts';
import { isLiveKey } from '#platform/server/gateway/gateway.ts';
import type { GatewayEvent } from '#platform/server/gateway-port.ts';

const LONGEST_KEY = 255;
const EVENT_WITHIN_MS = 60_000;
const OLD_SECRET_MS = 24 * 3_600_000;
/** Refunds and disputes of a payment come no later. */
const NEEDED_MONTHS = 13;
const WEBHOOK_PATH = '/api/stripe/webhook';

/** Copied keys bring spaces and line breaks along. */
function key(isGood: RegExp, message: string) {
  return z
    .string('Please enter the key')
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().max(LONGEST_KEY, 'This key is too long').regex(isGood, message));
}

const fields = z
  .strictObject({
    secretKey: key(
      /^(?!pk_)(sk|rk)_(live|test)_\w+$/,
      'Please enter a key that starts with sk_ or rk_',
    ),
    publishableKey: key(/^pk_(live|test)_\w+$/, 'Please enter a key that starts with pk_'),
    webhookSecret: z
      .string()
      .transform((typed) => typed.replaceAll(/\s/g, ''))
      .pipe(
        z
          .string()
          .max(LONGEST_KEY)
          .regex(/^(whsec_\w+)?$/, 'It starts with whsec_'),
      )
      .default(''),
  })
  .refine(({ secretKey, publishableKey }) => isLiveKey(secretKey) === isLiveKey(publishableKey), {
    path: ['publishableKey'],
    message: 'One key is live and the other is a test key. Please enter both live or both test',
  });

export const cardsConnection: ConnectionKind = {
  kind: 'cards',
  fields: z.record(z.string(), z.string()).superRefine(refuseSwapped).pipe(fields),

  async attempt(context, { given, isDryRun }) {
    const { secretKey = '', publishableKey = '', webhookSecret = '' } = given;
    const keys = { secretKey, publishableKey };
    const { stripeAddress } = context;
    const account = await readAccount(context, secretKey);
    const { business } = await context.site.current();
    const checkId = await provePair(context, keys, business.currency);
    const undo = () => cancelCheckIntent(secretKey, checkId, stripeAddress).catch(() => {});
    const name = accountName(account.id, secretKey);
    const known = context.connections.opened('cards').find((each) => each.account === name);
    const says = [
      ...(await sayEffects(context, name, isLiveKey(secretKey))),
      ...(isReachable(context) ? [] : [unreachableWords(context)]),
    ];
    const shown = {
      name: account.name,
      country: account.country,
      mode: isLiveKey(secretKey) ? 'live' : 'test',
      ending: endingOf(secretKey),
      publishableEnding: endingOf(publishableKey),
    };
    const attempt: Tried = { account: name, values: keys, shown, proof: null, says, undo };
    if (isDryRun) {
      await undo();
      return attempt;
    }
    const proof = { checkId, sentAt: new Date().toISOString() };
    if (!isReachable(context)) return { ...attempt, proof: { ...proof, answeredAt: proof.sentAt } };
    if (webhookSecret !== '')
      return { ...attempt, values: { ...keys, webhookSecret, ...oldSecretOf(known) }, proof };
    const made = await makeEndpoint(context, secretKey).catch(async (error: unknown) => {
      await undo();
      throw error;
    });
    return {
      ...attempt,
      values: { ...keys, ...made, ...oldSecretOf(known) },
      proof,
      async undo() {
        await undo();
        await deleteWebhookEndpoint(secretKey, made.endpointId, stripeAddress).catch(() => {});
      },
    };
  },

  /** The event comes to whichever process: its secret counts everywhere before it is sent. */
  async afterSaving(context) {
    const saved = context.connections.current('cards');
    const checkId = saved?.proof?.['checkId'];
    if (saved && checkId !== undefined) await sendCheckEvent(context, saved, checkId);
    await endOtherMode(context);
    await noteLiveCards(context);
  },

  async check(context, { connection }) {
    if (connection === null) {
      await askInstallation(context);
      return null;
    }
    const { secretKey = '', publishableKey = '', webhookSecret = '' } = connection.values;
    await readAccount(context, secretKey);
    const { business } = await context.site.current();
    const checkId = await provePair(context, { secretKey, publishableKey }, business.currency);
    const sentAt = new Date().toISOString();
    const hearsEvents = isReachable(context) && webhookSecret !== '';
    const proof = { checkId, sentAt, ...(!hearsEvents && { answeredAt: sentAt }) };
    await context.connections.prove(connection, proof);
    await sendCheckEvent(context, connection, checkId);
    return null;
  },

  describe: (context, connection) =>
    connection ? describeAccount(context, connection) : describeInstallation(context),

  whyKept,

  async beforeDeleting(context, { values: { secretKey = '', endpointId } }) {
    if (endpointId) await deleteWebhookEndpoint(secretKey, endpointId, context.stripeAddress);
  },
};

function refuseSwapped({ secretKey = '' }: Values, issues: z.RefinementCtx): void {
  if (!secretKey.trim().startsWith('pk_')) return;
  issues.addIssue({
    code: 'custom',
    path: ['secretKey'],
    message: 'This is the publishable key: swap the two.',
  });
}

/** Throws Conflict `cards_refused` with Stripe's reason, or with what is missing there. */
async function readAccount(context: Context, secretKey: string) {
  const account = await readCardAccount(secretKey, context.stripeAddress).catch(
    refuse('“All account resources: Read”'),
  );
  if (account.mayCharge) return account;
  throw new Conflict(
    'cards_refused',
    `This is the account of ${account.name}, ${account.country}. It can’t take payments yet: finish it at Stripe.`,
  );
}

function provePair(
  context: Context,
  keys: { secretKey: string; publishableKey: string },
  currency: string,
): Promise<string> {
  return makeCheckIntent(keys, currency, context.stripeAddress).catch(
    refuse('“PaymentIntents: Write”'),
  );
}

/** Throws Conflict `webhook_by_hand` for a restricted key that may not make one, and for an account that has as many as it may. */
async function makeEndpoint(context: Context, secretKey: string) {
  const url = webhookUrl(context);
  try {
    return await makeWebhookEndpoint(
      secretKey,
      { url, events: HANDLED_EVENTS },
      context.stripeAddress,
    );
  } catch (error) {
    const why = error instanceof StripeRefused && whyByHand(error);
    if (!why) return refuse('“Webhook Endpoints: Write”')(error);
    throw new Conflict(
      'webhook_by_hand',
      `${why} for ${url} and enter its secret below, under “Signing secret of the webhook”.`,
      { url, events: [...HANDLED_EVENTS] },
    );
  }
}

/** Up to the address; null: by hand it would go no better. */
function whyByHand({ message, lacksPermission }: StripeRefused): string | null {
  if (lacksPermission)
    return 'This restricted key may not make the webhook. Add the permission “Webhook Endpoints: Write” to it at Stripe, or make the webhook there';
  if (/webhook endpoints?/i.test(message) && /maximum|limit/i.test(message))
    return `Stripe says: ${message} Delete one there that you no longer need, under Developers, Webhooks, and try again; or change one`;
  return null;
}

function refuse(permission: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StripeRefused)) throw error;
    const advice = error.lacksPermission ? ` Add the permission ${permission} to this key.` : '';
    throw new Conflict('cards_refused', `Stripe says: ${error.message}${advice}`);
  };
}

/** Throws Conflict `cards_refused` with what the provider said. */
async function askInstallation({ gateway, clock }: Context): Promise<void> {
  if (gateway.mode === 'none')
    throw new Conflict('cards_refused', 'Card payments aren’t set up yet.');
  try {
    await gateway.listIntentsSince(clock() - 3_600_000);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Conflict(
      'cards_refused',
      `The card provider doesn’t answer with these keys: ${new StripeRefused(cause).message}`,
    );
  }
}

/** Fires `payment_intent.canceled`, which is to come back to us. */
async function sendCheckEvent(
  context: Context,
  { values: { secretKey = '' } }: { values: Values },
  checkId: string,
): Promise<void> {
  try {
    await cancelCheckIntent(secretKey, checkId, context.stripeAddress);
  } catch (err) {
    context.log.warn({ err }, 'the check of the card keys was not cancelled');
  }
}

/** Whether an event is one of ours that proves the webhook; then it is noted, and nothing else is to be done. */
export async function noteCheckEvent(
  context: Pick<Context, 'db' | 'connections'>,
  { payload, paymentIntentId }: GatewayEvent,
): Promise<boolean> {
  const { metadata } = payload as { metadata?: Record<string, unknown> };
  if (paymentIntentId === null || metadata?.[CHECK_METADATA] === undefined) return false;
  const eventAt = new Date().toISOString();
  const noted = await context.db
    .update(connections)
    .set({ proof: sql`${connections.proof} || jsonb_build_object('eventAt', ${eventAt}::text)` })
    .where(
      and(
        eq(connections.kind, 'cards'),
        sql`${connections.proof} ->> 'checkId' = ${paymentIntentId}`,
      ),
    )
    .returning({ kind: connections.kind });
  if (noted.length > 0) await context.connections.renew();
  return true;
}

/** For a day the former secret is good too: events signed with it are under way. */
function oldSecretOf(known: OpenedConnection | undefined): Values {
  const { webhookSecret, endpointId = '' } = known?.values ?? {};
  if (!webhookSecret) return {};
  return {
    oldWebhookSecret: webhookSecret,
    oldEndpointId: endpointId,
    oldSecretUntil: new Date(Date.now() + OLD_SECRET_MS).toISOString(),
  };
}

/** Every hour: endpoints whose day is over are deleted at Stripe, and their secrets here. Returns how many. */
export async function retireOldEndpoints(context: Context): Promise<number> {
  const due = context.connections
    .opened('cards')
    .filter(({ values }) => isOver(values['oldSecretUntil']));
  for (const each of due) {
    const { oldWebhookSecret: _, oldEndpointId, oldSecretUntil: __, ...values } = each.values;
    const { secretKey = '' } = values;
    if (oldEndpointId) await deleteWebhookEndpoint(secretKey, oldEndpointId, context.stripeAddress);
    await context.connections.replaceValues(each, values);
  }
  return due.length;
}

function isOver(until: string | undefined): boolean {
  return until !== undefined && Date.parse(until) <= Date.now();
}

/** What is being paid in the other mode can no longer be. Restarted before its end, the clock ends them when their time is up. */
async function endOtherMode(context: Context): Promise<void> {
  for (const checkout of await openCheckouts(context)) {
    const { paymentIntentId } = checkout;
    const intent = paymentIntentId && (await context.gateway.retrieveIntent(paymentIntentId));
    if (intent && intent.livemode !== context.gateway.livemode)
      await endCheckout(context, checkout, 'expired');
  }
}

function openCheckouts({ db }: Pick<Context, 'db'>) {
  return db
    .select()
    .from(checkouts)
    .where(
      and(inArray(checkouts.state, ['open', 'expiring']), isNotNull(checkouts.paymentIntentId)),
    );
}

/** A sentence for each thing that these keys change. */
async function sayEffects(context: Context, account: string, isLive: boolean): Promise<string[]> {
  const { gateway, connections: held } = context;
  const says: string[] = [];
  if (isLive && !gateway.livemode) {
    says.push('Customers are charged from now on.');
    const open = gateway.mode === 'none' ? 0 : (await openCheckouts(context)).length;
    if (open > 0)
      says.push(`${countOf(open, 'test payment')} in progress ${areOf(open)} cancelled.`);
  }
  if (!isLive)
    says.push(
      gateway.livemode
        ? 'These are test keys: nobody is charged from now on.'
        : 'These are test keys: nobody is charged.',
    );
  const before = held.current('cards')?.account ?? gateway.account;
  if (before !== account) {
    const orders = await countPaid(context, before);
    if (orders.count > 0)
      says.push(
        `${countOf(orders.count, 'paid order')} ${orders.count === 1 ? 'stays' : 'stay'} with the old account. Keep its key here so they can be refunded.`,
      );
  }
  return says;
}

async function countPaid({ db }: Pick<Context, 'db'>, account: string) {
  const [found] = await db
    .select({
      count: sql<number>`count(distinct ${payments.orderId})::int`,
      isYoung: sql<boolean>`coalesce(max(${payments.createdAt}) > now() - make_interval(months => ${NEEDED_MONTHS}), false)`,
    })
    .from(payments)
    .where(eq(payments.gatewayAccount, account));
  return found ?? { count: 0, isYoung: false };
}

/** A payment may be refunded or disputed for 13 months; what is being paid now must be heard of. */
async function whyKept(context: Context, account: string): Promise<string | null> {
  const { count, isYoung } = await countPaid(context, account);
  if (isYoung)
    return `${countOf(count, 'paid order')} can still be refunded with this key. It may be forgotten ${NEEDED_MONTHS} months after the last one.`;
  const isCurrent = context.connections.current('cards')?.account === account;
  const open = isCurrent ? (await openCheckouts(context)).length : 0;
  return open > 0 ? `${countOf(open, 'person', 'people')} ${areOf(open)} paying now.` : null;
}

async function describeAccount(
  context: Context,
  { shown, proof, values }: OpenedConnection,
): Promise<Described> {
  const { business } = await context.site.current();
  const at = (instant: string) => formatInstant(Date.parse(instant), business.timeZone);
  const { name, country, mode, ending } = shown;
  const who = `Stripe, ${String(mode)} keys ${String(ending)}, “${String(name)}”, ${String(country)}.`;
  const { refusedAt, eventAt, answeredAt, sentAt } = proof ?? {};
  if (refusedAt !== undefined)
    return {
      says: `${who} Stripe has refused these keys since ${at(refusedAt)}. Enter new ones.`,
      isProved: false,
    };
  if (eventAt !== undefined)
    return { says: `${who} Event received ${at(eventAt)}.`, isProved: true };
  if (answeredAt !== undefined)
    return {
      says: `${who} Stripe answered ${at(answeredAt)}.`,
      isProved: true,
      advice: [unreachableWords(context)],
    };
  const isLate = sentAt === undefined || Date.now() - Date.parse(sentAt) > EVENT_WITHIN_MS;
  const waits = isLate
    ? `Stripe’s test event did not reach ${webhookUrl(context)} within a minute${values['endpointId'] ? '' : ', or was signed with another secret'}. Check that this address leads here, then check again.`
    : 'Waiting for Stripe’s test event…';
  return { says: `${who} ${waits}`, isProved: false };
}

function describeInstallation({ gateway }: Context): Promise<Described> {
  const says = {
    none: 'Not set. Nobody can pay by card.',
    sandbox: 'The built-in sandbox. No card is charged.',
    stripe: `Stripe, ${gateway.livemode ? 'live' : 'test'} keys ${endingOf(gateway.publishableKey)}.`,
  };
  const isRefused = gateway.bar === 'refused';
  const refused = isRefused ? ' Stripe refuses these keys.' : '';
  return Promise.resolve({ says: `${says[gateway.mode]}${refused}`, isProved: false });
}

function webhookUrl({ signIn }: Pick<Context, 'signIn'>): string {
  return `${signIn.publicUrl}${WEBHOOK_PATH}`;
}

/** Stripe sends events to public https addresses only. */
function isReachable({ signIn }: Pick<Context, 'signIn'>): boolean {
  return signIn.publicUrl.startsWith('https:');
}

function unreachableWords({ signIn }: Pick<Context, 'signIn'>): string {
  return `Stripe can’t reach ${signIn.publicUrl}. Payments are still found every minute; refunds made at Stripe show late.`;
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function areOf(count: number): string {
  return count === 1 ? 'is' : 'are';
}
