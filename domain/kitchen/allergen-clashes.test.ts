import { expect, test } from 'vitest';
import { allergenClashes } from '#domain/kitchen/allergen-clashes.ts';
import { foodRequestTerms } from '#domain/kitchen/special-orders.ts';
import type { Allergen } from '#domain/menu/allergens.ts';

test.each<[string, Allergen[], Allergen[]]>([
  ['Severe NUT allergy', ['wheat', 'cashew', 'peanut'], ['cashew', 'peanut']],
  ['no dairy', ['milk', 'egg'], ['milk']],
  ['lactose intolerant', ['milk'], ['milk']],
  ['coeliac', ['wheat', 'gluten', 'soy'], ['wheat', 'gluten']],
  ['allergic to shellfish', ['fish', 'crustacean', 'mollusc'], ['crustacean', 'mollusc']],
  ['seafood allergy', ['fish', 'mollusc'], ['fish', 'mollusc']],
  ['no eggs please', ['egg'], ['egg']],
  ['Brazil nuts only', ['Brazil nut'], ['Brazil nut']],
  ['low sulphites', ['sulphites'], ['sulphites']],
  ['no tofu', ['soy'], ['soy']],
  ['vegan', ['milk', 'soy'], ['milk']],
  ['nut allergy', ['milk', 'egg'], []],
])('%s, of %j', (instructions, allergens, clashes) => {
  expect(allergenClashes(foodRequestTerms(instructions, []), allergens)).toEqual(clashes);
});

test('what is not declared clashes with nothing that is known', () => {
  expect(allergenClashes(['nut'], null)).toEqual([]);
});
