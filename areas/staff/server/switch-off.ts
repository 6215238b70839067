/** Switching a webhook off that nobody answers, and telling those who can switch it on again. */
import { and, eq, sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { FAILING_DAYS, GONE_STATUS, type WebhookOffReason } from '#platform/rules/webhooks.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  webhookEndpoints,
  webhookMessages,
  type WebhookRow,
} from '#areas/staff/server/tables/webhooks.ts';
import { writeToStaff } from '#areas/messages/server/write-to-staff.ts';

const DAY_MS = 86_400_000;

type Failure = { status: number | null; error: string | null };
type Off = { reason: WebhookOffReason; at: Instant; last: string };

/** Remembers since when it fails, and switches it off in the end, once: with an alarm and an email to each owner. */
export async function noteFailure(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  { id }: Pick<WebhookRow, 'id'>,
  failure: Failure,
): Promise<void> {
  const at = context.clock();
  const now = new Date(at);
  const reason = await context.db.transaction(async (tx) => {
    const [webhook] = await tx
      .update(webhookEndpoints)
      .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now}::timestamptz)` })
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.isActive, true)))
      .returning();
    const why = webhook && offReasonOf(webhook, failure, at);
    if (why) await switchOff(tx, context, webhook, { reason: why, at, last: failureText(failure) });
    return why;
  });
  if (!reason) return;
  context.log.error({ alarm: 'webhook_off', webhookId: id, reason }, 'a webhook was switched off');
}

function offReasonOf(
  { failingSince }: WebhookRow,
  { status }: Failure,
  now: Instant,
): WebhookOffReason | null {
  if (status === GONE_STATUS) return 'gone';
  const failingMs = failingSince === null ? 0 : now - failingSince.getTime();
  return failingMs >= FAILING_DAYS * DAY_MS ? 'failing' : null;
}

export function failureText({ status, error }: Failure): string {
  return error ?? `It answered ${status}`;
}

async function switchOff(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, url, failingSince }: WebhookRow,
  { reason, at, last }: Off,
): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ isActive: false, offReason: reason })
    .where(eq(webhookEndpoints.id, id));
  const lost = await giveUpWaiting(tx, id);
  const since = (failingSince ?? new Date(at)).toISOString();
  await writeToStaff(tx, context, 'manageWebhooks', {
    kind: 'webhook_off',
    about: `${id}:${new Date(at).toISOString()}`,
    // The rest of the address may have a secret in it.
    facts: { webhook: { host: new URL(url).host, reason, since, last, lost } },
  });
}

/** Of a webhook that is switched off. They stay in the log, and can be sent again. Returns how many. */
export async function giveUpWaiting(
  tx: Pick<Context['db'], 'update'>,
  webhookId: string,
): Promise<number> {
  const givenUp = await tx
    .update(webhookMessages)
    .set({ state: 'failed', nextTryAt: null })
    .where(and(eq(webhookMessages.webhookId, webhookId), eq(webhookMessages.state, 'waiting')))
    .returning({ id: webhookMessages.id });
  return givenUp.length;
}
