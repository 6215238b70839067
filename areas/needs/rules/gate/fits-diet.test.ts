import { describe, expect, test } from 'vitest';
import { dietsMissedBy, fitsDiet, untrueTags } from '#areas/needs/rules/gate/fits-diet.ts';
import type { DietaryMeal } from './food-facts.ts';
import { type Diet, DIETS, dietText } from '#areas/needs/rules/food-needs.ts';

const STEW: DietaryMeal = {
  ingredients: 'Brown lentils (40%), tomato, carrot, salt.',
  recipeList: '',
  allergens: [],
  dietaryTags: ['vegan'],
};

test.each<[Diet, Diet[]]>([
  ['vegan', ['vegetarian', 'vegan', 'pescatarian']],
  ['vegetarian', ['vegetarian', 'pescatarian']],
  ['pescatarian', ['pescatarian']],
])('what staff mark as %s fits %j', (tag, fitting) => {
  const meal = { ...STEW, dietaryTags: [tag] };
  const choices: Diet[] = ['vegetarian', 'vegan', 'pescatarian'];
  expect(choices.filter((diet) => fitsDiet(meal, diet))).toEqual(fitting);
});

describe('from what is declared and listed', () => {
  test.each<[Partial<DietaryMeal>, Diet[]]>([
    [{}, []],
    [{ allergens: ['gluten'] }, ['gluten free']],
    [{ allergens: ['wheat', 'milk'] }, ['gluten free', 'dairy free']],
    [{ allergens: null }, ['gluten free', 'dairy free']],
    [{ ingredients: 'Rice, Bacon (5%), egg' }, ['no pork']],
    [{ ingredients: 'Rice, veal mince' }, ['no beef']],
    [{ ingredients: 'Berries, gelatine' }, ['no pork', 'no beef']],
    [{ ingredients: 'Graham flour, hamachi' }, []],
    [{ ingredients: ' ' }, ['no pork', 'no beef']],
  ])('%j misses %j', (change, missed) => {
    const asked: Diet[] = ['gluten free', 'dairy free', 'no pork', 'no beef'];
    expect(dietsMissedBy({ ...STEW, ...change }, asked)).toEqual(missed);
  });
});

test.each<Diet>(['halal', 'kosher', 'low FODMAP'])(
  '%s is nobody’s word but the staff’s',
  (diet) => {
    expect(fitsDiet({ ...STEW, dietaryTags: null }, diet)).toBe(false);
    expect(fitsDiet({ ...STEW, dietaryTags: [diet] }, diet)).toBe(true);
  },
);

test('a tag that the declared allergens contradict is found', () => {
  expect(untrueTags({ allergens: ['egg'], dietaryTags: ['vegetarian', 'vegan'] })).toEqual([
    { tag: 'vegan', allergen: 'egg' },
  ]);
  expect(untrueTags({ allergens: null, dietaryTags: ['vegan'] })).toEqual([]);
});

test('no diet is shown as a promise about traces', () => {
  for (const diet of DIETS) expect(dietText(diet)).not.toMatch(/free/i);
});
