import { and, inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';

/** Takes back those of these emails that have not been sent, also those that failed: nobody can send them again. */
export async function withdrawUnsent(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(messages)
    .set({ state: 'withdrawn' })
    .where(and(which, inArray(messages.state, ['waiting', 'failed'])));
}
