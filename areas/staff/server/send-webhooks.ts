import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { webhookMessages } from '#areas/staff/server/tables/webhooks.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import { webhookWork } from '#areas/staff/server/webhook-work.ts';

/** Each webhook has a line of its own, so that a slow receiver keeps no other one waiting. */
export async function listWebhooksDue({ db, clock }: Context): Promise<string[]> {
  const now = new Date(clock());
  const rows = await db
    .selectDistinct({ id: webhookMessages.webhookId })
    .from(webhookMessages)
    .where(
      and(
        webhookWork.isOpen,
        or(isNull(webhookMessages.nextTryAt), lte(webhookMessages.nextTryAt, now)),
      ),
    )
    .orderBy(sql`1`);
  return rows.map(({ id }) => id);
}

/** One after the other, until one is not taken: the next would most likely not be either. */
export async function sendWebhooks(
  context: Context,
  { line, ending }: { line: string; ending: AbortSignal },
): Promise<void> {
  const only = eq(webhookMessages.webhookId, line);
  const limits = { only, stopAfterSilent: 1, ending };
  await doDueWork({ ...context, webhookEnding: ending }, webhookWork, limits);
}
