/** Which food a portion is: that of the versions it was cooked by, or of the meal as it is now. */
import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import {
  asSold,
  foodOfVersions,
  type MealSnapshot,
  SNAPSHOT_FIELDS,
  snapshotOfVersion,
} from '#areas/menu/rules/meal-snapshot.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { mealVersions } from '#areas/menu/server/tables/meal-versions.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import type { ListedFood } from '#areas/needs/rules/gate/food-facts.ts';
import type { OrderItem } from '#areas/order-book/rules/order.ts';
import type { JoinedItem } from '#areas/order-book/server/grow-deliveries.ts';

/** On one item of each food, since a day has many of the same. */
function oncePerFood(value: SQL): SQL {
  return sql`case when row_number() over (partition by ${orderItems.mealId}, ${orderItems.cookedVersions}) = 1 then ${value} end`;
}

/** Of items, their meals joined. */
export const foodColumns = {
  cookedVersions: orderItems.cookedVersions,
  cooked: sql<Record<string, unknown>[] | null>`${oncePerFood(sql`(
    select jsonb_agg(${mealVersions.facts} order by ${mealVersions.version}) from ${mealVersions}
    where ${mealVersions.mealId} = ${orderItems.mealId} and ${mealVersions.version} = any(${orderItems.cookedVersions}))`)}`,
  present: sql<MealSnapshot | null>`${oncePerFood(
    sql`jsonb_build_object(${sql.join(
      SNAPSHOT_FIELDS.map((field) => sql`${field}::text, ${meals[field]}`),
      sql`, `,
    )})`,
  )}`,
};

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
  const keyOf = ({ mealId, cookedVersions }: SelectedItem['item']) =>
    `${mealId}:${cookedVersions.join()}`;
  const foods = new Map(
    rows.flatMap(({ item }) => {
      if (!item.present) return [];
      const versions = item.cooked === null ? [item.present] : item.cooked.map(snapshotOfVersion);
      return [[keyOf(item), foodOfVersions(versions)] as const];
    }),
  );
  return rows.map(({ item, ...where }) => {
    const { cookedVersions: _, cooked: _cooked, present: _present, ...rest } = item;
    const food = foods.get(keyOf(item));
    if (!food) throw new Error(`the food of item ${rest.id} was not read`);
    return { ...where, item: withValidOverride({ ...rest, meal: asSold(rest.meal, food) }) };
  });
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
