import { expect, test } from 'vitest';
import { isUrgentProblem } from '#areas/customers/rules/problems.ts';

const BEN = { name: 'Ben', allergens: [], avoid: [] };

test.each([
  ['an allergy', 'allergy', '', BEN],
  ['another meal for someone with allergens', 'wrong_meal', '', { ...BEN, allergens: ['milk'] }],
  [
    'another meal for someone who avoids a food',
    'wrong_meal',
    '',
    { ...BEN, avoid: ['kiwifruit'] },
  ],
  ['words of a reaction', 'other', 'His lips were swollen', BEN],
  ['words of one that nobody calls so', 'other', 'My throat closed up after the kiwi', BEN],
  ['words that name an allergen', 'other', 'There were peanuts in it', BEN],
] as const)('%s is urgent', (_, kind, text, person) => {
  expect(isUrgentProblem({ kind, text, people: [person] })).toBe(true);
});

test.each([
  ['another meal for someone who eats everything', 'wrong_meal', 'We got curry'],
  ['a squashed box', 'damaged', 'It was squashed'],
] as const)('%s is not', (_, kind, text) => {
  expect(isUrgentProblem({ kind, text, people: [BEN] })).toBe(false);
});
