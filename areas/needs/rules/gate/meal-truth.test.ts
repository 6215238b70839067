import { describe, expect, test } from 'vitest';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { withPlainNames, allergensNamedIn } from './list-allergens.ts';
import type { DietaryMeal } from './food-facts.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';

const NOODLES = 'Rice noodles (wheat), coconut milk, prawn (crustacean), peanut';

const saidOf = (meal: Partial<DietaryMeal>) =>
  mealAtOdds({ allergens: [], ingredients: '', recipeList: '', dietaryTags: null, ...meal }).map(
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

  test.each<[Allergen[], string, string]>([
    [['milk'], 'Chicken, rice', 'You declared milk. Name it in the ingredients: “butter (milk)”.'],
    [
      ['milk', 'sesame'],
      'Oat milk, rice',
      'You declared milk, sesame. Name them in the ingredients: “butter (milk)”, “tahini (sesame)”.',
    ],
    [['soy'], 'Rice, tofu (water)', 'Write “tofu (soy)”. Food law wants the plain name.'],
    [
      ['milk', 'crustacean'],
      'Feta (3%) (salt), prawns',
      'Write “Feta (milk)”, “prawns (crustacean)”. Food law wants the plain name.',
    ],
    [
      ['wheat', 'gluten'],
      'Semolina, malt vinegar',
      'Write “Semolina (wheat)”, “malt vinegar (barley)”. Food law wants the plain name.',
    ],
    [
      [],
      'Chicken, Crispy Noodles',
      'Which grain is in “Crispy Noodles”? Write “wheat noodles” or “rice noodles”.',
    ],
  ])('when %j is declared and “%s” leaves it to guess', (allergens, ingredients, message) => {
    expect(saidOf({ allergens, ingredients })).toContainEqual(`ingredients: ${message}`);
    expect(saidOf({ allergens: null, ingredients })).toEqual([]);
  });

  test.each([
    'Rice noodles, gluten-free bread, mung bean noodles, maize cornflour',
    'Lean beef (30%), glass noodles (24%) (water, mung bean starch)',
    'Chicken, coconut milk, oat-free muesli, butter beans. May contain traces of tofu, feta',
  ])('and not when each word is plain: “%s”', (ingredients) => {
    expect(saidOf({ ingredients })).toEqual([]);
  });

  test('when its recipe names meat that the label leaves out', () => {
    const recipeList = 'vegetable pie; gravy (water, gelatine)';
    expect(saidOf({ dietaryTags: ['vegetarian'], ingredients: 'Pie, gravy', recipeList })).toEqual([
      'dietaryTags: “vegetarian” cannot stand: its recipe names gelatine.',
    ]);
  });

  test('but not for want of a word: undeclared is not at odds', () => {
    expect(saidOf({ allergens: null, ingredients: NOODLES })).toEqual([]);
    expect(saidOf({ allergens: ['milk'], ingredients: '' })).toEqual([]);
  });
});

test.each([
  ['Tofu, rice', 'Tofu (soy), rice'],
  ['Feta (3%) (salt), prawns.', 'Feta (3%) (milk, salt), prawns (crustacean).'],
  ['Sauce (feta [salt]; malt vinegar)', 'Sauce (feta [milk, salt]; malt vinegar (barley))'],
  ['Tofu (soy), butter (milk)', 'Tofu (soy), butter (milk)'],
  ['Rice. May contain tofu', 'Rice. May contain tofu'],
])('plain names are put into “%s”', (list, fixed) => {
  expect(withPlainNames(list)).toBe(fixed);
});
