import { describe, expect, test } from 'vitest';
import {
  addedAllergens,
  canBeAgreed,
  type AwaitedMeal,
  judgeRecipe,
  noteReader,
  type Recipe,
  voidsOverrides,
  worstFinding,
} from '#areas/order-book/rules/recipe-change.ts';
import { describeForCustomer, describeRecipeChange } from '#areas/order-book/rules/recipe-words.ts';

const BEFORE: Recipe = {
  allergens: ['milk'],
  ingredients: 'Chicken, cream (milk), tomato.',
  recipeList: '',
  dietaryTags: ['halal'],
  shelfLifeDays: 3,
  freezable: false,
};

const AWAITED: AwaitedMeal = {
  isPlanned: true,
  deliveryDate: '2026-12-01',
  mealDate: '2026-12-01',
  override: null,
  person: { name: 'Mia', allergens: [], avoid: [], diets: [], note: '' },
  instructions: '',
  names: ['Mia', 'Ben'],
};

const mia = (person: Partial<AwaitedMeal['person']>) => ({ ...AWAITED.person, ...person });

const judge = (after: Partial<Recipe>, awaited: Partial<AwaitedMeal> = {}) =>
  judgeRecipe(
    { ...AWAITED, ...awaited },
    { before: BEFORE, after: { ...BEFORE, ...after } },
    { keepsFreshDays: 3 },
  );

const ALMOND: Partial<Recipe> = {
  allergens: ['almond', 'milk'],
  ingredients: 'Chicken, cream (milk), tomato, almond meal.',
};

describe('what a recipe adds', () => {
  test.each<[string, Recipe['allergens'], Recipe['allergens'], string[]]>([
    ['only what is new', ['milk'], ['almond', 'milk'], ['almond']],
    ['nothing when something is left out', ['almond', 'milk'], ['milk'], []],
    ['all of a list where there was none', null, ['almond', 'milk'], ['almond', 'milk']],
    ['nobody knows what, when the list is gone', ['milk'], null, ['undeclared']],
    ['nothing when nobody ever knew', null, null, []],
  ])('%s', (_, before, after, added) => {
    expect(
      addedAllergens({ ...BEFORE, allergens: before }, { ...BEFORE, allergens: after }),
    ).toEqual(added);
  });

  test('an agreement ends with a new allergen or ingredient, not with one that was left out', () => {
    expect(voidsOverrides(BEFORE, { ...BEFORE, ...ALMOND })).toBe(true);
    expect(voidsOverrides(BEFORE, { ...BEFORE, ingredients: 'Chicken, sumac' })).toBe(true);
    expect(voidsOverrides(BEFORE, { ...BEFORE, ingredients: 'Chicken, tomato.' })).toBe(false);
    expect(voidsOverrides(BEFORE, { ...BEFORE, allergens: [] })).toBe(false);
  });
});

test('a food to avoid that “spices” may hide is not known, and nobody can agree to it', () => {
  const awaited = { person: mia({ avoid: ['mustard'] }) };
  const hidden = judge({ ingredients: 'Chicken, cream (milk), tomato, spices.' }, awaited);
  expect(hidden).toMatchObject({ kind: 'stop', clash: ['undeclared', 'mustard'] });
  expect(canBeAgreed(hidden!)).toBe(false);
  const named = judge({ ingredients: 'Chicken, cream (milk), tomato, mustard.' }, awaited);
  expect(named).toMatchObject({ kind: 'stop', clash: ['mustard'] });
  expect(canBeAgreed(named!)).toBe(true);
});

