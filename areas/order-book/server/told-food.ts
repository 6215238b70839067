/** A reaction that someone reports: staff call, and `find-reactions.ts` holds what is ahead until they know what it was. */
import { asc, eq, inArray, and, isNull } from 'drizzle-orm';
import { whoReacted } from '#areas/needs/rules/food-notes/read-food-note.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import { openMatters, settleMatters } from '#areas/order-book/server/follow-food.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type NoteToRead,
  openQuestions,
  type PersonAsked,
} from '#areas/needs/rules/gate/open-questions.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';

type Eaten = Pick<OrderItem, 'id' | 'personName'> & {
  /** Null: nobody says which. */
  meal: { name: string } | null;
};

/** In the transaction that stores the report. One for each of these people, of whatever they ate. */
export async function openReactions(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderId: number,
  eaten: readonly Eaten[],
): Promise<void> {
  const matters = [...Map.groupBy(eaten, ({ personName }) => personName)].map(
    ([personName, items]) => {
      const mealName = [...new Set(items.flatMap(({ meal }) => meal?.name ?? []))].join(', ');
      return {
        kind: 'reaction' as const,
        orderId,
        deliveryId: null,
        itemId: items[0]?.id ?? null,
        personName,
        mealName,
        why: mealName === '' ? 'a reaction' : `a reaction to ${mealName}`,
      };
    },
  );
  await openMatters(tx, matters, { now: new Date(clock()) });
}

/**
 * In the transaction that stores a note of staff or of a driver about these orders of one customer. It says nothing of
 * meals: one for each person it is about, in the first order that they eat in.
 */
export async function openNotedReactions(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  orderIds: readonly number[],
  texts: readonly string[],
): Promise<void> {
  const all = await tx
    .select({ id: orderItems.id, orderId: orderItems.orderId, personName: people.name })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.id));
  const names = [...new Set(all.map(({ personName }) => personName))];
  const reacted = new Set(texts.flatMap((text) => whoReacted(text, names)));
  for (const [orderId, items] of Map.groupBy(all, (item) => item.orderId)) {
    const itemsOfReacted = items.filter(({ personName }) => reacted.has(personName));
    for (const { personName } of itemsOfReacted) reacted.delete(personName);
    await openReactions(
      tx,
      context,
      orderId,
      itemsOfReacted.map((item) => ({ ...item, meal: null })),
    );
  }
}

// What is written beside an order and speaks of an allergy that its needs do not say: never refused, but called about.

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
