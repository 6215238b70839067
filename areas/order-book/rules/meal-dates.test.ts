import {
  array,
  assert,
  constantFrom,
  integer,
  property,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { earliestMealDate, moveMealsTo } from './meal-dates.ts';
import { FREEZE_ADVICE, shouldFreeze } from '#areas/menu/rules/storage-advice.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { MealAssignment, Person } from '#areas/order-book/rules/people.ts';

const [TUE, WED, THU, FRI, SAT, SUN, MON] = [
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
  '2026-11-30',
] as const;
const WEEK = weekFrom(TUE);

function eating(
  name: string,
  ...meals: [date: PlainDate, mealType: MealType, mealId: number][]
): Person {
  const mealAssignments = meals.map(([date, mealType, mealId]) => ({ date, mealType, mealId }));
  return { name, calorieTarget: 1500, ...NO_FOOD_NEEDS, mealAssignments };
}

function planOf(person: Person | undefined): string[] {
  return (person?.mealAssignments ?? [])
    .map(({ date, mealType, mealId }) => `${date} ${mealType} ${mealId}`)
    .toSorted();
}

describe('a meal is frozen on arrival', () => {
  test.each([
    ['not on the day it arrives', TUE, TUE, false],
    ['not a day later', TUE, WED, false],
    ['not three days later', TUE, FRI, false],
    ['four days later', TUE, SAT, true],
    ['six days later', TUE, MON, true],
    ['not three days later over the end of a month', '2026-11-29', '2026-12-02', false],
    ['four days later over the end of a month', '2026-11-29', '2026-12-03', true],
    ['four days later over a leap day', '2028-02-27', '2028-03-02', true],
  ])('%s', (_when, deliveryDate, mealDate, frozen) => {
    expect(shouldFreeze({ deliveryDate, mealDate }, defaultBusiness)).toBe(frozen);
  });

  test('exactly when it is eaten more than three days after its delivery', () => {
    assert(
      property(integer({ min: 0, max: 2000 }), integer({ min: 0, max: 6 }), (start, days) => {
        const delivery = Temporal.PlainDate.from('2026-01-01').add({ days: start });
        const meal = {
          deliveryDate: delivery.toString(),
          mealDate: delivery.add({ days }).toString(),
        };
        expect(shouldFreeze(meal, defaultBusiness)).toBe(days > 3);
      }),
    );
  });

  test('and is labelled so', () => {
    expect(FREEZE_ADVICE).toMatch(/^freeze on arrival$/i);
  });
});

describe('the first meal date', () => {
  test.each([
    ['is none without people', [], null],
    ['is none without meals', [eating('Ben'), eating('Ada')], null],
    ['is the only one', [eating('Ben', [THU, 'lunch', 1])], THU],
    [
      'is the earliest meal of anyone',
      [eating('Ben', [FRI, 'lunch', 1], [THU, 'dinner', 1]), eating('Ada', [WED, 'dinner', 2])],
      WED,
    ],
  ])('%s', (_what, people, first) => {
    expect(earliestMealDate(people)).toBe(first);
  });
});

describe('moving meals to a later delivery day', () => {
  test('leaves what is eaten on that day or later where it is', () => {
    const ben = eating('Ben', [WED, 'lunch', 1], [FRI, 'dinner', 2]);
    expect(moveMealsTo([ben], WED, WEEK)).toEqual([ben]);
  });

  test('moves an earlier meal to the day itself when its place is free', () => {
    const moved = moveMealsTo([eating('Ben', [TUE, 'lunch', 1], [WED, 'dinner', 2])], WED, WEEK);
    expect(planOf(moved?.[0])).toEqual([`${WED} dinner 2`, `${WED} lunch 1`]);
  });

  test('moves it to the next free date when the place is taken', () => {
    const moved = moveMealsTo(
      [eating('Ben', [TUE, 'lunch', 1], [WED, 'lunch', 2], [THU, 'lunch', 3])],
      WED,
      WEEK,
    );
    expect(planOf(moved?.[0])).toEqual([`${WED} lunch 2`, `${THU} lunch 3`, `${FRI} lunch 1`]);
  });

  test('does not make a lunch of a dinner', () => {
    const moved = moveMealsTo([eating('Ben', [TUE, 'dinner', 1])], MON, WEEK);
    expect(planOf(moved?.[0])).toEqual([`${MON} dinner 1`]);
  });

  test('is impossible when one person has more lunches than days that are left', () => {
    const ada = eating('Ada', [MON, 'lunch', 4]);
    expect(
      moveMealsTo(
        [ada, eating('Ben', [TUE, 'lunch', 1], [SUN, 'lunch', 2], [MON, 'lunch', 3])],
        SUN,
        WEEK,
      ),
    ).toBeNull();
    expect(
      moveMealsTo(
        [ada, eating('Ben', [TUE, 'lunch', 1], [SUN, 'lunch', 2], [MON, 'dinner', 3])],
        SUN,
        WEEK,
      ),
    ).not.toBeNull();
  });
});

describe('moving any meals to any day', () => {
  const cells = WEEK.flatMap((date) => [
    { date, mealType: 'lunch' as const },
    { date, mealType: 'dinner' as const },
  ]);
  const anyPerson = tuple(
    shuffledSubarray(cells),
    array(integer({ min: 1, max: 5 }), { minLength: 14, maxLength: 14 }),
  ).map(([chosen, mealIds]): Person => ({
    name: 'Ben',
    calorieTarget: 1500,
    ...NO_FOOD_NEEDS,
    mealAssignments: chosen.map((cell, at): MealAssignment => ({
      ...cell,
      mealId: mealIds[at] ?? 1,
    })),
  }));
  const anyPeople = array(anyPerson, { minLength: 1, maxLength: 6 });
  const anyDay = constantFrom(...WEEK);

  const kinds = (person: Person | undefined) =>
    (person?.mealAssignments ?? [])
      .map(({ mealType, mealId }) => `${mealType} ${mealId}`)
      .toSorted();

  test('loses no meal, doubles none, leaves none before the day, and is refused only when it is impossible', () => {
    assert(
      property(anyPeople, anyDay, (people, day) => {
        const before = structuredClone(people);
        const moved = moveMealsTo(people, day, WEEK);
        expect(people).toEqual(before);

        const daysLeft = WEEK.filter((date) => date >= day).length;
        const hasTooMany = people.some(({ mealAssignments }) =>
          (['lunch', 'dinner'] as const).some(
            (mealType) =>
              mealAssignments.filter((meal) => meal.mealType === mealType).length > daysLeft,
          ),
        );
        expect(moved === null).toBe(hasTooMany);
        if (moved === null) return;

        expect(moved).toHaveLength(people.length);
        for (const [at, person] of people.entries()) {
          const meals = moved[at]?.mealAssignments ?? [];
          expect(moved[at]).toMatchObject({
            name: person.name,
            calorieTarget: person.calorieTarget,
          });
          expect(kinds(moved[at])).toEqual(kinds(person));
          expect(new Set(meals.map(({ date, mealType }) => `${date} ${mealType}`)).size).toBe(
            meals.length,
          );
          expect(meals.every(({ date }) => date >= day && WEEK.includes(date))).toBe(true);
          const late = person.mealAssignments.filter(({ date }) => date >= day);
          expect(meals).toEqual(expect.arrayContaining(late));
        }
      }),
      { numRuns: 500 },
    );
  });
});
