import { and, eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { Conflict } from '#platform/server/errors.ts';
import { getMessageRow } from '#areas/messages/server/message-queries.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Sends a failed message again, with as many attempts as a new one. Throws NotFound, or Conflict `not_failed`. */
export async function retryMessage(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  const { message } = await getMessageRow(context.db, staff, id);
  await context.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(messages)
      .set({ state: 'waiting', tries: 0, refusedAttempt: 0, nextTryAt: null })
      .where(and(eq(messages.id, message.id), eq(messages.state, 'failed')))
      .returning({ id: messages.id });
    if (!changed) {
      throw new Conflict(
        'not_failed',
        `This message is ${message.state}. Only failed messages can be sent again.`,
      );
    }
    await recordChange(tx, context, {
      staff,
      action: 'message.retry',
      entity: 'message',
      entityId: id,
      before: { state: message.state, lastError: message.lastError },
      after: { state: 'waiting' },
    });
  });
}
