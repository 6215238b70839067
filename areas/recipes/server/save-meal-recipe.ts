import { sql } from 'drizzle-orm';
import type { MealRecipeSent, RecipeBookReply } from '#areas/recipes/calls/recipe-book.ts';
import { deriveMeal } from '#areas/menu/rules/recipe/derive-meal.ts';
import { BASIS } from '#areas/menu/rules/recipe-limits.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { mealRecipes } from '#areas/menu/server/tables/recipes.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { getMealForChange } from '#areas/menu/server/meal-queries.ts';
import { refuseStale } from '#areas/recipes/server/refuse-stale.ts';
import { type BookContext, saveInBook } from '#areas/recipes/server/save-in-book.ts';
import { checkLines, storeLines } from '#areas/recipes/server/save-lines.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Throws NotFound, InvalidRequest, and Conflict `changed_meanwhile` or `allergens_differ`. */
export async function saveMealRecipe(
  context: BookContext,
  staff: StaffMember,
  mealId: number,
  { settle, version, lines: sentLines, ...sent }: MealRecipeSent,
): Promise<RecipeBookReply> {
  return saveInBook(context, staff, settle, async (tx, book) => {
    const meal = await getMealForChange(tx, mealId);
    const before = book.meals.get(mealId) ?? null;
    await refuseStale(tx, { entity: 'recipe', id: mealId }, before ?? { version: null }, version);
    if (sent.basis < BASIS.min || sent.basis > BASIS.max) {
      throw new InvalidRequest({ basis: `Enter ${BASIS.min} to ${BASIS.max} portions.` });
    }
    const lines = checkLines(sentLines, book);
    const declared = settle.find((each) => each.mealId === mealId)?.allergens ?? meal.allergens;
    const { unexplained } = deriveMeal(
      { ...sent, lines },
      { ...meal, allergens: declared },
      sent.allergenReasons,
      book,
      { includesGst: false },
    );
    if (unexplained.length > 0) {
      throw new InvalidRequest(
        Object.fromEntries(
          unexplained.map((allergen) => [
            `allergenReasons.${allergen}`,
            `No ingredient brings ${allergen}. Say why the meal declares it.`,
          ]),
        ),
      );
    }
    await tx
      .insert(mealRecipes)
      .values({ mealId, ...sent })
      .onConflictDoUpdate({
        target: mealRecipes.mealId,
        set: { ...sent, version: sql`${mealRecipes.version} + 1` },
      });
    await storeLines(tx, { mealId }, lines);
    await recordChange(tx, context, {
      staff,
      action: before ? 'recipe.update' : 'recipe.create',
      entity: 'recipe',
      entityId: mealId,
      before,
      after: { mealId, ...sent, lines },
    });
    return { mealIds: [mealId] };
  });
}
