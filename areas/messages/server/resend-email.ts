import { eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { Conflict } from '#platform/server/errors.ts';
import { getMessageRow } from '#areas/messages/server/message-queries.ts';
import { messageKey, writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * Writes an email about an order once more, of the same kind and to the same address; one for each `key`, however often
 * it is sent. Throws NotFound, or Conflict `not_resendable`.
 */
export async function resendEmail(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
  key: string,
): Promise<void> {
  const { message } = await getMessageRow(context.db, staff, id);
  const { kind, channel, recipient, orderId, deliveryId, facts } = message;
  if (channel !== 'email' || orderId === null || recipient === '') {
    throw new Conflict('not_resendable', 'Only emails about an order can be sent once more.');
  }
  if (kind === 'staff_message') {
    throw new Conflict('not_resendable', 'Its words are in the email itself: write it again.');
  }
  const about = `again:${key}`;
  await context.db.transaction(async (tx) => {
    const known = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.dedupeKey, messageKey(kind, channel, about)));
    if (known.length > 0) return;
    await writeMessage(tx, context, { kind, about, recipient, orderId, deliveryId, facts });
    await recordChange(tx, context, {
      staff,
      action: 'message.resend',
      entity: 'message',
      entityId: id,
      before: null,
      after: { kind },
    });
  });
}
