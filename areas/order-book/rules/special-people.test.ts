import { expect, test } from 'vitest';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { heldIn } from '#areas/order-book/rules/special-people.ts';
import { A_LABELLED_MEAL } from '#quality/support/a-labelled-bag.ts';

const bag = {
  specialInstructions: '',
  people: [{ name: 'Mia', ...NO_FOOD_NEEDS, avoid: ['mustard'] }],
};

const held = (ingredients: string, agreed?: string[]) =>
  heldIn(bag)({
    personName: 'Mia',
    meal: { ...A_LABELLED_MEAL, allergens: [], ingredients },
    override: agreed
      ? { allergens: agreed, reason: 'a little is fine', staffEmail: 'kim@kitchen.example', at: '' }
      : null,
  });

test('the cook reads what is in it, and what nobody can tell, in other words', () => {
  expect(held('Chicken, mustard')).toEqual(['mustard']);
  expect(held('Chicken, spices')).toEqual(['mustard not known']);
  expect(held('')).toEqual(['allergens not declared']);
  expect(held('Chicken, rice')).toEqual([]);
});

test('what was agreed is not read again; what nobody knows cannot have been agreed', () => {
  expect(held('Chicken, mustard', ['mustard'])).toEqual([]);
  expect(held('Chicken, spices', ['mustard'])).toEqual(['mustard not known']);
});
