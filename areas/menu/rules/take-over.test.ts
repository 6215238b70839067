import { describe, expect, test } from 'vitest';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { type AllergenReasons, deriveMeal } from '#areas/menu/rules/derive-meal.ts';
import type { BookIngredient, RecipeBook } from '#areas/menu/rules/recipe-book.ts';
import {
  sharesLost,
  takenFacts,
  listTakeOver,
  NOTHING_DECLARED,
  type TakenFacts,
  withTick,
} from '#areas/menu/rules/take-over.ts';

const an = (id: number, name: string, change: Partial<BookIngredient> = {}): BookIngredient => ({
  id,
  name,
  baseUnit: 'g',
  gramsPerLitre: null,
  gramsPer100Pieces: null,
  lossBp: 0,
  isBought: true,
  labelName: name.toLowerCase(),
  labelParts: '',
  contains: [],
  mayContain: [],
  kilojoules: 500,
  proteinGrams: 20,
  fatGrams: 4,
  saturatedFatGrams: 1,
  carbsGrams: 0,
  sugarsGrams: 0,
  sodiumMg: 60,
  pack: null,
  ...change,
});
/** For a recipe of 3 kg chicken and 300 of something else, for ten. */
function rows(
  other: Partial<BookIngredient>,
  meal: Partial<TakenFacts> = {},
  reasons: AllergenReasons = {},
) {
  const both = [an(1, 'Chicken'), an(2, 'Tahini', { contains: ['sesame'], ...other })];
  const book: RecipeBook = {
    ingredients: new Map(both.map((one) => [one.id, one])),
    components: new Map(),
  };
  const now = { ...NOTHING_DECLARED, ...meal };
  const lines = [
    { ingredientId: 1, qty: 3000, lossBp: null },
    { ingredientId: 2, qty: 300, lossBp: null },
  ];
  const derived = deriveMeal(
    { basis: 10, packagingCents: 0, lines },
    { ...now, ingredients: now.ingredients ?? '', priceCents: 1400 },
    reasons,
    book,
    { includesGst: false },
  );
  return listTakeOver(now, derived, reasons);
}
const rowOf = (found: ReturnType<typeof rows>, field: string) =>
  found.find((row) => row.field === field);
const nextOf = (found: ReturnType<typeof rows>, field: string) => {
  const row = rowOf(found, field);
  return row && 'next' in row ? row.next : undefined;
};

test('a new meal takes over all that its recipe says', () => {
  expect(takenFacts(rows({}), new Set(rows({}).map(({ field }) => field)))).toEqual({
    calories: 394,
    proteinGrams: 66,
    fatGrams: 13,
    saturatedFatGrams: 3.3,
    carbsGrams: 0,
    sugarsGrams: 0,
    sodiumMg: 198,
    allergens: ['sesame'],
    ingredients: 'Chicken, tahini (sesame).',
    servingGrams: 330,
  });
});

test('a share that the label states is stated again, as the recipe has it', () => {
  const TAHINI = 'Chicken (80%), tahini 4% (sesame (60%)), tzatziki (9%), salt.';
  const next = 'Chicken (91%), tahini (9%) (sesame).';
  expect(nextOf(rows({}, { ingredients: TAHINI }), 'ingredients')).toBe(next);
  // What is the same by now is not offered again.
  expect(rowOf(rows({}, { ingredients: next }), 'ingredients')).toBe(undefined);
  expect(sharesLost(TAHINI, next)).toEqual(['Tzatziki (9%)']);
});

test('what is the same already is not offered', () => {
  const same = rows({}, { calories: 394, allergens: ['sesame'], servingGrams: 330 });
  expect(same.map(({ field }) => field)).not.toContain('calories');
  expect(same.map(({ field }) => field)).not.toContain('allergens');
  expect(same.map(({ field }) => field)).not.toContain('servingGrams');
});

describe('what has an unknown part is not offered, and says whose', () => {
  test.each<[string, Partial<BookIngredient>, string[]]>([
    ['a figure', { sodiumMg: null }, ['sodiumMg']],
    ['energy', { kilojoules: null }, ['calories']],
    ['an unread label', { contains: null }, ['allergens', 'mayContain', 'ingredients']],
    [
      'no known weight',
      { baseUnit: 'ml' },
      [
        'calories',
        'proteinGrams',
        'fatGrams',
        'saturatedFatGrams',
        'carbsGrams',
        'sugarsGrams',
        'sodiumMg',
        'allergens',
        'ingredients',
        'servingGrams',
      ],
    ],
  ])('%s', (_what, other, fields) => {
    const unknown = rows(other).filter((row) => 'unknown' in row);
    expect(unknown.map(({ field }) => field)).toEqual(fields);
    expect(unknown.every((row) => 'unknown' in row && row.unknown.join() === 'Tahini')).toBe(true);
  });
});

describe('allergens', () => {
  const WINE: Partial<BookIngredient> = { contains: ['sulphites'] };
  // [what, of the meal, reasons, next]
  test.each<[string, Allergen[] | null, AllergenReasons, unknown]>([
    ['declared for a reason of its own stay', ['egg'], { egg: 'Same pan' }, ['egg', 'sulphites']],
    ['declared without one go', ['egg'], {}, ['sulphites']],
    ['left out for a reason stay out', [], { sulphites: 'Under 10 mg/kg' }, undefined],
    ['declared all the same stay', ['sulphites'], { sulphites: 'Under 10 mg/kg' }, undefined],
  ])('%s', (_what, allergens, reasons, next) => {
    expect(nextOf(rows(WINE, { allergens }, reasons), 'allergens')).toEqual(next);
  });

  test('that may be in it are those of labels, without what is in it', () => {
    const found = rows({ mayContain: ['sesame', 'milk'] }, { mayContain: ['egg'] });
    expect(nextOf(found, 'mayContain')).toEqual(['milk']);
    expect(nextOf(rows({}, { mayContain: ['egg'] }), 'mayContain')).toBe(null);
    expect(rowOf(rows({}, { mayContain: ['sesame'] }), 'mayContain')).toBe(undefined);
  });

  test('are taken with the list, or neither is', () => {
    const found = rows({});
    const all = new Set(found.map(({ field }) => field));
    for (const field of ['allergens', 'ingredients'] as const) {
      const without = withTick(found, all, { field, isTicked: false });
      expect([without.has('allergens'), without.has('ingredients')]).toEqual([false, false]);
      expect(without.has('calories')).toBe(true);
      const again = withTick(found, without, { field, isTicked: true });
      expect([again.has('allergens'), again.has('ingredients')]).toEqual([true, true]);
    }
  });

  test('alone are taken when the list is the recipe’s already', () => {
    const found = rows({}, { ingredients: 'Chicken, tahini (sesame).' });
    const ticked = withTick(found, new Set(), { field: 'allergens', isTicked: true });
    expect(takenFacts(found, ticked)).toEqual({ allergens: ['sesame'] });
  });
});
