import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { removeUnavailableMeals, moveDraftToWeek } from './carry-over.ts';
import { newOrderDraft, type OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

const draft: OrderDraft = {
  ...newOrderDraft(
    {
      cartKey: '7b0f6f0e-6e2f-4d43-9a53-3a1f5a7f3c11',
      weekStart: '2026-11-24',
      calorieTarget: 1500,
    },
    defaultBusiness,
  ),
  people: [
    {
      name: 'Ben',
      calorieTarget: 1800,
      ...NO_FOOD_NEEDS,
      mealAssignments: [
        { date: '2026-11-24', mealType: 'lunch', mealId: 1 },
        { date: '2026-11-30', mealType: 'dinner', mealId: 2 },
      ],
    },
  ],
  weeklyDeliveryDay: '2026-11-24',
  windowByDate: { '2026-11-30': '16:00-18:00' },
};

describe('moving a draft to the week that is open now', () => {
  test('keeps every weekday, over the end of a year as well', () => {
    const moved = moveDraftToWeek(draft, '2026-12-29');
    expect(moved.weekStart).toBe('2026-12-29');
    expect(moved.people[0]?.mealAssignments.map(({ date }) => date)).toEqual([
      '2026-12-29',
      '2027-01-04',
    ]);
    expect(moved.weeklyDeliveryDay).toBe('2026-12-29');
    expect(moved.windowByDate).toEqual({ '2027-01-04': '16:00-18:00' });
  });

  test('keeps people, customer and basket', () => {
    const moved = moveDraftToWeek(draft, '2026-12-01');
    expect(moved.people[0]).toMatchObject({ name: 'Ben', calorieTarget: 1800 });
    expect(moved.customer).toEqual(draft.customer);
    expect(moved.cartKey).toBe(draft.cartKey);
  });

  test('invents no delivery day', () => {
    expect(
      moveDraftToWeek({ ...draft, weeklyDeliveryDay: null }, '2026-12-01').weeklyDeliveryDay,
    ).toBeNull();
  });
});

describe('removing meals that are no longer on the menu', () => {
  test('names each with its person, and the delivery day follows the first meal that is left', () => {
    const { draft: left, removed } = removeUnavailableMeals(draft, ({ mealId }) => mealId === 2);
    expect(removed).toEqual([
      { personName: 'Ben', date: '2026-11-24', mealType: 'lunch', mealId: 1 },
    ]);
    expect(left.people[0]?.mealAssignments).toEqual([
      { date: '2026-11-30', mealType: 'dinner', mealId: 2 },
    ]);
    expect(left.weeklyDeliveryDay).toBe('2026-11-30');
  });

  test('leaves the draft as it is when everything is still there', () => {
    const { draft: left, removed } = removeUnavailableMeals(draft, () => true);
    expect(removed).toEqual([]);
    expect(left).toBe(draft);
  });
});
