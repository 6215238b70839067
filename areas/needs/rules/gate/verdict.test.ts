import { describe, expect, test } from 'vitest';
import type { FoodFacts } from './food-facts.ts';
import {
  clashNames,
  clashOf,
  clashText,
  isHeld,
  type Verdict,
  verdictOf,
} from '#areas/needs/rules/gate/verdict.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

const CURRY: FoodFacts = {
  allergens: ['milk'],
  ingredients:
    'Chicken thigh, coconut milk (water, coconut), cream (milk), onion, spices (cumin, turmeric), rice',
  recipeList: '',
  dietaryTags: ['gluten free'],
  shelfLifeDays: 3,
  freezable: true,
};

const ON_THE_DAY = { deliveryDate: '2027-01-12', mealDate: '2027-01-12' };
const FACTS = { keepsFreshDays: 3 };

function judge(
  needs: Partial<FoodNeeds>,
  food: Partial<FoodFacts> = {},
  more: Partial<Parameters<typeof verdictOf>[2]> = {},
): Verdict {
  return verdictOf(
    { ...NO_FOOD_NEEDS, ...needs },
    { ...CURRY, ...food },
    { ...ON_THE_DAY, ...more },
    FACTS,
  );
}

describe('the first that applies', () => {
  test.each<[string, Partial<FoodNeeds>, Partial<FoodFacts>, Verdict]>([
    [
      'what is declared is a clash, in legal order',
      { allergens: ['milk', 'soy'] },
      { allergens: ['milk', 'soy', 'egg'] },
      { verdict: 'clash', allergens: ['milk', 'soy'], words: [] },
    ],
    [
      'a word to avoid is a clash',
      { avoid: ['onion', 'celery'] },
      {},
      { verdict: 'clash', allergens: [], words: ['onion'] },
    ],
    [
      'nothing declared is not known to anyone with an allergen',
      { allergens: ['egg'] },
      { allergens: null },
      { verdict: 'undeclared', words: [] },
    ],
    [
      'no ingredient list is not known either',
      { allergens: ['egg'] },
      { ingredients: ' ' },
      { verdict: 'undeclared', words: [] },
    ],
    [
      'a term that may hide a word is not known',
      { avoid: ['mustard'] },
      { ingredients: 'Chicken, spices, rice' },
      { verdict: 'undeclared', words: ['mustard'] },
    ],
    ['spices with their parts are known', { avoid: ['mustard'] }, {}, { verdict: 'no_clash' }],
    [
      'contained weighs more than a trace',
      { allergens: ['milk'] },
      { mayContain: ['milk'] },
      { verdict: 'clash', allergens: ['milk'], words: [] },
    ],
    [
      'a trace of theirs is said',
      { allergens: ['sesame', 'lupin'] },
      { mayContain: ['sesame'] },
      { verdict: 'traces', allergens: ['sesame'] },
    ],
    ['a diet warns', { diets: ['vegetarian'] }, {}, { verdict: 'diet', diets: ['vegetarian'] }],
    ['nothing is against it', { allergens: ['egg'] }, {}, { verdict: 'no_clash' }],
    [
      'what is not declared is no concern of someone without needs',
      {},
      { allergens: null, ingredients: '' },
      { verdict: 'no_clash' },
    ],
  ])('%s', (_says, needs, food, verdict) => {
    expect(judge(needs, food)).toEqual(verdict);
  });

  test('a meal eaten after its day holds, unless it can be frozen', () => {
    const eaten = { mealDate: '2027-01-16' };
    expect(judge({}, { freezable: false }, eaten)).toEqual({
      verdict: 'will_not_keep',
      eatBy: '2027-01-15',
    });
    expect(judge({}, {}, eaten)).toEqual({ verdict: 'no_clash' });
  });
});

describe('what was agreed', () => {
  const needs = { allergens: ['milk', 'peanut'] as FoodNeeds['allergens'], avoid: ['onion'] };

  test('covers what it names', () => {
    expect(judge(needs, {}, { agreed: { allergens: ['milk', 'onion'] } })).toEqual({
      verdict: 'agreed',
      allergens: ['milk'],
      words: ['onion'],
    });
  });

  test('and nothing else: all of the clash stands', () => {
    const peanut = { allergens: ['milk', 'peanut'] as FoodNeeds['allergens'] };
    expect(judge(needs, peanut, { agreed: { allergens: ['milk', 'onion'] } })).toEqual({
      verdict: 'clash',
      allergens: ['milk', 'peanut'],
      words: ['onion'],
    });
  });

  test('cannot be what nobody knows', () => {
    const agreed = { allergens: ['undeclared', 'celery'] };
    expect(judge(needs, { allergens: null, ingredients: '' }, { agreed }).verdict).toBe(
      'undeclared',
    );
    const hidden = { ingredients: 'Chicken, spices', allergens: [] };
    expect(judge({ avoid: ['celery'] }, hidden, { agreed }).verdict).toBe('undeclared');
  });
});

test('what is in it, not known or past its day holds a portion; an exception, a trace or a diet does not', () => {
  const held = [
    judge({ allergens: ['milk'] }),
    judge({ allergens: ['milk'] }, { allergens: null }),
    judge({}, { freezable: false }, { mealDate: '2027-02-12' }),
  ];
  const free = [
    judge({ allergens: ['milk'] }, {}, { agreed: { allergens: ['milk'] } }),
    judge({ allergens: ['egg'] }, { mayContain: ['egg'] }),
    judge({ diets: ['vegan'] }),
    judge({}),
  ];
  expect(held.map(isHeld)).toEqual([true, true, true]);
  expect(free.map(isHeld)).toEqual([false, false, false, false]);
});

test.each<[Partial<FoodNeeds>, Partial<FoodFacts>, string[], string]>([
  [{ allergens: ['milk'], avoid: ['onion'] }, {}, ['milk', 'onion'], 'contains milk, onion'],
  [{ allergens: ['egg'] }, { allergens: null }, ['undeclared'], 'allergens not declared'],
  [
    { avoid: ['celery'] },
    { ingredients: 'Stock' },
    ['celery'],
    'not known whether it contains celery',
  ],
])('%j of %j is listed as %j and said as “%s”', (needs, food, names, text) => {
  const clash = clashOf({ ...CURRY, ...food }, { ...NO_FOOD_NEEDS, ...needs });
  expect(clashNames(clash)).toEqual(names);
  expect(clash && clashText(clash)).toBe(text);
});
