/** Which food a portion is: that of the versions it was cooked by, or of the meal as it is now. */
import { isDeepStrictEqual } from 'node:util';
import { type Column, type SQL, sql, ne, or, and, eq, isNull } from 'drizzle-orm';
import {
  asSold,
  foodOfVersions,
  type MealSnapshot,
  SNAPSHOT_FIELDS,
  snapshotOfVersion,
} from '#areas/menu/rules/meal-snapshot.ts';
import { meals, mealVersions } from '#areas/menu/server/tables/meals.ts';
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import type { OrderItem, OrderDelivery, OrderPerson } from '#areas/order-book/rules/order.ts';
import { people as peopleTable } from '#areas/order-book/server/tables/orders.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  deliveries as deliveryTable,
  type DeliveryRow,
  type FoodBefore,
} from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';

/**
 * Which versions they were cooked by, and the food, on one of each food, since a day has many of the same. Of items, or of
 * what is counted of them; their meals are joined.
 */
export function foodColumnsOf<Row extends { mealId: Column; cookedVersions: Column }>({
  mealId,
  cookedVersions,
}: Row) {
  const once = (value: SQL) =>
    sql`case when row_number() over (partition by ${mealId}, ${cookedVersions}) = 1 then ${value} end`;
  return {
    cookedVersions: cookedVersions as Row['cookedVersions'],
    cooked: sql<Record<string, unknown>[] | null>`${once(sql`(
      select jsonb_agg(${mealVersions.facts} order by ${mealVersions.version}) from ${mealVersions}
      where ${mealVersions.mealId} = ${mealId} and ${mealVersions.version} = any(${cookedVersions}))`)}`,
    present: sql<MealSnapshot | null>`${once(
      sql`jsonb_build_object(${sql.join(
        SNAPSHOT_FIELDS.map((field) => sql`${field}::text, ${meals[field]}`),
        sql`, `,
      )})`,
    )}`,
  };
}

/** As the join gives it, with what was sold as its meal. */
export type SelectedItem = Omit<JoinedItem, 'item'> & {
  item: JoinedItem['item'] & {
    cookedVersions: number[];
    cooked: Record<string, unknown>[] | null;
    present: MealSnapshot | null;
  };
};

/** `rows`: all of one statement. */
export function withFood(rows: readonly SelectedItem[]): JoinedItem[] {
  const foodOf = readFoods(rows.map(({ item }) => item));
  return rows.map(({ item, ...where }) => {
    const { cookedVersions: _, cooked: _cooked, present: _present, ...rest } = item;
    const meal = asSold(rest.meal, foodOf(item));
    return { ...where, item: withValidOverride({ ...rest, meal }) };
  });
}

type SelectedFood = Pick<SelectedItem['item'], 'mealId' | 'cookedVersions' | 'cooked' | 'present'>;

/** `all`: of one statement with `foodColumnsOf`. */
export function readFoods(all: readonly SelectedFood[]): (one: SelectedFood) => MealSnapshot {
  const keyOf = ({ mealId, cookedVersions }: SelectedFood) => `${mealId}:${cookedVersions.join()}`;
  const foods = new Map(
    all.flatMap((one) => {
      if (!one.present) return [];
      const versions = one.cooked === null ? [one.present] : one.cooked.map(snapshotOfVersion);
      return [[keyOf(one), foodOfVersions(versions)] as const];
    }),
  );
  return (one) => {
    const food = foods.get(keyOf(one));
    if (!food) throw new Error(`the food of meal ${one.mealId} was not read`);
    return food;
  };
}

/** What was agreed was about the food as it was then. */
export function withValidOverride<Item extends Pick<OrderItem, 'meal' | 'override'>>(
  item: Item,
): Item {
  const { meal, override } = item;
  const isValid = override === null || isDeepStrictEqual(override.food, listedFood(meal));
  return isValid ? item : { ...item, override: null };
}

/** What an exception is about: it ends when either changes. */
export function listedFood({ allergens, ingredients, recipeList }: MealSnapshot): ListedFood {
  return { allergens, ingredients, recipeList };
}

/** As `hasFoodNeeds` of a row of `people`, so that the others need not be read. */
export function rowHasFoodNeeds(): SQL | undefined {
  return or(
    sql`cardinality(${peopleTable.allergens}) > 0`,
    sql`cardinality(${peopleTable.avoid}) > 0`,
    sql`cardinality(${peopleTable.diets}) > 0`,
    ne(peopleTable.note, ''),
  );
}

