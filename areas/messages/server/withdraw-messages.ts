import { and, eq, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import type { MessageChannel, MessageKind } from '#areas/messages/rules/messages.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { Context } from '#platform/server/context.ts';

/** Messages by their keys (`messageKey`), or all of these kinds about a delivery. */
type Withdrawn =
  | { keys: readonly string[] }
  | { deliveryId: number; kinds: readonly MessageKind[] };

const OVERTAKEN = 'It was overtaken by what happened since.';

type Which = {
  kind: MessageKind;
  channel: MessageChannel;
  key: string;
  /** What it tells of. */
  eventId: number | null;
};

/**
 * Takes back messages that still wait. `sent`: what the customer has, or may have because it was tried; anyone who takes back
 * such news must correct it.
 */
export async function withdrawMessages(
  tx: Transaction,
  which: Withdrawn,
): Promise<{ withdrawn: Which[]; sent: Which[] }> {
  const isMeant =
    'keys' in which
      ? inArray(messages.dedupeKey, [...which.keys])
      : and(eq(messages.deliveryId, which.deliveryId), inArray(messages.kind, [...which.kinds]));
  const rows = await tx
    .select({
      id: messages.id,
      kind: messages.kind,
      channel: messages.channel,
      key: messages.dedupeKey,
      state: messages.state,
      tries: messages.tries,
      facts: messages.facts,
    })
    .from(messages)
    .where(and(isMeant, inArray(messages.state, ['waiting', 'sent', 'kept'])))
    .orderBy(messages.id)
    .for('update');
  const waiting = rows.filter(({ state }) => state === 'waiting');
  await tx
    .update(messages)
    .set({ state: 'withdrawn', lastError: OVERTAKEN })
    .where(
      inArray(
        messages.id,
        waiting.map(({ id }) => id),
      ),
    );
  const described = (some: typeof rows) =>
    some.map(({ kind, channel, key, facts }) => ({
      kind,
      channel,
      key,
      eventId: facts.eventId ?? null,
    }));
  const isOut = ({ state, tries }: (typeof rows)[number]) =>
    state === 'sent' || state === 'kept' || (state === 'waiting' && tries > 0);
  return { withdrawn: described(waiting), sent: described(rows.filter(isOut)) };
}

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
          // For one that was withdrawn before it was written.
          ne(messages.facts, {}),
        ),
        lt(messages.createdAt, new Date(context.clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: messages.id });
  return emptied.length;
}
