/**
 * Each webhook has a line of its own in this process, so that a slow receiver keeps neither another one nor a worker of the
 * jobs waiting.
 */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { webhookMessages } from '#areas/staff/server/tables/webhooks.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import { type WebhookContext, webhookWork } from '#areas/staff/server/webhook-work.ts';

export type WebhookSender = {
  /** Starts whatever is due, and does not wait for it. */
  poke(): Promise<void>;
  /** Waits until nothing is under way. */
  settle(): Promise<void>;
  /** What is under way is cut off, and tried again by whoever runs next. */
  stop(): Promise<void>;
};

export function createWebhookSender(context: Context): WebhookSender {
  const ending = new AbortController();
  const lines = new Map<string, Promise<void>>();
  const renewed = new Set<string>();

  async function workOff(webhookId: string): Promise<void> {
    do {
      renewed.delete(webhookId);
      await sendTo({ ...context, webhookEnding: ending.signal }, webhookId);
      // Something was written for it just when nothing more was found.
    } while (renewed.has(webhookId) && !ending.signal.aborted);
  }

  async function settle(): Promise<void> {
    await Promise.all(lines.values());
  }

  return {
    async poke() {
      for (const webhookId of await listDue(context)) {
        if (ending.signal.aborted) return;
        renewed.add(webhookId);
        if (lines.has(webhookId)) continue;
        const line = workOff(webhookId)
          .catch((error: unknown) =>
            context.log.error({ err: error }, 'webhooks could not be sent'),
          )
          .finally(() => lines.delete(webhookId));
        lines.set(webhookId, line);
      }
    },
    settle,
    stop() {
      ending.abort();
      return settle();
    },
  };
}

/** One after the other, until one is not taken: the next would most likely not be either. */
async function sendTo(context: WebhookContext, webhookId: string): Promise<void> {
  const only = eq(webhookMessages.webhookId, webhookId);
  await doDueWork(context, webhookWork, { only, stopAfterSilent: 1 });
}

async function listDue({ db, clock }: Context): Promise<string[]> {
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