/** An item with where it belongs, as the join gives it. */
export type JoinedItem = {
  orderId: number;
  item: Omit<OrderItem, 'deliveryDate' | 'deliveryWindow' | 'personName' | 'feeDate'> & {
    feeDate: PlainDate | null;
  };
  delivery: Omit<OrderDelivery, 'people'>;
  person: Omit<OrderPerson, 'items'>;
};

type Person = Omit<OrderPerson, 'items'> & { items: OrderItem[] };
type Delivery = Omit<OrderDelivery, 'people'> & { people: Person[] };

/** The deliveries of one order from its items, in whatever sequence they come: by date and window, by person, as it is eaten. */
export function growDeliveries(rows: readonly JoinedItem[]): OrderDelivery[] {
  const deliveries: Delivery[] = [];
  for (const { item, delivery: row, person } of rows) {
    const delivery = deliveries.find(({ id }) => id === row.id) ?? { ...row, people: [] };
    if (delivery.people.length === 0) deliveries.push(delivery);
    const personWithMeals = delivery.people.find(({ id }) => id === person.id) ?? {
      ...person,
      items: [],
    };
    if (personWithMeals.items.length === 0) delivery.people.push(personWithMeals);
    personWithMeals.items.push({
      ...item,
      feeDate: item.feeDate ?? delivery.date,
      deliveryDate: delivery.date,
      deliveryWindow: delivery.window,
      personName: person.name,
    });
  }
  for (const { people } of deliveries) {
    people.sort((a, b) => a.position - b.position);
    for (const { items } of people) items.sort(compareItems);
  }
  // One that was cancelled may share date and window with one that came in its place.
  return deliveries.sort((a, b) => compareSlotKeys(a, b) || a.id - b.id);
}

function compareItems(a: OrderItem, b: OrderItem): number {
  if (a.mealDate !== b.mealDate) return a.mealDate < b.mealDate ? -1 : 1;
  return compareMealTypes(a.mealType, b.mealType) || a.helping - b.helping || a.id - b.id;
}

/**
 * Keeps for which date its meals were cooked, where a recall looks for them wherever the delivery has gone since, and by
 * which versions: that food stays what it is. What is to be cooked, or cooked again, is food of the present.
 */
export async function markCooked(tx: Transaction, delivery: DeliveryRow): Promise<void> {
  const { id, status, date, madeOn } = delivery;
  if (status === 'cancelled') return;
  const ofDelivery = eq(orderItems.deliveryId, id);
  if (status === 'planned') {
    await tx
      .update(orderItems)
      .set({ cookedFor: null, cookedVersions: [], isThrownOut: false })
      .where(ofDelivery);
    return;
  }
  const cookedFor = madeOn ?? date;
  await tx
    .update(orderItems)
    .set({ cookedFor, cookedVersions: versionsCooked({ ...delivery, date: cookedFor }) })
    .where(and(ofDelivery, isNull(orderItems.cookedFor)));
}

/** What is in its bag, before it is to be cooked again. */
export async function readCooked(
  tx: Transaction,
  { id, madeOn }: Pick<DeliveryRow, 'id' | 'madeOn'>,
): Promise<FoodBefore> {
  const items = await tx
    .select({
      id: orderItems.id,
      cookedFor: orderItems.cookedFor,
      cookedVersions: orderItems.cookedVersions,
      isThrownOut: orderItems.isThrownOut,
    })
    .from(orderItems)
    .where(eq(orderItems.deliveryId, id));
  return { madeOn, items };
}

/** It was not to be cooked again after all: its food is what it was, whatever the meal has become. */
export async function restoreCooked(
  tx: Transaction,
  deliveryId: number,
  { madeOn, items }: FoodBefore,
): Promise<void> {
  await tx.update(deliveryTable).set({ madeOn }).where(eq(deliveryTable.id, deliveryId));
  for (const { id, ...food } of items)
    await tx
      .update(orderItems)
      .set(food)
      .where(and(eq(orderItems.id, id), eq(orderItems.deliveryId, deliveryId)));
}

/** Those of the batch by its ticks; without ticks the present one. */
function versionsCooked({ date, window }: Pick<DeliveryRow, 'date' | 'window'>): SQL {
  return sql`coalesce(
    (select array_agg(version order by version) from (
      select ${cookTicks.mealVersion} as version from ${cookTicks}
      where ${cookTicks.date} = ${date} and ${cookTicks.window} = ${window} and ${cookTicks.mealId} = ${orderItems.mealId}
      group by ${cookTicks.mealVersion} having sum(${cookTicks.count}) > 0) batch),
    (select array[${meals.version}] from ${meals} where ${meals.id} = ${orderItems.mealId}))`;
}
