/** Which food a portion is: that of the versions it was cooked by, or of the meal as it is now. */
import { isDeepStrictEqual } from 'node:util';
import { type Column, type SQL, sql, ne, or } from 'drizzle-orm';
import {
  asSold,
  foodOfVersions,
  type MealSnapshot,
  SNAPSHOT_FIELDS,
  snapshotOfVersion,
} from '#areas/menu/rules/meal-snapshot.ts';
import { meals, mealVersions } from '#areas/menu/server/tables/meals.ts';
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import type { JoinedItem } from '#areas/order-book/server/grow-deliveries.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';

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
    sql`cardinality(${people.allergens}) > 0`,
    sql`cardinality(${people.avoid}) > 0`,
    sql`cardinality(${people.diets}) > 0`,
    ne(people.note, ''),
  );
}
