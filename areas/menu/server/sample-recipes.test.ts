/** The recipes of the sample menu, against what its meals declare. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveMeal, gramsOf, linesGrams } from '#areas/menu/rules/derive-meal.ts';
import { yieldOf } from '#areas/menu/rules/recipe-limits.ts';
import { convert } from '#areas/menu/rules/units.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import { recipeVersions, supplierPacks, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { seedSampleMenu, seedSampleRecipes } from './seed-sample-menu.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';
import { loadRecipeBook, type StoredBook } from './load-recipe-book.ts';

const NOW = Date.parse('2026-01-07T02:00:00Z');

let database: TestDatabase;
let db: Database;
let book: StoredBook;
let menu: Map<string, MealRow>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
  await seedSampleMenu(db);
  expect(await seedSampleRecipes(db, NOW)).toBe(sampleMenu.length);
  book = await loadRecipeBook(db);
  menu = new Map((await db.select().from(meals)).map((meal) => [meal.slug, meal]));
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});

function derive(slug: string) {
  const meal = assertDefined(menu.get(slug), slug);
  const recipe = assertDefined(book.meals.get(meal.id), `the recipe of ${slug}`);
  return {
    meal,
    ...deriveMeal(recipe, meal, recipe.allergenReasons, book, { includesGst: false }),
  };
}

describe('the sample kitchen', () => {
  test('is seeded once, and each recipe is kept as its first version', async () => {
    expect(await seedSampleRecipes(db, NOW)).toBe(0);
    const kept = await db.select().from(recipeVersions);
    expect(kept).toHaveLength(book.components.size + book.meals.size);
    expect(kept.every(({ version, by }) => version === 1 && by === null)).toBe(true);
  });

  test('uses every ingredient and component that it knows', () => {
    const lines = [...book.meals.values(), ...book.components.values()].flatMap(
      (each) => each.lines,
    );
    const used = new Set(lines.map((line) => JSON.stringify(whatItUses(line))));
    const known = [
      ...[...book.ingredients.keys()].map((ingredientId) => ({ ingredientId })),
      ...[...book.components.keys()].map((componentId) => ({ componentId })),
    ];
    expect(known.filter((each) => !used.has(JSON.stringify(each)))).toEqual([]);
  });

  test('buys everything but water from a supplier, at a price', async () => {
    const unpriced = [...book.ingredients.values()].filter(
      ({ isBought, pack }) => isBought && !pack?.priceCents,
    );
    expect(unpriced).toEqual([]);
    expect([...book.ingredients.values()].filter(({ isBought }) => !isBought)).toHaveLength(1);
    const sold = await db.select().from(supplierPacks);
    const known = await db.select().from(suppliers);
    expect(known.every(({ id }) => sold.some(({ supplierId }) => supplierId === id))).toBe(true);
  });

  test('has read every label, and knows the figures and the weight of every ingredient', () => {
    for (const ingredient of book.ingredients.values()) {
      const { name, contains, kilojoules, proteinGrams, fatGrams, carbsGrams } = ingredient;
      expect([name, contains === null, gramsOf(100, ingredient)]).toEqual([
        name,
        false,
        expect.any(Number),
      ]);
      expect(ingredient.nutrientSource).not.toBe('');
      // What carries energy besides these is fibre, alcohol and acids, and little of it.
      const fromMacros = 17 * (proteinGrams ?? 0) + 37 * (fatGrams ?? 0) + 17 * (carbsGrams ?? 0);
      expect(kilojoules).toBeGreaterThanOrEqual(fromMacros * 0.98 - 5);
      expect(kilojoules).toBeLessThanOrEqual(fromMacros + 450);
      expect((proteinGrams ?? 0) + (fatGrams ?? 0) + (carbsGrams ?? 0)).toBeLessThanOrEqual(100);
      expect(ingredient.saturatedFatGrams).toBeLessThanOrEqual(fatGrams ?? 0);
      expect(ingredient.sugarsGrams).toBeLessThanOrEqual(carbsGrams ?? 0);
    }
  });

  test('cooks components whose pots give what goes into them', () => {
    for (const { name, lines, potQty, baseUnit, gramsPerLitre } of book.components.values()) {
      const wentIn = linesGrams(lines, book) ?? 0;
      const finished = convert(potQty, baseUnit, 'g', { gramsPerLitre, gramsPer100Pieces: null });
      expect([name, yieldOf([wentIn], finished ?? 0)]).toEqual([
        name,
        { yieldBp: expect.any(Number), verdict: 'ok' },
      ]);
    }
  });

  test('keeps components for as long as their meals promise, when they are cooked the day before', () => {
    const shortest = (slug: string) => menu.get(slug)?.shelfLifeDays ?? 0;
    for (const { slug } of sampleMenu) {
      const recipe = book.meals.get(menu.get(slug)?.id ?? 0);
      for (const line of recipe?.lines ?? []) {
        if (!('componentId' in line)) continue;
        const component = assertDefined(book.components.get(line.componentId), 'a component');
        expect(component.keepsDays - component.readyDaysBefore).toBeGreaterThanOrEqual(
          shortest(slug),
        );
      }
    }
  });
});

describe.each(sampleMenu.map(({ slug }) => slug))('%s', (slug) => {
  test('declares the allergens that its ingredients bring, no more and no fewer', () => {
    const { meal, allergens } = derive(slug);
    expect(allergens).toMatchObject({ missing: [], extra: [], unchecked: [], maySave: true });
    expect(allergens.contains.toSorted()).toEqual(meal.allergens?.toSorted());
  });

  test('has the nutrition that its label says', () => {
    const { nutrition, differences } = derive(slug);
    expect(nutrition.unknown).toEqual({});
    expect(differences).toEqual([]);
  });

  test('weighs about its serving before it is heated', () => {
    const { meal, portionGrams } = derive(slug);
    const share = (portionGrams ?? 0) / (meal.servingGrams ?? 1);
    expect(share).toBeGreaterThanOrEqual(0.95);
    // What meat and vegetables lose in the pan and the oven.
    expect(share).toBeLessThanOrEqual(1.18);
  });

  test('costs less than half its price, and more than a seventh', () => {
    const { meal, cost } = derive(slug);
    expect(cost.costCents).toBeLessThan(meal.priceCents / 2);
    expect(cost.costCents).toBeGreaterThan(meal.priceCents / 7);
  });
});

function whatItUses(line: { ingredientId: number } | { componentId: number }) {
  return 'ingredientId' in line
    ? { ingredientId: line.ingredientId }
    : { componentId: line.componentId };
}
