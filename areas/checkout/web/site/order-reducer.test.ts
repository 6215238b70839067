import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import { addDays, weekFrom } from '#platform/rules/plain-date.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { orderMenu } from './order-menu.ts';
import { type DraftAction, orderReducer, type OrderState } from './order-reducer.ts';
import {
  aFreshOrder,
  anOrderOf,
  aWeek,
  DINNER,
  menu,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';

const WEEK = weekFrom(TUESDAY);

function after(state: OrderState, ...actions: DraftAction[]): OrderState {
  return actions.reduce(orderReducer, state);
}

function dinner(
  date: string,
  people = [0],
  mealId: number | null = DINNER.id,
  words?: string,
): DraftAction {
  const cell = { date, mealType: 'dinner' } as const;
  return { type: 'meal placed', people, cell, mealId, ...(words && { words }) };
}

describe('people', () => {
  test('more people keep those who are there and start with defaults', () => {
    const { draft } = after(
      aFreshOrder(),
      { type: 'person named', index: 0, name: 'Ben' },
      { type: 'calorie target chosen', index: 0, calorieTarget: 1800 },
      { type: 'people counted', count: 3, calorieTarget: 1500 },
    );
    expect(draft.people.map(({ name, calorieTarget }) => [name, calorieTarget])).toEqual([
      ['Ben', 1800],
      ['Person 2', 1500],
      ['Person 3', 1500],
    ]);
  });

  test('the person who is removed goes with their meals, and the others keep theirs', () => {
    const { draft } = after(anOrderOf({ Ben: [TUESDAY], Mia: [THURSDAY] }), {
      type: 'person removed',
      index: 0,
    });
    expect(draft.people.map(({ name }) => name)).toEqual(['Mia']);
    expect(draft.weeklyDeliveryDay).toBe(THURSDAY);
  });
});

describe('meals', () => {
  test('one meal can be placed for everyone at once, replacing what was there', () => {
    const { draft } = after(anOrderOf({ Ben: [], Mia: [WEDNESDAY] }), dinner(WEDNESDAY, [0, 1], 1));
    expect(draft.people.map((person) => person.mealAssignments)).toEqual([
      [{ date: WEDNESDAY, mealType: 'dinner', mealId: 1 }],
      [{ date: WEDNESDAY, mealType: 'dinner', mealId: 1 }],
    ]);
  });

  test('the weekly delivery day is preselected as the date of the first meal', () => {
    expect(after(aFreshOrder(), dinner(THURSDAY), dinner(WEDNESDAY)).draft.weeklyDeliveryDay).toBe(
      WEDNESDAY,
    );
  });

  test('without meals no delivery day is left', () => {
    expect(
      after(aFreshOrder(), dinner(THURSDAY), dinner(THURSDAY, [0], null)).draft.weeklyDeliveryDay,
    ).toBeNull();
  });

  test('a change of many meals can be undone, until something else is changed', () => {
    const before = anOrderOf({ Ben: [THURSDAY] });
    const people = anOrderOf({ Ben: WEEK }).draft.people;
    const filled = after(before, { type: 'meals replaced', people });
    expect(mealCount(filled.draft.people)).toBe(7);
    expect(filled.draft.weeklyDeliveryDay).toBe(TUESDAY);
    expect(filled.undo?.words).toBe('6 meals added');
    expect(after(filled, { type: 'undone' }).draft).toEqual(before.draft);
    const changed = after(filled, dinner(TUESDAY, [0], null));
    expect(after(changed, { type: 'undone' }).draft).toBe(changed.draft);
  });

  test('meals moved for a later delivery day take that day with them', () => {
    const people = anOrderOf({ Ben: [THURSDAY] }).draft.people;
    const moved = after(anOrderOf({ Ben: [TUESDAY] }), {
      type: 'meals replaced',
      people,
      weeklyDeliveryDay: WEDNESDAY,
    });
    expect(moved.draft.weeklyDeliveryDay).toBe(WEDNESDAY);
    expect(moved.undo?.words).toBe('Meals moved');
    expect(after(moved, { type: 'undone' }).draft.weeklyDeliveryDay).toBe(TUESDAY);
  });
});

describe('delivery', () => {
  test('a window can differ on one date', () => {
    const { draft } = after(aFreshOrder(), {
      type: 'dates brought',
      slots: [{ date: TUESDAY, window: '16:00-18:00' }],
    });
    expect(draft.deliveryWindow).toBe('11:00-13:00');
    expect(draft.windowByDate).toEqual({ [TUESDAY]: '16:00-18:00' });
  });

  test('a window chosen for the order counts on every date', () => {
    const { draft } = after(
      aFreshOrder(),
      { type: 'dates brought', slots: [{ date: TUESDAY, window: '16:00-18:00' }] },
      { type: 'window chosen', window: '11:00-13:00' },
    );
    expect(draft.windowByDate).toEqual({});
  });

  test('the delivery type stays as chosen while weekly is forced in between', () => {
    const { draft } = after(
      anOrderOf({ Ben: WEEK.slice(0, 5) }),
      { type: 'delivery type chosen', deliveryType: 'daily' },
      dinner(TUESDAY, [0], null),
      dinner(TUESDAY),
    );
    expect(draft.deliveryType).toBe('daily');
  });
});

test('customer fields change one by one', () => {
  const { draft } = after(
    aFreshOrder(),
    { type: 'customer edited', changes: { firstName: 'Jo' } },
    { type: 'customer edited', changes: { suburb: 'Cleveland' } },
  );
  expect(draft.customer).toMatchObject({ firstName: 'Jo', suburb: 'Cleveland', lastName: '' });
});

describe('what a person may not eat', () => {
  const allergens = (index: number, ...names: FoodNeeds['allergens']): DraftAction => ({
    type: 'food needs changed',
    index,
    changes: { allergens: names },
    menu,
  });

  test('meals that clash with a new allergy come off, are named, and come back with Undo', () => {
    const before = anOrderOf({ Ben: [TUESDAY], Mia: [WEDNESDAY] });
    const cleared = after(before, allergens(1, 'milk', 'egg'));
    expect(cleared.draft.people.map(({ mealAssignments }) => mealAssignments.length)).toEqual([
      1, 0,
    ]);
    expect(cleared.notices).toEqual([
      {
        kind: 'meals-clash',
        meals: [
          {
            date: WEDNESDAY,
            mealType: 'dinner',
            mealId: DINNER.id,
            personName: 'Mia',
            name: DINNER.name,
            why: 'contains milk',
          },
        ],
      },
    ]);
    const undone = after(cleared, { type: 'undone' });
    expect(undone.draft).toEqual(before.draft);
    expect(undone.notices).toEqual([]);
  });

  test('a meal that declares nothing comes off for anyone with an allergy', () => {
    const undeclared = orderMenu([{ ...DINNER, allergens: null }], defaultBusiness);
    const { draft } = after(anOrderOf({ Mia: [TUESDAY] }), {
      type: 'food needs changed',
      index: 0,
      changes: { allergens: ['lupin'] },
      menu: undeclared,
    });
    expect(draft.people[0]?.mealAssignments).toEqual([]);
  });

  test('meals that suit stay, and a diet or a note takes nothing off', () => {
    const { draft, notices, undo } = after(anOrderOf({ Mia: [TUESDAY] }), allergens(0, 'peanut'), {
      type: 'food needs changed',
      index: 0,
      changes: { diets: ['vegan'], note: 'no mushrooms' },
      menu,
    });
    expect(draft.people[0]).toMatchObject({
      allergens: ['peanut'],
      diets: ['vegan'],
      note: 'no mushrooms',
      mealAssignments: [{ date: TUESDAY }],
    });
    expect([notices, undo]).toEqual([[], null]);
  });
});

test('a placement of the picker says what it did, and can be taken back', () => {
  const before = anOrderOf({ Ben: [THURSDAY] });
  const placed = after(before, dinner(TUESDAY, [0], DINNER.id, 'Butter Chicken for Ben, Tue.'));
  expect(placed.draft.weeklyDeliveryDay).toBe(TUESDAY);
  expect(placed.undo?.words).toBe('Butter Chicken for Ben, Tue.');
  expect(after(placed, { type: 'undone' }).draft).toEqual(before.draft);
});

test('the meal that the customer came with is a wish until someone has it, or it is dropped', () => {
  const before = anOrderOf({ Ben: [] });
  before.draft.wish = DINNER.id;
  expect(after(before, dinner(TUESDAY)).draft.wish).toBeUndefined();
  expect(after(before, { type: 'wish dropped' }).draft.wish).toBeUndefined();
  expect(after(before, dinner(TUESDAY, [0], null)).draft.wish).toBe(DINNER.id);
});

test('a second helping is placed beside the first', () => {
  const { draft } = after(anOrderOf({ Ben: [TUESDAY] }), {
    type: 'meal placed',
    people: [0],
    cell: { date: TUESDAY, mealType: 'dinner' },
    mealId: DINNER.id,
    helping: 'second',
  });
  expect(draft.people[0]?.mealAssignments).toHaveLength(2);
});

test('an order open while the week closes moves to the next one and says so, until the notice is read', () => {
  const nextTuesday = addDays(TUESDAY, 7);
  const moved = after(anOrderOf({ Ben: [THURSDAY] }), {
    type: 'kitchen changed',
    week: aWeek(nextTuesday),
    menu,
  });
  expect(moved.draft.people[0]?.mealAssignments[0]?.date).toBe(addDays(THURSDAY, 7));
  const [notice] = moved.notices;
  expect(notice).toEqual({
    kind: 'week-moved',
    weekStart: nextTuesday,
    weekEnd: addDays(nextTuesday, 6),
    from: TUESDAY,
  });
  expect(notice && after(moved, { type: 'notice read', notice }).notices).toEqual([]);
});
