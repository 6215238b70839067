import { describe, expect, test } from 'vitest';
import { addDays, weekFrom } from '#domain/calendar/plain-date.ts';
import { mealCount } from '#domain/people/people.ts';
import { type DraftAction, orderReducer } from './order-reducer.ts';
import type { OrderState } from './restore-order.ts';
import {
  aFreshOrder,
  anOrderOf,
  aWeek,
  DINNER,
  menu,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from './test-kitchen.ts';

const WEEK = weekFrom(TUESDAY);

function after(state: OrderState, ...actions: DraftAction[]): OrderState {
  return actions.reduce(orderReducer, state);
}

function dinner(date: string, people = [0], mealId: number | null = DINNER.id): DraftAction {
  return { type: 'meal placed', people, cell: { date, mealType: 'dinner' }, mealId };
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
    expect(after(moved, { type: 'undone' }).draft.weeklyDeliveryDay).toBe(TUESDAY);
  });
});

describe('delivery', () => {
  test('a window can differ on one date', () => {
    const { draft } = after(aFreshOrder(), {
      type: 'window of a date chosen',
      date: TUESDAY,
      window: '16:00-18:00',
    });
    expect(draft.deliveryWindow).toBe('11:00-13:00');
    expect(draft.windowByDate).toEqual({ [TUESDAY]: '16:00-18:00' });
  });

  test('a window chosen for the order counts on every date', () => {
    const { draft } = after(
      aFreshOrder(),
      { type: 'window of a date chosen', date: TUESDAY, window: '16:00-18:00' },
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

test('an allergen is left out until it is let in again', () => {
  const without = after(
    aFreshOrder(),
    { type: 'allergen left out or let in', allergen: 'milk' },
    { type: 'allergen left out or let in', allergen: 'egg' },
  );
  expect(without.leftOut).toEqual(['milk', 'egg']);
  expect(after(without, { type: 'allergen left out or let in', allergen: 'milk' }).leftOut).toEqual(
    ['egg'],
  );
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
  });
  expect(notice && after(moved, { type: 'notice read', notice }).notices).toEqual([]);
});
