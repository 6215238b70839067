import { expect, test } from 'vitest';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';

test('words are kept singular, each once, as they were typed', () => {
  expect(
    withAvoided({ allergens: [], avoid: ['capsicum'] }, ['Capsicums', 'Kiwi fruit', ' ', 'celery']),
  ).toEqual({ allergens: [], avoid: ['capsicum', 'kiwi fruit', 'celery'] });
});

test('one that the law lists is an allergen, which holds by what is declared', () => {
  expect(withAvoided({ allergens: ['soy'], avoid: [] }, ['Dairy', 'shellfish', 'eggs'])).toEqual({
    allergens: ['milk', 'egg', 'crustacean', 'mollusc', 'soy'],
    avoid: [],
  });
});
