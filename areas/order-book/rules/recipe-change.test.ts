import { describe, expect, test } from 'vitest';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { Held } from '#areas/needs/rules/gate/verdict.ts';
import {
  addedAllergens,
  lostBy,
  type Recipe,
  describeForCustomer,
  describeRecipeChange,
  heldForCustomer,
} from './recipe-change.ts';

const BEFORE: Recipe = {
  allergens: ['milk'],
  ingredients: 'Chicken, cream (milk), tomato.',
  recipeList: '',
  mayContain: null,
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

  const say = (
    verdict: Held | null,
    { isNew = true, lost = { diets: ['vegan' as const], words: [] as string[] } } = {},
  ) => describeForCustomer({ mealName: 'Curry', personName: 'Mia', verdict, lost, isNew });

  test.each<[Held, string]>([
    [
      { verdict: 'clash', allergens: ['milk'], words: [] },
      'The recipe of Curry changed: it now contains milk. Mia’s is on hold. Call us.',
    ],
    [{ verdict: 'undeclared', words: [] }, 'We are checking Curry for Mia and will call you.'],
  ])('on the customer’s own page: %j', (verdict, expected) => {
    const names = { mealName: 'Curry', personName: 'Mia' };
    expect(heldForCustomer({ ...names, verdict, isNew: true, next: 'Call us' })).toBe(expected);
  });

  test.each<[Held | null, string, string]>([
    [
      { verdict: 'clash', allergens: ['almond'], words: ['kiwi'] },
      'it now contains almond and kiwi',
      'Curry contains almond and kiwi: it is not for Mia.',
    ],
    [
      { verdict: 'undeclared', words: [] },
      'it now has allergens that we cannot name',
      'Curry has allergens that we cannot name: it is not for Mia.',
    ],
    [
      { verdict: 'undeclared', words: ['celery'] },
      'it now may contain celery',
      'Curry may contain celery: it is not for Mia.',
    ],
    [
      { verdict: 'will_not_keep', eatBy: '2026-12-02' },
      'it now keeps only until Wed 2 Dec',
      'Curry keeps only until Wed 2 Dec: it is not for Mia.',
    ],
    [null, 'it now does not fit: vegan', 'Curry does not fit: vegan: it is not for Mia.'],
  ])('for the customer, by a changed recipe or not: %j', (verdict, changed, always) => {
    expect(say(verdict)).toBe(`The recipe of Curry changed: ${changed}.`);
    expect(say(verdict, { isNew: false })).toBe(always);
  });

  test('of what they wrote it says so, and no recipe changed', () => {
    const said = 'You wrote “allergic to soy”, and Curry may not be for Mia.';
    for (const isNew of [true, false])
      expect(say({ verdict: 'question', question }, { isNew })).toBe(said);
  });

  test('never promise that something is without an allergen', () => {
    const wheat = { ...BEFORE, allergens: ['milk' as const, 'wheat' as const] };
    expect(describeRecipeChange(BEFORE, wheat)).not.toMatch(/free/);
    const verdict = { verdict: 'clash' as const, allergens: ['wheat' as const], words: [] };
    expect(say(verdict)).not.toMatch(/free/);
  });
});
