import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { ENOUGH } from '#areas/order-book/rules/portions-to-place.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import {
  anOrderOf,
  DINNER,
  LUNCH,
  menu,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import { earlierWindows, lateLunchesOf, lunchesMovedOn } from './late-lunches.ts';

const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
const DAYS = weekFrom(TUESDAY);
const [, , THURSDAY] = DAYS;

/** Mia eats a lunch on each of these days. */
function draftOf(lunches: readonly string[], change: Partial<OrderDraft> = {}): OrderDraft {
  const { draft } = anOrderOf({ Mia: lunches });
  return {
    ...draft,
    deliveryWindow: EVENING,
    people: draft.people.map((person) => ({
      ...person,
      mealAssignments: lunches.map((date) => ({ date, mealType: 'lunch', mealId: LUNCH.id })),
    })),
    ...change,
  };
}

const facts = defaultBusiness;
const week = {
  days: DAYS.map((date) => ({ date })),
  find: menu.find,
  left: ENOUGH,
  canDeliver: () => true,
};

test('a delivery in the evening brings the lunches of its day too late, not those of later days', () => {
  expect(lateLunchesOf(draftOf([TUESDAY, WEDNESDAY]), facts)).toEqual([
    { date: TUESDAY, window: EVENING, lunches: 1 },
  ]);
  const undecided = draftOf(DAYS.slice(0, 5), { deliveryType: null });
  expect(lateLunchesOf(undecided, facts)).toEqual([]);
});

test('they can come in the first window of that day that is open before lunch is over', () => {
  const late = lateLunchesOf(draftOf([TUESDAY]), facts);
  expect(earlierWindows(late, () => [NOON, EVENING])).toEqual([{ date: TUESDAY, window: NOON }]);
  expect(earlierWindows(late, () => [EVENING])).toEqual([]);
});

describe('they can be eaten on the next day', () => {
  const dayOf = (draft: OrderDraft, changed: Partial<typeof week> = {}) =>
    lunchesMovedOn(draft, TUESDAY, { ...week, ...changed }, facts)?.day ?? null;

  test('on which their person has no lunch yet', () => {
    expect(dayOf(draftOf([TUESDAY]))).toBe(WEDNESDAY);
    expect(dayOf(draftOf([TUESDAY, WEDNESDAY]))).toBe(THURSDAY);
    expect(lunchesMovedOn(draftOf([TUESDAY]), TUESDAY, week, facts)?.people).toMatchObject([
      { mealAssignments: [{ date: WEDNESDAY, mealId: LUNCH.id }] },
    ]);
  });

  test('until which they keep', () => {
    const fresh = { ...LUNCH, shelfLifeDays: 0, freezable: false };
    expect(dayOf(draftOf([TUESDAY]), { find: () => fresh })).toBeNull();
    expect(dayOf(draftOf([TUESDAY]), { find: () => DINNER })).toBeNull();
  });

  test('that does not bring them after lunch again', () => {
    const daily = draftOf(DAYS.slice(0, 5), { deliveryType: 'daily' });
    expect(dayOf(daily)).toBeNull();
    const free = DAYS[5]!;
    expect(dayOf({ ...daily, windowByDate: { [free]: NOON } })).toBe(free);
    expect(
      dayOf({ ...daily, windowByDate: { [free]: NOON } }, { canDeliver: () => false }),
    ).toBeNull();
  });
});
