import { expect, test } from 'vitest';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';
import { shownDiets } from './label-text.ts';

const CASES: [string, Partial<DietaryMeal>, Diet[]][] = [
  ['nothing known', {}, []],
  [
    'vegan is vegetarian, without milk',
    { dietaryTags: ['vegan'], allergens: ['soy'] },
    ['vegan', 'gluten free'],
  ],
  [
    'vegetarian with milk',
    { dietaryTags: ['vegetarian'], allergens: ['milk', 'wheat'] },
    ['vegetarian'],
  ],
  [
    'fish',
    { dietaryTags: ['pescatarian'], allergens: ['fish'] },
    ['pescatarian', 'gluten free', 'dairy free'],
  ],
  ['undeclared', { dietaryTags: ['halal'], allergens: null }, ['halal']],
];

test.each(CASES)('%s', (_, meal, diets) => {
  const plain = { allergens: null, ingredients: 'Rice', recipeList: '', dietaryTags: null };
  expect(shownDiets({ ...plain, ...meal })).toEqual(diets);
});
