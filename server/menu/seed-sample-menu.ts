import { parseAmount } from '#domain/money.ts';
import { isAllergen } from '#domain/menu/allergens.ts';
import type { MealType } from '#domain/menu/meal.ts';
import type { Database } from '#server/db/client.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import sampleMenu from './sample-menu.json' with { type: 'json' };

type SampleMeal = (typeof sampleMenu)[number];

/** Puts the sample menu into a database that has no meals. Returns how many were added. */
export async function seedSampleMenu(db: Database): Promise<number> {
  const [anyMeal] = await db.select({ id: meals.id }).from(meals).limit(1);
  if (anyMeal) return 0;
  const added = await db
    .insert(meals)
    .values(sampleMenu.map(toRow))
    // Two processes may start on one empty database.
    .onConflictDoNothing({ target: meals.slug })
    .returning({ id: meals.id });
  return added.length;
}

function toRow(meal: SampleMeal): typeof meals.$inferInsert {
  const priceCents = parseAmount(meal.price);
  if (priceCents === null) throw new Error(`sample menu: ${meal.slug} has no valid price`);
  return {
    slug: meal.slug,
    name: meal.name,
    description: meal.description,
    calories: meal.calories,
    proteinGrams: meal.protein,
    carbsGrams: meal.carbs,
    fatGrams: meal.fat,
    saturatedFatGrams: meal.saturatedFat,
    sugarsGrams: meal.sugars,
    sodiumMg: meal.sodium,
    servingGrams: meal.servingGrams,
    priceCents,
    // JSON has no narrower type; the sample menu's own test checks that it is one of the two words.
    mealType: meal.mealType as MealType,
    prepMinutes: meal.prepTime,
    ingredients: meal.ingredients,
    allergens: meal.allergens.filter(isAllergen),
    shelfLifeDays: meal.shelfLifeDays,
    freezable: meal.freezable,
    storageText: meal.storage,
    heatingText: meal.heating,
  };
}
