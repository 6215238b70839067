import { and, eq } from 'drizzle-orm';
import { type MessageWords, ourWords } from '#domain/messages/check-message-text.ts';
import type { DeliveryMessageKind } from '#domain/messages/delivery-messages.ts';
import type { MessageChannel } from '#domain/messages/messages.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { messageTexts } from '#server/db/schema/operation/message-texts.ts';

/** The words of a message: those of staff, or else ours. */
export async function findWords(
  db: Database | Transaction,
  kind: DeliveryMessageKind,
  channel: MessageChannel,
): Promise<MessageWords> {
  const [row] = await db
    .select({ subject: messageTexts.subject, text: messageTexts.text })
    .from(messageTexts)
    .where(and(eq(messageTexts.kind, kind), eq(messageTexts.channel, channel)));
  return row && row.text !== null ? { ...row, text: row.text } : ourWords(kind, channel);
}
