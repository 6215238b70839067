import { asc, eq, sql } from 'drizzle-orm';
import {
  type WebhookChange,
  WebhookFields,
  type WebhookReply,
  type WebhookSecretReply,
} from '#areas/staff/calls/webhooks.ts';
import {
  MOST_WEBHOOKS,
  OLD_SECRET_HOURS,
  type WebhookEventName,
} from '#platform/rules/webhooks.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type WebhookRow, webhookEndpoints } from '#areas/staff/server/tables/webhooks.ts';
import { Conflict, NotFound, InvalidRequest } from '#platform/server/errors.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { newWebhookSecret, giveUpWaiting } from './send-webhooks.ts';
import { isIP } from 'node:net';
import {
  hostOf,
  isLoopbackName,
  isPublicAddress,
  type LocalRule,
} from '#platform/server/public-address.ts';

type WebhookContext = Pick<Context, 'db' | 'clock' | 'allowsLocalHosts'>;

export async function listWebhooks(db: Database): Promise<WebhookReply[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.createdAt), webhookEndpoints.id);
  return rows.map(describeWebhook);
}

/** Throws InvalidRequest on `url`, and Conflict `too_many_webhooks`. */
export async function addWebhook(
  context: WebhookContext,
  by: StaffMember,
  { url, events }: { url: string; events: WebhookEventName[] },
): Promise<WebhookSecretReply> {
  const { href } = checkWebhookUrl(context, url);
  const secret = newWebhookSecret();
  return context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`);
    if ((await tx.$count(webhookEndpoints)) >= MOST_WEBHOOKS) {
      throw new Conflict(
        'too_many_webhooks',
        `There are ${MOST_WEBHOOKS} webhooks, the most there can be. Delete one that is not needed.`,
      );
    }
    const [made] = await tx
      .insert(webhookEndpoints)
      .values({ url: href, events, secret })
      .returning();
    if (!made) throw new Error('the webhook was not stored');
    await record(tx, context, by, { action: 'system.add_webhook', before: null, after: made });
    return { secret, webhook: describeWebhook(made) };
  });
}

/** Throws NotFound, and InvalidRequest at what cannot be changed. */
export async function changeWebhook(
  context: WebhookContext,
  by: StaffMember,
  id: string,
  sent: WebhookChange,
): Promise<WebhookReply> {
  return context.db.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const change = readChange(sent, describeWebhook(before), WebhookFields);
    if (change === null) return describeWebhook(before);
    const { events, isActive } = change;
    const isSwitched = isActive !== undefined && isActive !== before.isActive;
    const [after] = await tx
      .update(webhookEndpoints)
      .set({
        ...(events && { events }),
        ...(isSwitched && { isActive, offReason: null, failingSince: null }),
        id,
      })
      .where(eq(webhookEndpoints.id, id))
      .returning();
    if (!after) throw new NotFound('This webhook');
    if (!after.isActive) await giveUpWaiting(tx, id);
    await record(tx, context, by, { action: 'system.change_webhook', before, after });
    return describeWebhook(after);
  });
}

/** With everything that waits for it, and its log. Throws NotFound. */
export async function deleteWebhook(
  context: WebhookContext,
  by: StaffMember,
  id: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await record(tx, context, by, { action: 'system.delete_webhook', before, after: null });
  });
}

/** Uses real time, as receivers do. Throws NotFound. */
export async function rotateWebhookSecret(
  context: WebhookContext,
  by: StaffMember,
  id: string,
): Promise<WebhookSecretReply> {
  const secret = newWebhookSecret();
  return context.db.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const [after] = await tx
      .update(webhookEndpoints)
      .set({
        secret,
        oldSecret: before.secret,
        oldSecretUntil: sql`now() + make_interval(hours => ${OLD_SECRET_HOURS}::int)`,
      })
      .where(eq(webhookEndpoints.id, id))
      .returning();
    if (!after) throw new NotFound('This webhook');
    await record(tx, context, by, { action: 'system.rotate_webhook_secret', before, after });
    return { secret, webhook: describeWebhook(after) };
  });
}

async function lockWebhook(tx: Transaction, id: string): Promise<WebhookRow> {
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .for('update');
  if (!row) throw new NotFound('This webhook');
  return row;
}

type Recorded = {
  action: `system.${string}`;
  before: WebhookRow | null;
  after: WebhookRow | null;
};

async function record(
  tx: Transaction,
  context: WebhookContext,
  staff: StaffMember,
  { action, before, after }: Recorded,
): Promise<void> {
  const entityId = (after ?? before)?.id ?? '';
  const [was, is] = [before && factsOf(before), after && factsOf(after)];
  await recordChange(tx, context, {
    staff,
    action,
    entityId,
    before: was,
    after: is,
  });
}

/** The address may have a secret in its path or query, so the trail has its host alone. */
function factsOf({ url, events, isActive }: WebhookRow) {
  return { webhook: new URL(url).host, events, isActive };
}

export function describeWebhook(row: WebhookRow): WebhookReply {
  const { id, url, events, isActive, offReason, failingSince, oldSecretUntil, createdAt } = row;
  const isOldGood = oldSecretUntil !== null && oldSecretUntil > new Date();
  return {
    id,
    url,
    events,
    isActive,
    offReason,
    failingSince: failingSince?.toISOString() ?? null,
    oldSecretUntil: isOldGood ? oldSecretUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

// Where a webhook may lead: its address is entered by people.

/** For the form alone; where its name leads is checked at each attempt. Throws InvalidRequest on `url`. */
function checkWebhookUrl({ allowsLocalHosts = false }: LocalRule, text: string): URL {
  const url = new URL(text);
  const refuse = (message: string) => new InvalidRequest({ url: message });
  if (url.username !== '' || url.password !== '') {
    throw refuse('Please leave the user name and password out of the address');
  }
  if (url.hash !== '') throw refuse('Please leave out the part after #');
  const isLocal = isLoopbackName(hostOf(url));
  if (url.protocol !== 'https:' && !(isLocal && allowsLocalHosts)) {
    throw refuse('Please enter an address that starts with https://');
  }
  const isLiteral = isIP(hostOf(url)) !== 0;
  if (!allowsLocalHosts && (isLocal || (isLiteral && !isPublicAddress(hostOf(url))))) {
    throw refuse('Please enter an address on the internet, not of this machine or network');
  }
  return url;
}
