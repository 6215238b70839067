/** Which food a portion is: that of the versions it was cooked by, or of the meal as it is now. */
import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import {
  asFood,
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

/** Null: not cooked yet. */
const cooked: SQL<Record<string, unknown>[] | null> =
  sql`case when ${orderItems.cookedVersions} <> '{}' then (
  select jsonb_agg(${mealVersions.facts} order by ${mealVersions.version}) from ${mealVersions}
  where ${mealVersions.mealId} = ${orderItems.mealId} and ${mealVersions.version} = any(${orderItems.cookedVersions})) end`;

/** Of an item, its meal joined. */
export const foodColumns = {
  cooked,
  present: sql<string>`jsonb_build_object(${sql.join(
    SNAPSHOT_FIELDS.map((field) => sql`${field}::text, ${meals[field]}`),
    sql`, `,
  )})`.mapWith((value) => value as MealSnapshot),
};

/** As the join gives it, with what was sold as its meal. */
export type SelectedItem = Omit<JoinedItem, 'item'> & {
  item: JoinedItem['item'] & { cooked: Record<string, unknown>[] | null; present: MealSnapshot };
};

export function withFood({ item, ...where }: SelectedItem): JoinedItem {
  const { cooked: versions, present, ...rest } = item;
  const meal = asFood(rest.meal, versions === null ? [present] : versions.map(snapshotOfVersion));
  return { ...where, item: withValidOverride({ ...rest, meal }) };
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
