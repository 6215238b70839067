/** The sample menu with its recipes, as the plan reads them, and random days of it. */
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { PlanInput, ServedMeal } from '#areas/kitchen/rules/plan-production.ts';
import { kitchenOf, recipesOf } from '#areas/kitchen/server/read-plan.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { seedSampleMenu, seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { createTestDatabase } from './test-database.ts';

export const WINDOWS: DeliveryWindow[] = ['11:00-13:00', '16:00-18:00'];

type SampleMeal = { id: number; slug: string; shelfLifeDays: number };

export type SampleKitchen = {
  menu: SampleMeal[];
  /** Nothing served, cooked or fixed. */
  input: PlanInput;
};

export async function aSampleKitchen(): Promise<SampleKitchen> {
  const database = await createTestDatabase();
  const db = openDatabase(database.url);
  try {
    await seedSampleMenu(db);
    await seedSampleRecipes(db, Date.parse('2026-01-07T02:00:00Z'));
    const book = await loadRecipeBook(db);
    const menu = await db
      .select({ id: meals.id, slug: meals.slug, shelfLifeDays: meals.shelfLifeDays })
      .from(meals)
      .orderBy(meals.id);
    return {
      menu: menu.map(({ shelfLifeDays, ...meal }) => ({
        ...meal,
        shelfLifeDays: shelfLifeDays ?? defaultBusiness.keepsFreshDays,
      })),
      input: {
        ...recipesOf(book),
        served: [],
        from: null,
        kitchen: kitchenOf(defaultBusiness),
        cooked: [],
        pins: [],
      },
    };
  } finally {
    await db.$client.end();
    await database.remove();
  }
}

export function servedMeal(
  { id, shelfLifeDays }: SampleMeal,
  deliveryDate: string,
  window: DeliveryWindow,
  portions: number,
): ServedMeal {
  return { mealId: id, deliveryDate, window, portions, shelfLifeDays };
}
