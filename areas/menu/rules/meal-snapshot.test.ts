import { describe, expect, test } from 'vitest';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { fullListOf, wordsNamedIn } from '#areas/needs/rules/gate/food-facts.ts';
import {
  asFood,
  headingOf,
  type MealSnapshot,
  snapshotOfVersion,
  takeSnapshot,
} from './meal-snapshot.ts';
import { aFullMeal } from '#quality/support/a-meal.ts';

const SOLD = takeSnapshot(aFullMeal({ name: 'Curry', priceCents: 1499, allergens: ['milk'] }));

const aVersion = (change: Partial<MealSnapshot>): MealSnapshot => ({
  ...SOLD,
  allergens: [],
  ingredients: 'Chicken, rice',
  ...change,
});

test('what was sold keeps its name and price, and is the food of its version', () => {
  const food = aVersion({ name: 'Curry, new', priceCents: 1999, allergens: ['egg'] });
  expect(asFood(SOLD, [food])).toEqual({ ...food, name: 'Curry', priceCents: 1499 });
});

describe('a batch of two recipes', () => {
  const cream = aVersion({ allergens: ['milk'], ingredients: 'Chicken, cream (milk)' });
  const tofu = aVersion({ allergens: ['soy'], ingredients: 'Tofu (soy)' });

  test('is both: allergens of either, in legal order, and both lists, the newest first', () => {
    const both = asFood(SOLD, [tofu, cream]);
    expect(both).toMatchObject({
      allergens: ['milk', 'soy'],
      ingredients: 'Chicken, cream (milk) Or: Tofu (soy)',
    });
    expect(headingOf(both.ingredients)).toBe('Ingredients, two recipes of this batch: ');
    expect(headingOf(cream.ingredients)).toBe('Ingredients: ');
  });

  test('may contain what either may', () => {
    const traces = (mayContain: MealSnapshot['mayContain']) => aVersion({ mayContain });
    const both = asFood(SOLD, [traces(['sesame']), traces(null), traces(['peanut'])]);
    expect(both.mayContain).toEqual(ALLERGENS.filter((one) => /peanut|sesame/.test(one)));
    expect(asFood(SOLD, [traces(null), traces([])]).mayContain).toBeNull();
  });

  test('prints the newest list that names all its allergens; what that leaves out is still in it', () => {
    const old = aVersion({ ingredients: 'Chicken, celery', recipeList: 'chives' });
    const plain = aVersion({ ingredients: 'Chicken, rice', recipeList: '' });
    const batch = asFood(SOLD, [old, cream, plain]);
    expect(batch.ingredients).toBe('Chicken, cream (milk)');
    expect(wordsNamedIn(fullListOf(batch), ['celery', 'chives', 'rice'])).toEqual([
      'celery',
      'chives',
      'rice',
    ]);
  });

  test('with one that declares nothing declares nothing', () => {
    expect(asFood(SOLD, [aVersion({ allergens: null }), cream]).allergens).toBeNull();
    expect(asFood(SOLD, [cream, aVersion({ ingredients: '' })]).ingredients).toBe('');
  });

  test('of the same list says it once', () => {
    expect(asFood(SOLD, [aVersion({}), aVersion({ allergens: ['egg'] })]).ingredients).toBe(
      'Chicken, rice',
    );
  });

  test('keeps as long as the one that keeps least, and is frozen only if both may be', () => {
    const [long, short] = [aVersion({ shelfLifeDays: 4 }), aVersion({ shelfLifeDays: 2 })];
    expect(asFood(SOLD, [short, long]).shelfLifeDays).toBe(2);
    const freezing = (...each: (boolean | null)[]) =>
      asFood(
        SOLD,
        each.map((freezable) => aVersion({ freezable })),
      ).freezable;
    expect([freezing(true, true), freezing(false, true), freezing(null, true)]).toEqual([
      true,
      false,
      null,
    ]);
  });
});

test('a version is read by the names of its columns; what an older one does not have is not known', () => {
  expect(
    snapshotOfVersion({ name: 'Curry', protein_grams: 30, shelf_life_days: 3, is_active: true }),
  ).toMatchObject({
    name: 'Curry',
    proteinGrams: 30,
    shelfLifeDays: 3,
    allergens: null,
    ingredients: '',
    freezable: null,
  });
});