describe('whom a change concerns', () => {
  test.each<[string, Partial<Recipe>, Partial<AwaitedMeal>, string | null]>([
    ['their allergen: stop', ALMOND, { person: mia({ allergens: ['almond'] }) }, 'stop'],
    ['another allergen: nothing', ALMOND, { person: mia({ allergens: ['egg'] }) }, null],
    [
      'undeclared, with any: stop',
      { allergens: null },
      { person: mia({ allergens: ['egg'] }) },
      'stop',
    ],
    ['undeclared, with none: nothing', { allergens: null }, {}, null],
    [
      'agreed for this allergen: nothing',
      ALMOND,
      { person: mia({ allergens: ['almond'] }), override: { allergens: ['almond'] } },
      null,
    ],
    [
      'agreed for another: stop',
      ALMOND,
      { person: mia({ allergens: ['almond'] }), override: { allergens: ['milk'] } },
      'stop',
    ],
    [
      'a clash that staff had agreed, whose agreement is void: stop',
      { ingredients: 'Sumac' },
      { person: mia({ allergens: ['milk'] }) },
      'stop',
    ],
    [
      'the same of a meal that is cooked: nothing new in it',
      { ingredients: 'Sumac' },
      { isPlanned: false, person: mia({ allergens: ['milk'] }) },
      null,
    ],
    ['no longer keeps: stop', { shelfLifeDays: 2 }, { mealDate: '2026-12-04' }, 'stop'],
    [
      'keeps still, on the last day: nothing',
      { shelfLifeDays: 2 },
      { mealDate: '2026-12-03' },
      null,
    ],
    ['a note that speaks of it: look', ALMOND, { person: mia({ note: 'no almonds pls' }) }, 'look'],
    [
      'instructions for somebody at the table: look',
      ALMOND,
      { instructions: 'No nuts please' },
      'look',
    ],
    [
      'instructions for Ben: nothing for Mia',
      ALMOND,
      { instructions: 'Ben is allergic to almonds' },
      null,
    ],
    [
      'a new ingredient they wrote of: look',
      { ingredients: 'Chicken, harissa' },
      { instructions: 'no harissa' },
      'look',
    ],
    [
      'a diet that it fitted: tell',
      { dietaryTags: null },
      { person: mia({ avoid: [], diets: ['halal'] }) },
      'tell',
    ],
    [
      'a diet that it never fitted: nothing',
      { dietaryTags: null },
      { person: mia({ avoid: [], diets: ['vegan'] }) },
      null,
    ],
  ])('%s', (_, after, awaited, kind) => {
    expect(judge(after, awaited)?.kind ?? null).toBe(kind);
  });

  test('a meal that can no longer be frozen does not keep', () => {
    const frozen = { ...BEFORE, freezable: true };
    const late = { ...AWAITED, mealDate: '2026-12-05' };
    const found = judgeRecipe(late, { before: frozen, after: BEFORE }, { keepsFreshDays: 3 });
    expect(found).toMatchObject({ kind: 'stop', eatBy: '2026-12-04' });
  });

  test('everything found is kept with the worst of it', () => {
    const found = judge(ALMOND, {
      person: mia({ allergens: ['almond'], note: 'no almonds pls', avoid: [], diets: ['vegan'] }),
    });
    expect(found).toMatchObject({ kind: 'stop', clash: ['almond'], words: ['almond', 'almonds'] });
    expect(worstFinding([])).toBeNull();
    expect(worstFinding([{ ...found!, kind: 'tell' }, found!])?.kind).toBe('stop');
  });

  test('a text that many meals share is read once', () => {
    const read = noteReader();
    expect(read('no nuts', ['Mia'])).toBe(read('no nuts', ['Mia']));
    expect(read('no nuts', ['Mia'])).not.toBe(read('no nuts', ['Ben']));
  });
});

describe('in words', () => {
  test.each<[Partial<Recipe>, string, string]>([
    [ALMOND, 'almond added', 'it now contains almond'],
    [
      { allergens: null },
      'allergens no longer declared',
      'we can no longer tell which allergens it contains',
    ],
    [{ shelfLifeDays: 1 }, 'keeps 1 day instead of 3 days', 'it now keeps only until Wed 2 Dec'],
    [{ dietaryTags: null }, 'no longer fits: halal', 'it no longer fits: halal'],
  ])('%j', (after, forStaff, forCustomer) => {
    const awaited = {
      person: mia({ allergens: ['almond'], avoid: [], diets: ['halal'] }),
      mealDate: '2026-12-04',
    };
    expect(describeRecipeChange(BEFORE, { ...BEFORE, ...after })).toBe(forStaff);
    expect(describeForCustomer(judge(after, awaited)!)).toBe(forCustomer);
  });

  test('never promise that something is without an allergen', () => {
    const wheat = { allergens: ['milk' as const, 'wheat' as const] };
    const found = judge(wheat, { person: mia({ avoid: [], diets: ['gluten free'] }) })!;
    expect(describeRecipeChange(BEFORE, { ...BEFORE, ...wheat })).not.toMatch(/free/);
    expect(describeForCustomer(found)).not.toMatch(/free/);
  });
});
