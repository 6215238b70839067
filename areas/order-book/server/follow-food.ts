/** Matters of food follow the orders: what is so now is open, what is not so any more is settled. */
import { and, eq, inArray, isNotNull, isNull, max, or, sql, asc, gte, lt, ne } from 'drizzle-orm';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import { HOLDS, namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { FoodMatter } from '#areas/order-book/rules/food-matters.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { noteOnHold } from '#areas/order-book/server/delivery-drivers.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMarks } from '#areas/order-book/server/tables/packing.ts';
import { type FoodMatterRow, foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { alias } from 'drizzle-orm/pg-core';
import { type FoodNeeds, unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { type OrderDelivery, type OrderToCook, itemsOf } from '#areas/order-book/rules/order.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import { isUnchecked, MISSING_REASON_LABELS } from '#areas/order-book/rules/pack-bag.ts';
import { findHolds, type FoodHold } from '#areas/order-book/server/holds.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import {
  orders as orderTable,
  people as peopleTable,
} from '#areas/order-book/server/tables/orders.ts';

const LEFT = ['left_held', 'left_unchecked', 'short'] as const;
const FOLLOWED = [...HOLDS, ...LEFT, 'diet', 'needs_fewer'] as const satisfies FoodMatter[];

/** Few enough parameters for one statement. */
const MOST_ROWS = 500;

/** The recipe that was saved: "almond added", and by whom. */
export type RecipeCause = Pick<FoodMatterRow, 'cause' | 'changedBy'>;

const NO_RECIPE: RecipeCause = { cause: null, changedBy: null };

/**
 * The caller holds the locks of these orders. Idempotent: a job does the same within a minute for every order that a trigger
 * has marked, so that nothing depends on a caller. Returns what is new, or says something else than before.
 */
export async function followFood(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderIds: readonly number[],
  { facts, recipe = NO_RECIPE }: { facts: FreshFacts; recipe?: RecipeCause },
): Promise<NewMatter[]> {
  if (orderIds.length === 0) return [];
  const ids = [...orderIds];
  await tx.delete(foodMarks).where(inArray(foodMarks.orderId, ids));
  const open = await tx
    .select()
    .from(foodMatters)
    .where(
      and(
        inArray(foodMatters.orderId, ids),
        inArray(foodMatters.kind, [...FOLLOWED]),
        isNull(foodMatters.settledAt),
      ),
    );
  const orders = await loadOrdersToCook(tx, { orderIds: ids, withCancelled: true });
  const found = await withoutDealtWith(tx, await findMatters(tx, orders, facts));
  const isNow = new Map(found.map((matter) => [matterKey(matter), matter]));
  const awaited = awaitedItems(orders);
  const known = new Map(open.map((matter) => [matterKey(matter), matter]));
  const now = new Date(clock());
  const stays = (matter: FoodMatterRow) =>
    isNow.has(matterKey(matter)) || (matter.kind === 'diet' && isAwaited(awaited, matter));
  const gone = open.filter((matter) => !stays(matter));
  for (const isThere of [true, false])
    await settleMatters(
      tx,
      gone
        .filter((matter) => (matter.itemId === null || isAwaited(awaited, matter)) === isThere)
        .map(({ id }) => id),
      { how: isThere ? 'put_right' : 'order_changed', by: null, now },
    );
  const news: NewMatter[] = [];
  for (const matter of found) {
    const was = known.get(matterKey(matter));
    if (!was) news.push(matter);
    if (!was || isSame(was, matter)) continue;
    if (was.why !== matter.why) news.push(matter);
    const set = { ...matter, ...(was.why !== matter.why && recipe) };
    await tx.update(foodMatters).set(set).where(eq(foodMatters.id, was.id));
  }
  await openMatters(
    tx,
    news.filter((matter) => !known.has(matterKey(matter))),
    { now, recipe },
  );
  await noteOnHold(
    tx,
    news.flatMap(({ kind, deliveryId }) => (kind === 'left_held' ? (deliveryId ?? []) : [])),
    now,
  );
  return news;
}

/**
 * What staff have dealt with is not opened again: since a bag left, while it is on the road or delivered; of needs, while they
 * are the same.
 */
async function withoutDealtWith(tx: Transaction, found: readonly NewMatter[]) {
  const ids = found.flatMap(({ kind, deliveryId }) => (isLeft(kind) ? (deliveryId ?? []) : []));
  const orderIds = found.flatMap(({ kind, orderId }) => (kind === 'needs_fewer' ? orderId : []));
  if (ids.length === 0 && orderIds.length === 0) return found;
  const lastOut = tx
    .select({ at: max(deliveryEvents.receivedAt) })
    .from(deliveryEvents)
    .where(
      and(
        eq(deliveryEvents.deliveryId, foodMatters.deliveryId),
        eq(deliveryEvents.status, 'out'),
        eq(deliveryEvents.isDecisive, true),
      ),
    );
  const dealtWith = await tx
    .select()
    .from(foodMatters)
    .where(
      and(
        isNotNull(foodMatters.settledBy),
        or(
          and(
            inArray(foodMatters.deliveryId, ids),
            inArray(foodMatters.kind, [...LEFT]),
            sql`${foodMatters.openedAt} >= coalesce((${lastOut}), '-infinity')`,
          ),
          and(inArray(foodMatters.orderId, orderIds), eq(foodMatters.kind, 'needs_fewer')),
        ),
      ),
    );
  const known = new Set(dealtWith.map(dealtKeyOf));
  return found.filter((matter) => !known.has(dealtKeyOf(matter)));
}

function dealtKeyOf(matter: NewMatter): string {
  return matter.kind === 'needs_fewer' ? `${matterKey(matter)}: ${matter.why}` : matterKey(matter);
}

function isLeft(kind: FoodMatter): boolean {
  return LEFT.some((left) => left === kind);
}

export async function openMatters(
  tx: Transaction,
  matters: readonly NewMatter[],
  { now, recipe = NO_RECIPE }: { now: Date; recipe?: RecipeCause },
): Promise<void> {
  for (let start = 0; start < matters.length; start += MOST_ROWS) {
    const rows = matters.slice(start, start + MOST_ROWS);
    await tx
      .insert(foodMatters)
      .values(rows.map((matter) => ({ ...matter, ...recipe, openedAt: now })))
      .onConflictDoNothing();
  }
}

type Settlement = {
  how: NonNullable<FoodMatterRow['settledHow']>;
  /** Null: by itself. */
  by: string | null;
  note?: string | null;
  now: Date;
};

export async function settleMatters(
  tx: Transaction,
  ids: readonly number[],
  { how, by, note = null, now }: Settlement,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(foodMatters)
    .set({ settledAt: now, settledBy: by, settledHow: how, note })
    .where(inArray(foodMatters.id, [...ids]));
}

function isSame(was: FoodMatterRow, now: NewMatter): boolean {
  const wordsOf = ({ deliveryId, personName, mealName, why }: NewMatter) =>
    JSON.stringify([deliveryId, personName, mealName, why]);
  return wordsOf(was) === wordsOf(now);
}

/** An item keeps its id wherever it goes. */
function matterKey({ kind, orderId, deliveryId, itemId }: NewMatter): string {
  if (itemId !== null) return `${kind} ${itemId}`;
  return deliveryId === null ? `${kind} in ${orderId}` : `${kind} of ${deliveryId}`;
}

function isAwaited(
  awaited: ReadonlyMap<number, string>,
  { itemId, mealName }: FoodMatterRow,
): boolean {
  return itemId !== null && awaited.get(itemId) === mealName;
}

// What else keeps food out of a bag: said by areas above, which measure it.

/** `date`: for which its food was cooked; `window` null: nobody knows for which, since it was kept cold for another. */
export type CookedBag = {
  date: PlainDate;
  window: DeliveryWindow | null;
  mealIds: readonly number[];
};

/** Why it may not be packed, in a sentence; null: nothing. */
export type FoodBar = (tx: Transaction, bag: CookedBag) => Promise<string | null>;

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    foodBars?: readonly FoodBar[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Those of all areas. */
    foodBars: readonly FoodBar[];
  }
}

/** The first that says something. */
export async function whyFoodWaits(
  tx: Transaction,
  bars: readonly FoodBar[],
  bag: CookedBag,
): Promise<string | null> {
  for (const bar of bars) {
    const why = await bar(tx, bag);
    if (why !== null) return why;
  }
  return null;
}

// What someone must settle or be called about in these orders, as they stand now.

export type NewMatter = Pick<
  typeof foodMatters.$inferInsert,
  'kind' | 'orderId' | 'deliveryId' | 'itemId' | 'personName' | 'mealName' | 'why'
>;

/** By item: what it is, while it is still to arrive. */
function awaitedItems(orders: readonly OrderToCook[]): Map<number, string> {
  const deliveries = orders.flatMap((order) =>
    order.deliveries.filter((delivery) => isAhead(order, delivery)),
  );
  return new Map(itemsOf({ deliveries }).map(({ id, meal }) => [id, meal.name]));
}

/** When an order is cancelled, what is on the road still is, with what is in it. */
function isAhead(order: Pick<OrderToCook, 'status'>, delivery: OrderDelivery): boolean {
  return order.status === 'cancelled' ? isCalledBack(order, delivery) : !isEnded(delivery.status);
}

function hasLeft({ status }: Pick<OrderDelivery, 'status'>): boolean {
  return status === 'out' || status === 'delivered';
}

/** For everything that has not ended, and of bags that have left. */
async function findMatters(
  tx: Transaction,
  orders: readonly OrderToCook[],
  facts: FreshFacts,
): Promise<NewMatter[]> {
  const holds = await findHolds(tx, orders, facts);
  const left = orders.flatMap(({ deliveries }) => deliveries.filter(hasLeft));
  const packing = left.length > 0 && (await readPacking(tx, rowIds(left)));
  const ofBags = orders.flatMap((order) =>
    order.deliveries.flatMap((delivery) => [
      ...(isAhead(order, delivery) ? heldIn(order, delivery, holds) : []),
      ...(packing && hasLeft(delivery) ? leftIn(order, delivery, { packing, holds }) : []),
    ]),
  );
  const awaited = orders.filter(
    ({ status, deliveries }) =>
      status !== 'cancelled' && deliveries.some((delivery) => !isEnded(delivery.status)),
  );
  return [...ofBags, ...(await findFewerNeeds(tx, rowIds(awaited)))];
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
        sql`lower(${earlier.email}) = any(customer_emails(${orderTable.email}))`,
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

function rowIds(all: readonly { id: number }[]): number[] {
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
