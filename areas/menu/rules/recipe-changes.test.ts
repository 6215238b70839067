import { describe, expect, test } from 'vitest';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import { type KeptRecipe, recipeChanges } from '#areas/menu/rules/recipe-changes.ts';

const NAMES = {
  ingredients: new Map([
    [1, { name: 'Garlic', baseUnit: 'g' as const }],
    [2, { name: 'Egg', baseUnit: 'piece' as const }],
  ]),
  components: new Map([[1, { name: 'Tzatziki', baseUnit: 'g' as const }]]),
};
const garlic = (qty: number, lossBp: number | null = null): BookLine => ({
  ingredientId: 1,
  qty,
  lossBp,
});
const egg = (qty: number): BookLine => ({ ingredientId: 2, qty, lossBp: null });
const tzatziki = (qty: number): BookLine => ({ componentId: 1, qty, lossBp: null });
const recipe = (values: Partial<KeptRecipe>): KeptRecipe => ({
  basis: 10,
  lines: [garlic(50)],
  ...values,
});
const changes = (before: Partial<KeptRecipe>, after: Partial<KeptRecipe>) =>
  recipeChanges(recipe(before), recipe(after), NAMES);

describe('what changed in a recipe', () => {
  test.each<[Partial<KeptRecipe>, Partial<KeptRecipe>, string[]]>([
    [{}, {}, []],
    [{}, { lines: [garlic(57)] }, ['Garlic: 50 g → 57 g']],
    [{}, { lines: [garlic(50, 500)] }, ['Garlic: 50 g → 50 g, 5% loss']],
    [{}, { lines: [{ ...garlic(50), prep: 'crushed' }] }, ['Garlic: 50 g → 50 g, crushed']],
    [{}, { lines: [garlic(50), egg(1)] }, ['Added Egg, 1 piece']],
    [{}, { lines: [tzatziki(1200)] }, ['Removed Garlic, 50 g', 'Added Tzatziki, 1,200 g']],
    [{ lines: [garlic(5), garlic(6)] }, { lines: [garlic(5)] }, ['Garlic: 5 g and 6 g → 5 g']],
    [{ lines: [garlic(5), egg(2)] }, { lines: [egg(2), garlic(5)] }, ['Lines in another order']],
    [
      {},
      { lines: [{ ingredientId: 9, qty: 1, lossBp: null }, garlic(50)] },
      ['Added something that is gone, 1 g'],
    ],
    [{ basis: 10 }, { basis: 20 }, ['For portions: 10 → 20']],
    [{ keepsDays: 1 }, { keepsDays: 3 }, ['Keeps: 1 day → 3 days']],
    [
      { potQty: 6650, baseUnit: 'g' },
      { potQty: 7000, baseUnit: 'g' },
      ['Largest batch: 6,650 g → 7,000 g'],
    ],
    [{ packagingCents: 62 }, { packagingCents: 70 }, ['Packaging: $0.62 → $0.70']],
    [{ steps: 'Blend.' }, { steps: 'Whisk.' }, ['Steps changed']],
    [{}, { allergenReasons: { egg: 'Same pan' } }, ['Reason for egg: Same pan']],
    [{ allergenReasons: { egg: 'Same pan' } }, { allergenReasons: {} }, ['Reason for egg removed']],
    // Kept by a release that did not know the field.
    [{}, { wholePots: true }, []],
  ])('%j, then %j', (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });
});
