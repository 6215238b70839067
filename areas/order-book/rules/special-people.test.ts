import { describe, expect, test } from 'vitest';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { careOf, heldIn } from './special-people.ts';
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

describe('beside a meal the cook reads', () => {
  const mia = { name: 'Mia', ...NO_FOOD_NEEDS, allergens: ['milk', 'peanut'] as const };
  const read = (
    item: { onHold?: string; agreedTo?: string[]; traces?: string[] },
    deliveryStatus: 'planned' | 'cooked' = 'planned',
  ) =>
    careOf(
      { ...mia, allergens: [...mia.allergens] },
      { agreedTo: [], traces: [], ...item },
      { deliveryStatus },
    );

  test('for whom a clean bench is', () => {
    expect(read({})).toEqual({ text: 'for Mia (peanut, milk): clean bench', care: 'clean_bench' });
  });

  test('what may be in it, which they chose all the same', () => {
    expect(read({ traces: ['peanut'] })).toEqual({
      text: 'for Mia (peanut, milk): clean bench; may contain PEANUT',
      care: 'may_contain',
    });
  });

  test('that a portion on hold is no clean bench: not to cook, and cooked already not to pack', () => {
    const onHold = 'contains MILK';
    expect(read({ onHold })).toEqual({
      text: 'ON HOLD for Mia: contains MILK. Do not cook',
      care: 'on_hold',
    });
    expect(read({ onHold }, 'cooked')).toMatchObject({
      text: 'ON HOLD for Mia: contains MILK. Do not pack',
    });
  });

  test('what was agreed, and the clean bench that is left', () => {
    expect(read({ agreedTo: ['milk'] })).toEqual({
      text: 'for Mia: contains MILK, agreed; clean bench for peanut',
      care: 'agreed',
    });
    expect(read({ agreedTo: ['milk', 'peanut'] })).toMatchObject({
      text: 'for Mia: contains PEANUT, MILK, agreed',
    });
  });
});
