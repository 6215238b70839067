import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { type MessageRow, messages } from '#server/db/schema/operation/messages.ts';

/** Longer than a mail server may take; a worker that has not reported back by then is considered dead. */
const LEASE_MS = 2 * 60_000;

/**
 * The oldest message that is due, claimed for a few minutes; null if there is none. Several processes never claim the
 * same one, and none waits for another. The attempt is counted before it is made, so that one that kills the process
 * counts too.
 */
export async function claimMessage(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<MessageRow | null> {
  const now = context.clock();
  const due = context.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.state, 'waiting'),
        or(isNull(messages.nextTryAt), lte(messages.nextTryAt, new Date(now))),
      ),
    )
    .orderBy(messages.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await context.db
    .update(messages)
    .set({ tries: sql`${messages.tries} + 1`, nextTryAt: new Date(now + LEASE_MS) })
    .where(eq(messages.id, sql`(${due})`))
    .returning();
  return claimed ?? null;
}
