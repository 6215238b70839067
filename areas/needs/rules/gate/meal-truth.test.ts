import { describe, expect, test } from 'vitest';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';
import { allergensNamedIn } from '#areas/needs/rules/gate/list-allergens.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';

const NOODLES = 'Rice noodles (wheat), coconut milk, prawn (crustacean), peanut';

const saidOf = (meal: Partial<DietaryMeal>) =>
  mealAtOdds({ allergens: [], ingredients: '', dietaryTags: null, ...meal }).map(
    ({ field, message }) => `${field}: ${message}`,
  );

test.each<[string, string[]]>([
  [NOODLES, ['wheat', 'gluten', 'peanut', 'crustacean']],
  ['Feta, prawns, tofu, soy sauce', ['milk', 'crustacean', 'soy']],
  ['Oat milk, rolled oats, barley', ['gluten']],
  ['Coconut cream, almond milk, rice milk', ['almond']],
  ['Vegan cheese, coconut yoghurt, soy milk', ['soy']],
  ['Peanut butter, butter beans, cocoa butter, cream of tartar', ['peanut']],
  ['Oyster mushrooms, water chestnuts, nutmeg, coconut, eggplant', []],
  ['Dried apricots (preservative 220), wine vinegar, preservative (202)', ['sulphites']],
  ['Gluten-free soy sauce, dairy-free spread, egg-free pasta', ['soy']],
  ['Rice. No added sulphites. May contain traces of almond, egg', []],
  ['Rice with butter, lactose-free milk, plant-based cheese', ['milk']],
  ['Worcestershire sauce, fish sauce (anchovy), tahini', ['fish', 'sesame']],
])('%s names %j', (list, allergens) => {
  expect(allergensNamedIn(list)).toEqual(allergens);
});

describe('a meal is at odds with itself', () => {
  test('when its list names what is not declared', () => {
    expect(saidOf({ ingredients: NOODLES })).toEqual([
      'allergens: The ingredients name wheat, gluten, peanut, crustacean. Tick them, or change the text.',
    ]);
  });

  test.each<[DietaryMeal['dietaryTags'], string, string]>([
    [['vegan'], 'Prawn (crustacean)', '“vegan” cannot stand: the ingredients name crustacean.'],
    [['vegetarian', 'vegan'], 'Rice, honey', '“vegan” cannot stand: the ingredients name honey.'],
    [['vegan'], 'Oats, honey', '“vegan” cannot stand: the ingredients name honey.'],
    [
      ['vegetarian'],
      'Rice, chicken stock',
      '“vegetarian” cannot stand: the ingredients name chicken.',
    ],
  ])('when %j stands against “%s”', (dietaryTags, ingredients, message) => {
    expect(saidOf({ allergens: null, dietaryTags, ingredients })).toEqual([
      `dietaryTags: ${message}`,
    ]);
  });

  test('and not when the words mean something else', () => {
    const vegan = { dietaryTags: ['vegan' as const], allergens: null };
    for (const ingredients of [
      'Chicken-style pieces',
      'Vegan bacon, soy milk',
      'Meat-free beef',
      '',
    ])
      expect(saidOf({ ...vegan, ingredients })).toEqual([]);
    expect(saidOf({ dietaryTags: ['vegetarian'], ingredients: 'Oats, honey' })).toHaveLength(1);
    expect(saidOf({ dietaryTags: ['vegetarian'], ingredients: 'Rice, honey' })).toEqual([]);
  });

  test('but not for want of a word: undeclared is not at odds', () => {
    expect(saidOf({ allergens: null, ingredients: NOODLES })).toEqual([]);
    expect(saidOf({ allergens: ['milk'], ingredients: '' })).toEqual([]);
  });
});
