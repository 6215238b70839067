import { and, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Deletes the words of emails and texts sent long ago, and lets links in texts end; the order keeps the record of when and to whom. Returns how many. */
export async function purgeOldEmails(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const emptied = await context.db
    .update(messages)
    .set({ mail: null, textMessage: null, linkHash: null, facts: {} })
    .where(
      and(
        inArray(messages.state, ['sent', 'kept', 'withdrawn']),
        or(
          isNotNull(messages.mail),
          isNotNull(messages.textMessage),
          // Of one that was withdrawn before it was written.
          ne(messages.facts, {}),
        ),
        lt(messages.createdAt, new Date(context.clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: messages.id });
  return emptied.length;
}
