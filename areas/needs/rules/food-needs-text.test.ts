import { expect, test } from 'vitest';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

const CASES: [Partial<FoodNeeds>, string][] = [
  [{}, 'Mia: nothing noted'],
  [
    { allergens: ['peanut'], avoid: ['capsicum'], diets: ['vegetarian'], note: 'no spice' },
    'Mia can’t have: peanut. Leave out: capsicum. Vegetarian. “no spice”',
  ],
  [{ avoid: ['kiwifruit'] }, 'Mia leaves out: kiwifruit.'],
  [{ diets: ['vegan'], note: ' ' }, 'Mia: Vegan.'],
  [{ note: 'soft food' }, 'Mia: “soft food”'],
];

test.each(CASES)('what is noted of a person is one sentence everywhere: %j', (needs, said) => {
  expect(needsLine({ name: 'Mia', ...NO_FOOD_NEEDS, ...needs })).toBe(said);
});
