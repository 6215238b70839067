import { expect, test } from 'vitest';
import { matcherOf } from './special-people.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';

test.each<[string, Allergen[], string[]]>([
  ['Severe NUT allergy', ['wheat', 'cashew', 'peanut'], ['cashew', 'peanut']],
  ['no dairy', ['milk', 'egg'], ['milk']],
  ['DF', ['milk', 'egg'], ['milk']],
  ['lactose intolerant', ['milk'], ['milk']],
  ['coeliac', ['wheat', 'gluten', 'soy'], ['wheat', 'gluten']],
  ['allergic to shell fish', ['fish', 'crustacean', 'mollusc'], ['crustacean', 'mollusc']],
  ['seafood allergy', ['fish', 'mollusc'], ['fish', 'mollusc']],
  ['no eggs please', ['egg'], ['egg']],
  ['Brazil nuts only', ['Brazil nut'], ['Brazil nut']],
  ['low sulphites', ['sulphites'], ['sulphites']],
  ['no tofu', ['soy'], ['soy']],
  ['vegan', ['milk', 'soy'], ['milk']],
  ['vegetarian', ['milk', 'fish'], ['fish']],
  ['treenut allergy, peanuts ok', ['cashew', 'peanut'], ['cashew']],
  ['nut allergy', ['milk', 'egg'], []],
  ['dog called Peanut', ['peanut'], []],
  ['no nut allergies', ['peanut'], []],
])('%s, of %j', (instructions, allergens, matched) => {
  expect(matcherOf(instructions, [])({ name: 'Bowl', ingredients: '', allergens })).toEqual(
    matched,
  );
});

test('an ingredient is named, and an allergen only once', () => {
  const meal = { name: 'Curry', ingredients: 'Harissa, milk', allergens: ['milk' as const] };
  expect(matcherOf('no milk or harissa', [])(meal)).toEqual(['milk', 'harissa']);
});

test('what is not declared clashes with nothing that is known', () => {
  const meal = { name: 'Curry', ingredients: '', allergens: null };
  expect(matcherOf('nut allergy', [])(meal)).toEqual([]);
});
