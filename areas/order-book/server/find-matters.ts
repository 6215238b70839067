/** What somebody must settle or be called about in these orders, as they stand now. */
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import { type OrderDelivery, type OrderToCook, itemsOf } from '#areas/order-book/rules/order.ts';
import { isUnchecked, MISSING_REASON_LABELS } from '#areas/order-book/rules/pack-bag.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { findHolds, type FoodHold } from '#areas/order-book/server/holds.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { foodMatters } from '#areas/order-book/server/tables/incidents.ts';

export type NewMatter = Pick<
  typeof foodMatters.$inferInsert,
  'kind' | 'orderId' | 'deliveryId' | 'itemId' | 'personName' | 'mealName' | 'why'
>;

/** By item: what it is, while it is still to arrive. */
export function awaitedItems(orders: readonly OrderToCook[]): Map<number, string> {
  const deliveries = orders.filter(isLive).flatMap((order) => order.deliveries.filter(isAhead));
  return new Map(itemsOf({ deliveries }).map(({ id, meal }) => [id, meal.name]));
}

function isLive({ status }: Pick<OrderToCook, 'status'>): boolean {
  return status !== 'cancelled';
}

function isAhead({ status }: Pick<OrderDelivery, 'status'>): boolean {
  return status === 'planned' || status === 'cooked' || status === 'packed' || status === 'out';
}

function hasLeft({ status }: Pick<OrderDelivery, 'status'>): boolean {
  return status === 'out' || status === 'delivered';
}

/** Of everything that has not ended, and of bags that have left. */
export async function findMatters(
  tx: Transaction,
  orders: readonly OrderToCook[],
  facts: FreshFacts,
): Promise<NewMatter[]> {
  const live = orders.filter(isLive);
  const holds = await findHolds(tx, live, facts);
  const left = live.flatMap(({ deliveries }) => deliveries.filter(hasLeft));
  const packing = left.length > 0 && (await readPacking(tx, idsOf(left)));
  return live.flatMap((order) =>
    order.deliveries.flatMap((delivery) => [
      ...(isAhead(delivery) ? heldIn(order, delivery, holds) : []),
      ...(packing && hasLeft(delivery) ? leftIn(order, delivery, { packing, holds }) : []),
    ]),
  );
}

function idsOf(all: readonly { id: number }[]): number[] {
  return all.map(({ id }) => id);
}

function heldIn(
  { id: orderId }: OrderToCook,
  delivery: OrderDelivery,
  holds: ReadonlyMap<number, FoodHold>,
): NewMatter[] {
  return itemsOf({ deliveries: [delivery] }).flatMap(({ id: itemId, personName, meal }) => {
    const hold = holds.get(itemId);
    if (!hold) return [];
    const kind = hold.verdict.verdict;
    const { why, deliveryId } = hold;
    return [{ kind, orderId, deliveryId, itemId, personName, mealName: meal.name, why }];
  });
}

/** What a bag that has left owes a call for: a portion on hold in it, an allergy nobody looked at, a portion missing. */
function leftIn(
  { id: orderId }: OrderToCook,
  delivery: OrderDelivery,
  {
    packing,
    holds,
  }: {
    packing: Awaited<ReturnType<typeof readPacking>>;
    holds: ReadonlyMap<number, FoodHold>;
  },
): NewMatter[] {
  const ofBag = { orderId, deliveryId: delivery.id, itemId: null, mealName: '' };
  const people = packing.peopleOf(delivery);
  const missing = people.flatMap(({ name, items }) =>
    items
      .filter(({ state }) => state === 'missing')
      .map(({ id, meal, reason }) => ({
        ...ofBag,
        kind: 'short' as const,
        itemId: id,
        personName: name,
        mealName: meal.name,
        why: MISSING_REASON_LABELS[reason ?? 'cant_find'].toLowerCase(),
      })),
  );
  const heldFor = (person: (typeof people)[number]) =>
    person.items.flatMap(({ id }) => holds.get(id) ?? []).find((hold) => !hold.isLeftOut);
  // Checked as it was then, and on hold since: that is called about anyway.
  const unchecked = people.filter(
    (person) => isUnchecked(person) && !(person.wasChecked && heldFor(person)),
  );
  // Handed over, it is a matter of its own.
  const held = delivery.status === 'out' ? people.flatMap((one) => heldFor(one) ?? [])[0] : null;
  const names = unchecked.map(({ name }) => name).join(', ');
  return [
    ...missing,
    ...(names === ''
      ? []
      : [
          {
            ...ofBag,
            kind: 'left_unchecked' as const,
            personName: names,
            why: 'nobody checked their allergies',
          },
        ]),
    ...(held ? [{ ...ofBag, kind: 'left_held' as const, personName: '', why: held.text }] : []),
  ];
}
