import { and, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { messages } from '#server/db/schema/operation/messages.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Deletes the text of emails sent long ago; the order keeps the record of when and to whom. Returns how many. */
export async function purgeOldEmails(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const emptied = await context.db
    .update(messages)
    .set({ mail: null })
    .where(
      and(
        inArray(messages.state, ['sent', 'kept', 'withdrawn']),
        isNotNull(messages.mail),
        lt(messages.createdAt, new Date(context.clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: messages.id });
  return emptied.length;
}
