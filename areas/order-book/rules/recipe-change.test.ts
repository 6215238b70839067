import { describe, expect, test } from 'vitest';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { Held } from '#areas/needs/rules/gate/verdict.ts';
import { addedAllergens, lostBy, type Recipe } from '#areas/order-book/rules/recipe-change.ts';
import { describeForCustomer, describeRecipeChange } from '#areas/order-book/rules/recipe-words.ts';

const BEFORE: Recipe = {
  allergens: ['milk'],
  ingredients: 'Chicken, cream (milk), tomato.',
  recipeList: '',
  dietaryTags: ['halal'],
  shelfLifeDays: 3,
  freezable: false,
};

const ALMOND: Partial<Recipe> = {
  allergens: ['almond', 'milk'],
  ingredients: 'Chicken, cream (milk), tomato, almond meal.',
};

const HARISSA = { ingredients: 'Chicken, cream (milk), harissa' };

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
});

describe('what a change takes from someone although it holds nothing', () => {
  const names = ['Mia', 'Ben'];

  test.each<[string, Partial<Recipe>, ('halal' | 'vegan')[], string, object]>([
    ['a diet that it fitted', { dietaryTags: null }, ['halal'], '', { diets: ['halal'] }],
    ['no diet that it never fitted', { dietaryTags: null }, ['vegan'], '', {}],
    [
      'what the instructions ask to leave out',
      ALMOND,
      [],
      'No almonds please',
      { words: ['almond'] },
    ],
    ['nothing that Ben wrote of himself', ALMOND, [], 'Ben is allergic to almonds', {}],
    ['a food of no list', HARISSA, [], 'Mia hates harissa', { words: ['harissa'] }],
    ['nothing that was in it all along', ALMOND, [], 'no tomato', {}],
    ['no nuts by one name', ALMOND, [], 'no nuts pls. Ben eats late', { words: ['almond'] }],
  ])('%s', (_, change, diets, instructions, lost) => {
    const after = { ...BEFORE, ...change };
    expect(
      lostBy({ name: 'Mia', diets, note: '' }, { instructions, names }, { before: BEFORE, after }),
    ).toEqual({ diets: [], words: [], ...lost });
  });
});

describe('in words', () => {
  test.each<[Partial<Recipe>, string]>([
    [ALMOND, 'almond added'],
    [{ allergens: null }, 'allergens no longer declared'],
    [{ shelfLifeDays: 1 }, 'keeps 1 day instead of 3 days'],
    [{ dietaryTags: null }, 'no longer fits: halal'],
    [HARISSA, 'new ingredients'],
  ])('for staff: %j', (after, said) => {
    expect(describeRecipeChange(BEFORE, { ...BEFORE, ...after })).toBe(said);
  });

  const question: FoodQuestion = {
    quote: 'allergic to soy',
    person: 'Mia',
    kind: 'allergy',
    allergens: ['soy'],
    words: [],
    severe: false,
    holds: true,
  };

  test.each<[Held | null, string]>([
    [
      { verdict: 'clash', allergens: ['almond'], words: ['kiwi'] },
      'it now contains almond and kiwi',
    ],
    [{ verdict: 'undeclared', words: [] }, 'we can no longer tell which allergens it contains'],
    [
      { verdict: 'undeclared', words: ['celery'] },
      'we can no longer tell whether it contains celery',
    ],
    [{ verdict: 'will_not_keep', eatBy: '2026-12-02' }, 'it now keeps only until Wed 2 Dec'],
    [{ verdict: 'question', question }, 'your note says “allergic to soy”'],
    [null, 'it no longer fits: vegan'],
  ])('for the customer: %j', (verdict, said) => {
    expect(describeForCustomer(verdict, { diets: ['vegan'], words: [] })).toBe(said);
  });

  test('never promise that something is without an allergen', () => {
    const wheat = { ...BEFORE, allergens: ['milk' as const, 'wheat' as const] };
    expect(describeRecipeChange(BEFORE, wheat)).not.toMatch(/free/);
    const verdict = { verdict: 'clash' as const, allergens: ['wheat' as const], words: [] };
    expect(describeForCustomer(verdict, { diets: ['gluten free'], words: [] })).not.toMatch(/free/);
  });
});
