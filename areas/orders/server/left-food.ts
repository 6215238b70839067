/** What a bag that has left owes somebody a call for: a portion on hold in it, an allergy nobody looked at, a portion missing. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FreshFacts } from '#areas/needs/rules/gate/keeping.ts';
import type { FoodMatter } from '#areas/order-book/rules/food-matters.ts';
import { MISSING_REASON_LABELS, isUnchecked } from '#areas/order-book/rules/pack-bag.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';

const KINDS = ['left_held', 'left_unchecked', 'short'] as const satisfies FoodMatter[];

type Found = {
  kind: (typeof KINDS)[number];
  /** Null: about the whole bag. */
  itemId: number | null;
  personName: string;
  mealName: string;
  why: string;
};

/**
 * In the transaction that says how far a delivery is. Opens what is so now, and settles what is not so any more, such as
 * of a bag that was brought back.
 */
export async function followLeftFood(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { deliveryId, business }: { deliveryId: number; business: FreshFacts },
): Promise<void> {
  const now = new Date(context.clock());
  const { orderId, found } = await findOf(tx, deliveryId, business);
  const open = await tx
    .select()
    .from(foodMatters)
    .where(
      and(
        eq(foodMatters.deliveryId, deliveryId),
        inArray(foodMatters.kind, [...KINDS]),
        isNull(foodMatters.settledAt),
      ),
    );
  const keyOf = ({ kind, itemId }: { kind: string; itemId: number | null }) => `${kind} ${itemId}`;
  const isNow = new Set(found.map(keyOf));
  const gone = open.filter((matter) => !isNow.has(keyOf(matter)));
  if (gone.length > 0)
    await tx
      .update(foodMatters)
      .set({ settledAt: now, settledHow: 'put_right' })
      .where(
        inArray(
          foodMatters.id,
          gone.map(({ id }) => id),
        ),
      );
  if (orderId !== null && found.length > 0)
    await tx
      .insert(foodMatters)
      .values(found.map((matter) => ({ ...matter, orderId, deliveryId, openedAt: now })))
      .onConflictDoNothing();
}

async function findOf(
  tx: Transaction,
  deliveryId: number,
  business: FreshFacts,
): Promise<{ orderId: number | null; found: Found[] }> {
  const [order] = await loadOrdersToCook(tx, { deliveryIds: [deliveryId] });
  const delivery = order?.deliveries.find(({ id }) => id === deliveryId);
  const hasLeft = delivery?.status === 'out' || delivery?.status === 'delivered';
  if (!order || !delivery || !hasLeft) return { orderId: order?.id ?? null, found: [] };
  const people = (await readPacking(tx, [deliveryId])).peopleOf(delivery);
  const found: Found[] = people.flatMap(({ name, items }) =>
    items
      .filter(({ state }) => state === 'missing')
      .map(({ id, meal, reason }) => ({
        kind: 'short' as const,
        itemId: id,
        personName: name,
        mealName: meal.name,
        why: MISSING_REASON_LABELS[reason ?? 'cant_find'].toLowerCase(),
      })),
  );
  const holds = await findHolds(tx, [order], business);
  const heldFor = (person: (typeof people)[number]) =>
    person.items.flatMap(({ id }) => holds.get(id) ?? []).find((hold) => !hold.isLeftOut);
  // What is on hold is called about anyway.
  const unchecked = people.filter((person) => isUnchecked(person) && !heldFor(person));
  if (unchecked.length > 0)
    found.push({
      kind: 'left_unchecked',
      itemId: null,
      personName: unchecked.map(({ name }) => name).join(', '),
      mealName: '',
      why: 'nobody checked their allergies',
    });
  // Handed over, it is a matter of its own.
  const held = delivery.status === 'out' ? people.flatMap((one) => heldFor(one) ?? [])[0] : null;
  if (held)
    found.push({ kind: 'left_held', itemId: null, personName: '', mealName: '', why: held.text });
  return { orderId: order.id, found };
}
