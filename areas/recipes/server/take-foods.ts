import { eq, sql } from 'drizzle-orm';
import type { TakeFoodsRequest } from '#areas/recipes/calls/food-table.ts';
import type { RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import { figureChanges, sourceOf } from '#areas/recipes/rules/figure-changes.ts';
import { checkFigures, unlikelyFigures } from '#areas/menu/rules/recipe-limits.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { ingredients } from '#areas/menu/server/tables/ingredients.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import type { StoredBook, StoredIngredient } from '#areas/menu/server/load-recipe-book.ts';
import { nutrientsOf } from '#areas/recipes/server/preview-food-table.ts';
import { refuseUnlikely } from '#areas/recipes/server/refuse-unlikely.ts';
import { type BookContext, saveInBook } from '#areas/recipes/server/save-in-book.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Chosen = TakeFoodsRequest['foods'][number];

/**
 * Gives ingredients the figures of the foods chosen for them, all or none; one that has them already stays as it is.
 * Throws InvalidRequest with every wrong food, and Conflict `changed_meanwhile` or `unlikely_figures`.
 */
export async function takeFoods(
  context: BookContext,
  staff: StaffMember,
  { source, foods, checked: isChecked }: TakeFoodsRequest,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, [], async (tx, book) => {
    const { changes, unlikely } = checked(foods, source, book);
    refuseUnlikely(unlikely, isChecked);
    for (const { before, values } of changes) {
      const [after] = await tx
        .update(ingredients)
        .set({ ...values, version: sql`${ingredients.version} + 1` })
        .where(eq(ingredients.id, before.id))
        .returning();
      await recordChange(tx, context, {
        staff,
        action: 'ingredient.update',
        entity: 'ingredient',
        entityId: before.id,
        before,
        after,
      });
    }
    // Figures change neither a recipe nor what a meal declares.
    return {};
  });
}

function checked(foods: readonly Chosen[], source: string, book: StoredBook) {
  const fields: Record<string, string> = {};
  const unlikely: Record<string, string> = {};
  const stale: string[] = [];
  const seen = new Set<number>();
  const changes = foods.flatMap((food, at) => {
    const before = book.ingredients.get(food.ingredientId);
    if (!before || before.archivedAt) {
      fields[`foods.${at}.ingredientId`] = 'This ingredient is no longer on the list.';
      return [];
    }
    if (seen.has(before.id))
      fields[`foods.${at}.ingredientId`] = 'This ingredient is listed twice.';
    seen.add(before.id);
    const values = valuesOf(food, before, source);
    if (!values) return [];
    if (food.version !== before.version) stale.push(before.name);
    const figures = { ...nutrientsOf(before), ...values };
    const problems = Object.values(checkFigures(figures));
    if (problems.length > 0) fields[`foods.${at}`] = `${before.name}: ${problems.join(' ')}`;
    const doubts = Object.values(unlikelyFigures(figures));
    if (doubts.length > 0) unlikely[`foods.${at}`] = `${before.name}: ${doubts.join(' ')}`;
    return [{ before, values }];
  });
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
  if (stale.length > 0) {
    throw new Conflict(
      'changed_meanwhile',
      `Changed since you read the table: ${stale.join(', ')}. Read it again.`,
      { ingredients: stale },
    );
  }
  return { changes, unlikely };
}

/** Null: it has all of this already. */
function valuesOf(
  { key, name, ingredientId: _id, version: _version, ...figures }: Chosen,
  before: StoredIngredient,
  source: string,
) {
  const kept = { nutrientSource: sourceOf(source, name), nutrientKey: key };
  const changed = figureChanges(nutrientsOf(before), figures);
  const isSame =
    changed.length === 0 &&
    kept.nutrientSource === before.nutrientSource &&
    kept.nutrientKey === before.nutrientKey;
  if (isSame) return null;
  return {
    ...kept,
    ...Object.fromEntries(changed.map(({ nutrient, after }) => [nutrient, after])),
  };
}
