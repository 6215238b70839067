import { expect, test } from 'vitest';
import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';

const facts = { phone: '(07) 5550 0164' };

test('the kitchen uses every allergen that a meal declares, in legal order', () => {
  const meals = [{ allergens: ['milk', 'peanut'] as const }, { allergens: null }].map(
    ({ allergens }) => ({ allergens: allergens && [...allergens] }),
  );
  expect(allergensOnMenu([...meals, { allergens: ['wheat', 'milk'] }])).toEqual([
    'wheat',
    'peanut',
    'milk',
  ]);
});

test('says which allergens are in the kitchen, and whom to call about traces', () => {
  expect(crossContactText([...TREE_NUTS, 'milk'], facts)).toBe(
    'We leave out meals that declare it. All meals are cooked in one kitchen that uses all tree nuts, milk, so traces are possible. If a trace could harm someone, please call us before you order: (07) 5550 0164.',
  );
});

test('promises no more where nothing is declared yet', () => {
  expect(crossContactText([], facts)).toMatch(/uses many ingredients, so traces are possible/);
});
