import { MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { fieldsCarriedBy, wireName } from '#areas/menu/rules/list-meal-fields.ts';
import type { Database } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

type SampleMeal = (typeof sampleMenu)[number];

/** Puts the sample menu into a database that has no meals. Returns how many were added. */
export async function seedSampleMenu(db: Database): Promise<number> {
  const [anyMeal] = await db.select({ id: meals.id }).from(meals).limit(1);
  if (anyMeal) return 0;
  const added = await db
    .insert(meals)
    .values(
      sampleMenu.map((meal) => ({ slug: meal.slug, origin: 'sample', ...sampleMealFacts(meal) })),
    )
    // Two processes may start on one empty database.
    .onConflictDoNothing({ target: meals.slug })
    .returning({ id: meals.id });
  return added.length;
}

/** What a meal of the sample menu says, read as if staff had sent it. */
export function sampleMealFacts(meal: SampleMeal): MealWithRecipe {
  const said = fieldsCarriedBy('seed').map((field) => [wireName(field), meal[wireName(field)]]);
  return mealFactsFrom(MealRequest.parse({ ...Object.fromEntries(said), isActive: true }));
}
