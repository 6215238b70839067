import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { cellForWish, daysToChoose, firstCell, nextCell } from './choosing-meals.ts';
import type { MealRule, MealToPlace } from './meal-for.ts';

const DAYS = weekFrom('2026-12-01');
const [TUE, WED, THU] = DAYS as [string, string, string];
const MON = DAYS[6]!;

const eats = (name: string, dinners: readonly string[], changes: Partial<Person> = {}): Person => ({
  name,
  calorieTarget: 1500,
  ...NO_FOOD_NEEDS,
  mealAssignments: dinners.map((date) => ({ date, mealType: 'dinner', mealId: 1 })),
  ...changes,
});
const dinner = (personIndex: number, date: string) =>
  ({ personIndex, date, mealType: 'dinner' }) as const;

describe('after a meal, choosing goes on', () => {
  test.each([
    ['the same person’s next empty day', [eats('Mia', [TUE, WED])], dinner(0, TUE), dinner(0, THU)],
    [
      'from the end of the week, to its start',
      [eats('Mia', [MON])],
      dinner(0, MON),
      dinner(0, TUE),
    ],
    [
      'with a full week, to the next person’s first empty day',
      [eats('Mia', DAYS), eats('Ben', [TUE])],
      dinner(0, MON),
      dinner(1, WED),
    ],
    [
      'from the last person to the first',
      [eats('Mia', []), eats('Ben', DAYS)],
      dinner(1, MON),
      dinner(0, TUE),
    ],
    ['nowhere when all are placed', [eats('Mia', DAYS)], dinner(0, MON), null],
  ])('%s', (_, people, from, to) => {
    expect(nextCell(people, { days: DAYS }, from)).toEqual(to);
  });

  test('past what was left empty on purpose, and never to a day on which no food comes', () => {
    const skipped = [dinner(0, WED)];
    const open = { days: DAYS.filter((date) => date !== THU), skipped };
    expect(nextCell([eats('Mia', [TUE])], open, dinner(0, TUE))).toEqual(dinner(0, DAYS[3]!));
    const full = eats(
      'Mia',
      DAYS.filter((date) => date !== WED),
    );
    expect(nextCell([full], { days: DAYS, skipped }, dinner(0, WED))).toBeNull();
  });

  test('never to the other kind: that is asked for', () => {
    const lunch = { ...dinner(0, TUE), mealType: 'lunch' } as const;
    expect(nextCell([eats('Mia', [TUE, WED])], { days: DAYS }, lunch)).toMatchObject({
      mealType: 'lunch',
      date: WED,
    });
  });
});

test('choosing begins with the first empty dinner, then with the first lunch', () => {
  const kinds = ['dinner', 'lunch'] as const;
  expect(firstCell([eats('Mia', [TUE])], { days: DAYS }, kinds)).toEqual(dinner(0, WED));
  expect(firstCell([eats('Mia', DAYS), eats('Ben', [])], { days: DAYS }, kinds)).toEqual(
    dinner(1, TUE),
  );
  expect(firstCell([eats('Mia', DAYS)], { days: DAYS }, kinds)).toMatchObject({
    mealType: 'lunch',
  });
});

describe('a meal that someone came with', () => {
  const SNAPPER = { id: 9, mealType: 'dinner' } as MealToPlace & { id: number };
  const noFish: MealRule = ({ allergens }) =>
    allergens.includes('fish') ? { outcome: 'clash', names: ['fish'] } : { outcome: 'ok' };

  test('is for the first person who may eat it, and says who may not', () => {
    const people = [eats('Mia', [], { allergens: ['fish'] }), eats('Ben', [TUE])];
    expect(cellForWish(people, DAYS, SNAPPER, noFish)).toEqual({
      cell: dinner(1, WED),
      refused: [{ personIndex: 0, verdict: { outcome: 'clash', names: ['fish'] } }],
    });
  });

  test('has no place where nobody may', () => {
    const people = [eats('Mia', [], { allergens: ['fish'] })];
    expect(cellForWish(people, DAYS, SNAPPER, noFish)).toMatchObject({ cell: null });
  });
});

test('a day without an open window can be chosen only if a weekly delivery comes before it', () => {
  const week = DAYS.map((date) => ({ date, windows: [{ open: date !== TUE && date !== THU }] }));
  const order = (dinners: string[], deliveryType: 'daily' | null = null) => ({
    people: [eats('Mia', dinners)],
    deliveryType,
    weeklyDeliveryDay: dinners[0] ?? null,
    weekStart: TUE,
  });
  const withoutBoth = DAYS.filter((date) => date !== TUE && date !== THU);
  expect(daysToChoose(order([]), defaultBusiness, week, DAYS)).toEqual(withoutBoth);
  expect(daysToChoose(order([WED]), defaultBusiness, week, DAYS)).toEqual(DAYS.slice(1));
  expect(daysToChoose(order(DAYS.slice(1), 'daily'), defaultBusiness, week, DAYS)).toEqual(
    withoutBoth,
  );
});
