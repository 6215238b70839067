/** What someone must settle or be called about in these orders, as they stand now. */
import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type FoodNeeds, unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import { type OrderDelivery, type OrderToCook, itemsOf } from '#areas/order-book/rules/order.ts';
import { isUnchecked, MISSING_REASON_LABELS } from '#areas/order-book/rules/pack-bag.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { findHolds, type FoodHold } from '#areas/order-book/server/holds.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import {
  orders as orderTable,
  people as peopleTable,
} from '#areas/order-book/server/tables/orders.ts';

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

/** For everything that has not ended, and of bags that have left. */
export async function findMatters(
  tx: Transaction,
  orders: readonly OrderToCook[],
  facts: FreshFacts,
): Promise<NewMatter[]> {
  const live = orders.filter(isLive);
  const holds = await findHolds(tx, live, facts);
  const left = live.flatMap(({ deliveries }) => deliveries.filter(hasLeft));
  const packing = left.length > 0 && (await readPacking(tx, idsOf(left)));
  const ofBags = live.flatMap((order) =>
    order.deliveries.flatMap((delivery) => [
      ...(isAhead(delivery) ? heldIn(order, delivery, holds) : []),
      ...(packing && hasLeft(delivery) ? leftIn(order, delivery, { packing, holds }) : []),
    ]),
  );
  const awaited = live.filter(({ deliveries }) => deliveries.some(isAhead));
  return [...ofBags, ...(await findFewerNeeds(tx, idsOf(awaited)))];
}

/** So long what was said with an earlier order is asked about. */
const REMEMBERED = sql`interval '12 months'`;

type Person = { name: string } & Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** Orders whose people leave out less than those of the same name in earlier orders of the same email. */
async function findFewerNeeds(tx: Transaction, orderIds: readonly number[]): Promise<NewMatter[]> {
  if (orderIds.length === 0) return [];
  const earlier = alias(orderTable, 'earlier');
  const before = alias(peopleTable, 'before');
  const needs = { name: before.name, allergens: before.allergens, avoid: before.avoid };
  const said = await tx
    .select({ orderId: orderTable.id, ...needs })
    .from(orderTable)
    .innerJoin(
      earlier,
      and(
        eq(sql`lower(${earlier.email})`, sql`lower(${orderTable.email})`),
        lt(earlier.id, orderTable.id),
        gte(earlier.createdAt, sql`${orderTable.createdAt} - ${REMEMBERED}`),
      ),
    )
    .innerJoin(before, eq(before.orderId, earlier.id))
    .where(
      and(
        inArray(orderTable.id, [...orderIds]),
        ne(orderTable.email, ''),
        sql`(${before.allergens} <> '{}' or ${before.avoid} <> '{}')`,
      ),
    );
  if (said.length === 0) return [];
  const bySaid = Map.groupBy(said, ({ orderId }) => orderId);
  const eating = await tx
    .select()
    .from(peopleTable)
    .where(inArray(peopleTable.orderId, [...bySaid.keys()]))
    .orderBy(asc(peopleTable.position));
  return [...bySaid].flatMap(([orderId, past]): NewMatter[] => {
    const fewer = eating
      .filter((person) => person.orderId === orderId)
      .flatMap((person) => {
        const words = wordsLost(person, past);
        return words.length === 0 ? [] : [{ name: person.name, words }];
      });
    if (fewer.length === 0) return [];
    return [
      {
        kind: 'needs_fewer',
        orderId,
        deliveryId: null,
        itemId: null,
        personName: fewer.map(({ name }) => name).join(', '),
        mealName: '',
        why: fewer.map(({ name, words }) => `${name} left out ${namesText(words)}`).join(', '),
      },
    ];
  });
}

/** What was left out for someone of this name and is not for this person. */
function wordsLost(person: Person, past: readonly Person[]): string[] {
  const all = past
    .filter(({ name }) => personKey(name) === personKey(person.name))
    .reduce(unitedNeeds, person);
  return [
    ...all.allergens.filter((name) => !person.allergens.includes(name)),
    ...all.avoid.filter((word) => !person.avoid.includes(word)),
  ];
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
