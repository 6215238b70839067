import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { KeptOrder } from '#areas/order-book/web/kept-order-draft.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { orderMenu } from './order-menu.ts';
import { startOrder } from './order-reducer.ts';
import {
  anOrderOf,
  aWeek,
  DINNER,
  LUNCH,
  menu,
  THURSDAY,
  TUESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';

function start(changes: Partial<Parameters<typeof startOrder>[0]> = {}) {
  return startOrder({
    kept: null,
    newCartKey: () => '0c2f3a52-97bd-4c61-8f58-6f0f9a2f6d10',
    recommendedPlan: null,
    week: aWeek(),
    menu,
    facts: defaultBusiness,
    ...changes,
  });
}

const LIGHT = { planCalories: 1200, secondHelpings: 0 };

function kept(changes: Partial<KeptOrder> = {}): KeptOrder {
  const { draft, mealNames } = anOrderOf({ Ben: [TUESDAY, THURSDAY] });
  return {
    draft,
    mealNames,
    planTaken: null,
    helpingsTaken: 0,
    notices: [],
    household: null,
    ...changes,
  };
}

describe('a new order', () => {
  test('begins with one person on the default plan', () => {
    expect(start().draft.people).toEqual([
      {
        name: 'Person 1',
        calorieTarget: 1500,
        allergens: [],
        avoid: [],
        diets: [],
        note: '',
        mealAssignments: [],
      },
    ]);
  });

  test('begins with the plan that the calculator saved', () => {
    const recommendedPlan = { planCalories: 1800, secondHelpings: 1 };
    const { draft, notices } = start({ recommendedPlan });
    expect(draft.people[0]).toMatchObject({ calorieTarget: 1800, secondHelpings: 1 });
    expect(notices).toEqual([]);
  });
});

describe('an order kept from before', () => {
  test('brings notices back that have not been read', () => {
    const notices: KeptOrder['notices'] = [
      { kind: 'plan-taken', personName: 'Ben', calorieTarget: 1200 },
    ];
    expect(start({ kept: kept({ notices }) }).notices).toEqual(notices);
  });

  test('comes back unchanged in the same week', () => {
    const order = kept();
    const { draft, notices } = start({ kept: order });
    expect(draft).toEqual(order.draft);
    expect(notices).toEqual([]);
  });

  test('moves to the same weekdays of a new week, with a notice', () => {
    const week = aWeek(addDays(TUESDAY, 7));
    const { draft, notices } = start({ kept: kept(), week });
    expect(draft.people[0]?.mealAssignments.map(({ date }) => date)).toEqual([
      addDays(TUESDAY, 7),
      addDays(THURSDAY, 7),
    ]);
    expect(notices).toEqual([
      { kind: 'week-moved', weekStart: week.weekStart, weekEnd: week.weekEnd, from: TUESDAY },
    ]);
  });

  test('without meals moves to a new week in silence', () => {
    const { draft } = anOrderOf({ Ben: [] });
    const { notices, draft: moved } = start({
      kept: kept({ draft }),
      week: aWeek(addDays(TUESDAY, 7)),
    });
    expect(moved.weekStart).toBe(addDays(TUESDAY, 7));
    expect(notices).toEqual([]);
  });

  test.each([
    ['has left the menu', orderMenu([LUNCH], defaultBusiness)],
    ['is not on sale', orderMenu([LUNCH, anOrderedMeal({ isActive: false })], defaultBusiness)],
    [
      'is not available that day',
      orderMenu([LUNCH, anOrderedMeal({ availableFrom: addDays(TUESDAY, 30) })], defaultBusiness),
    ],
    ['has become a lunch', orderMenu([anOrderedMeal({ mealType: 'lunch' })], defaultBusiness)],
  ])('loses a dinner that %s, and the notice names it', (_, changedMenu) => {
    const { draft, notices } = start({ kept: kept(), menu: changedMenu });
    expect(draft.people[0]?.mealAssignments).toEqual([]);
    const [notice] = notices;
    expect(
      notice?.kind === 'meals-dropped' &&
        notice.meals.map(({ name, personName }) => [name, personName]),
    ).toEqual([
      [DINNER.name, 'Ben'],
      [DINNER.name, 'Ben'],
    ]);
  });

  test('loses a meal whose recipe has come to contain an allergen of the person, and says why', () => {
    const order = kept();
    order.draft.people = order.draft.people.map((person) => ({ ...person, allergens: ['milk'] }));
    const { draft, notices } = start({ kept: order });
    expect(draft.people[0]?.mealAssignments).toEqual([]);
    expect(draft.weeklyDeliveryDay).toBeNull();
    expect(notices).toMatchObject([
      {
        kind: 'meals-clash',
        meals: [
          { personName: 'Ben', name: DINNER.name, date: TUESDAY, why: 'contains milk' },
          { personName: 'Ben', name: DINNER.name, date: THURSDAY, why: 'contains milk' },
        ],
      },
    ]);
  });

  test('takes a plan that the calculator saved since, once, for the first person', () => {
    const first = start({ kept: kept(), recommendedPlan: LIGHT });
    expect(first.draft.people[0]?.calorieTarget).toBe(1200);
    expect(first.notices).toEqual([{ kind: 'plan-taken', personName: 'Ben', calorieTarget: 1200 }]);
    const { draft, mealNames, planTaken, helpingsTaken } = first;
    const changed = {
      ...draft,
      people: draft.people.map((person) => ({ ...person, calorieTarget: 1800 })),
    };
    const second = start({
      kept: { ...kept(), draft: changed, mealNames, planTaken, helpingsTaken },
      recommendedPlan: LIGHT,
    });
    expect(second.draft.people[0]?.calorieTarget).toBe(1800);
  });

  test('keeps no more people than an order may have', () => {
    const { draft } = anOrderOf({ A: [], B: [], C: [], D: [], E: [], F: [], G: [] });
    expect(start({ kept: kept({ draft }) }).draft.people).toHaveLength(6);
  });
});
