import { expect, test } from 'vitest';
import type { ChangeReply } from '#platform/calls/audit.ts';
import { mealChangeDetails } from './meal-editor.tsx';

function aChange(change: Partial<ChangeReply>): ChangeReply {
  return {
    id: 1,
    at: '2026-01-07T02:00:00.000Z',
    tokenName: null,
    staffEmail: 'jo@kitchen.example',
    action: 'meal.update',
    entity: 'meal',
    entityId: '7',
    before: {},
    after: {},
    ...change,
  };
}

test('each changed field is one line, in the words of the form', () => {
  const change = aChange({
    before: { price: '14.49', isActive: true, allergens: null, version: 1, sugars: 3 },
    after: { price: '14.99', isActive: false, allergens: ['milk', 'egg'], version: 2, sugars: 3 },
  });
  expect(mealChangeDetails(change)).toEqual([
    'Price: 14.49 → 14.99',
    'On the menu: yes → no',
    'Allergens: nothing → milk, egg',
  ]);
});

test('long texts are only said to be rewritten', () => {
  const change = aChange({
    before: { ingredients: '' },
    after: { ingredients: 'rice '.repeat(40) },
  });
  expect(mealChangeDetails(change)).toEqual(['Ingredients: rewritten']);
});

test('a new meal has no list of everything in it', () => {
  expect(mealChangeDetails(aChange({ before: null, after: { price: '14.99' } }))).toEqual([]);
});
