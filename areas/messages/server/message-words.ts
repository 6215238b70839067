import { and, eq } from 'drizzle-orm';
import { type MessageWords, ourWords } from '#areas/messages/rules/check-message-text.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import type { MessageChannel } from '#areas/messages/rules/messages.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { messageTexts } from '#areas/messages/server/tables/message-texts.ts';

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
