import { sql } from 'drizzle-orm';
import type { MealRecipeSent, RecipeBookReply } from '#contract/recipes/recipe-book.ts';
import { deriveMeal } from '#domain/production/recipe/derive-meal.ts';
import { BASIS } from '#domain/production/recipe-limits.ts';
import { recordChange } from '#server/audit/record-change.ts';
import { mealRecipes } from '#server/db/schema/production/recipes.ts';
import { InvalidRequest } from '#server/errors.ts';
import { getMealForChange } from '#server/menu/meal-queries.ts';
import { refuseStale } from '#server/recipes/refuse-stale.ts';
import { type BookContext, saveInBook } from '#server/recipes/save-in-book.ts';
import { checkLines, storeLines } from '#server/recipes/save-lines.ts';
import type { StaffMember } from '#server/staff-member.ts';

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
