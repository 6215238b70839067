/** What is written beside an order and speaks of an allergy that its needs do not say: never refused, but called about. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import {
  type NoteToRead,
  openQuestions,
  type PersonAsked,
} from '#areas/needs/rules/gate/open-questions.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { openMatters, settleMatters } from '#areas/order-book/server/follow-food.ts';
import { openNotedReactions } from '#areas/order-book/server/open-reactions.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';

/** In the transaction that stores these texts: on a card, in a problem or a rating; of an order's notes and drivers' by `openNoted`. */
export async function openTold(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderId: number,
  texts: readonly NoteToRead[],
): Promise<void> {
  if (texts.every(({ text }) => text.trim() === '')) return;
  const table = await tx
    .select()
    .from(people)
    .where(eq(people.orderId, orderId))
    .orderBy(asc(people.position));
  const told = openQuestions(texts, table).filter(({ holds }) => holds);
  const matters = told.map(({ person, quote }) => ({
    kind: 'told' as const,
    orderId,
    personName: person ?? '',
    mealName: '',
    why: quote,
  }));
  await openMatters(tx, matters, { now: new Date(clock()) });
}

/**
 * In the transaction that stores a note of staff or of a driver about these orders of one customer: what it tells of is
 * called about, and a reaction holds what is ahead.
 */
export async function openNoted(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  orderIds: readonly number[],
  texts: readonly string[],
): Promise<void> {
  const written = texts.filter((text) => text.trim() !== '');
  if (written.length === 0) return;
  const notes = written.map((text) => ({ text, about: null }));
  for (const orderId of orderIds) await openTold(tx, context, orderId, notes);
  await openNotedReactions(tx, context, orderIds, written);
}

/** In the transaction of a change that went through: what was told ends once the needs of `table` say it too. */
export async function settleTold(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  { orderId, table }: { orderId: number; table: readonly PersonAsked[] },
): Promise<void> {
  const open = await tx
    .select()
    .from(foodMatters)
    .where(
      and(
        eq(foodMatters.orderId, orderId),
        eq(foodMatters.kind, 'told'),
        isNull(foodMatters.settledAt),
      ),
    );
  const said = open.filter(({ why, mealName, personName }) => {
    const note = { text: why, about: personName === '' ? null : personName };
    return mealName !== '' || !openQuestions([note], table).some(({ holds }) => holds);
  });
  await settleMatters(
    tx,
    said.map(({ id }) => id),
    { how: 'put_right', by: null, now: new Date(clock()) },
  );
}
