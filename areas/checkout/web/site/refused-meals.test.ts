import { describe, expect, test } from 'vitest';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { readRefusedMeals } from './refused-meals-queries.ts';

const item = (changes: Partial<PreparedOrder['orderItems'][number]>) => ({
  mealId: 1,
  mealDate: '2026-12-01',
  deliveryDate: '2026-12-01',
  deliveryWindow: '11:00-13:00' as const,
  mealType: 'dinner' as const,
  price: '14.99',
  personName: 'Mia',
  ...changes,
});

const ORDER = {
  people: [
    { name: 'Ben', calorieTarget: 1500 },
    { name: 'Mia', calorieTarget: 1200 },
  ],
  orderItems: [
    item({ personName: 'Ben' }),
    item({}),
    item({ mealId: 2, mealDate: '2026-12-03' }),
    item({ mealId: 2, mealDate: '2026-12-05' }),
  ],
};

const refusal = (reply: object) => new ApiError(400, JSON.stringify({ message: 'No.', ...reply }));

describe('meals that the server refuses', () => {
  test('for an allergen: the meal, the person, and the way to the cell', () => {
    const error = refusal({
      code: 'allergen_clash',
      clashes: [
        { personName: 'Mia', mealId: 1, mealName: 'Butter Chicken', allergens: ['cashew'] },
      ],
    });
    expect(readRefusedMeals(error, ORDER)).toEqual([
      {
        words: 'Butter Chicken contains cashew. It can’t go to Mia.',
        cell: {
          personIndex: 1,
          date: '2026-12-01',
          mealType: 'dinner',
          personName: 'Mia',
        },
      },
    ]);
  });

  test('for keeping: the very day, of several with the same meal', () => {
    const error = refusal({
      code: 'will_not_keep',
      items: [
        {
          personName: 'Mia',
          mealId: 2,
          mealName: 'Barramundi',
          deliveryDate: '2026-12-01',
          mealDate: '2026-12-05',
          eatBy: '2026-12-03',
        },
      ],
    });
    expect(readRefusedMeals(error, ORDER)).toMatchObject([
      {
        words: 'Barramundi for Mia keeps until Thu 3 Dec: it can’t be eaten on Sat 5 Dec.',
        cell: { date: '2026-12-05' },
      },
    ]);
  });

  test('for a meal that is sold out: everyone who was to have it that day, and by name what is left', () => {
    const error = new ApiError(
      409,
      JSON.stringify({
        code: 'meal_sold_out',
        message: 'No.',
        meals: [
          { mealId: 2, date: '2026-12-05', left: 0 },
          { mealId: 1, date: '2026-12-01', left: 1 },
        ],
      }),
    );
    const nameOf = (id: number) => ({ 1: 'Butter Chicken', 2: 'Barramundi' })[id];
    expect(readRefusedMeals(error, ORDER, nameOf)).toMatchObject([
      {
        words: 'Barramundi is sold out for Sat 5 Dec.',
        cell: { date: '2026-12-05', personName: 'Mia' },
        mealId: 2,
      },
      {
        words: 'Only 1 Butter Chicken left for Tue 1 Dec.',
        cell: { personName: 'Ben' },
        mealId: 1,
      },
      {
        words: 'Only 1 Butter Chicken left for Tue 1 Dec.',
        cell: { personName: 'Mia' },
        mealId: 1,
      },
    ]);
  });

  test('leads nowhere when the order no longer has it, and is nothing for other failures', () => {
    const clash = { personName: 'Leo', mealId: 1, mealName: 'Curry', allergens: ['undeclared'] };
    expect(readRefusedMeals(refusal({ code: 'allergen_clash', clashes: [clash] }), ORDER)).toEqual([
      { words: 'We don’t know which allergens Curry contains. It can’t go to Leo.', cell: null },
    ]);
    expect(readRefusedMeals(refusal({ code: 'invalid' }), ORDER)).toBeNull();
    expect(readRefusedMeals(new Error('offline'), ORDER)).toBeNull();
  });
});
