import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { sampleMealFacts } from '#areas/menu/server/seed-sample-menu.ts';
import {
  type DayOfWeek,
  mealDaysOf,
  mealDaysOfWeek,
  weekStartAdvice,
} from '#areas/order-book/rules/meal-days.ts';
import { newPerson, placeMeal } from '#areas/order-book/rules/people.ts';
import { addDays, weekdayOf, weekFrom } from '#platform/rules/plain-date.ts';
import { KITCHEN_SHAPES } from '#quality/support/kitchen-shapes.ts';

const TUESDAY = '2026-12-01';
const MENU = sampleMenu.map(sampleMealFacts);
const SATURDAY_ONLY = KITCHEN_SHAPES['Saturday only'];

/** The week from this day, of a kitchen with deliveries on these weekdays. */
const week = (start: string, weekdays: readonly number[]): DayOfWeek[] =>
  weekFrom(start).map((date) => ({ date, hasDelivery: weekdays.includes(weekdayOf(date)) }));
const short = (dates: readonly string[]) =>
  dates.map((date) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekdayOf(date)]);

describe('meal days', () => {
  test('of a kitchen that delivers every day are all seven', () => {
    expect(mealDaysOf(week(TUESDAY, [0, 1, 2, 3, 4, 5, 6]), MENU, defaultBusiness)).toHaveLength(7);
  });

  test('of Saturday only, with a week from Tuesday, are Saturday, Sunday and Monday', () => {
    expect(short(mealDaysOf(week(TUESDAY, [6]), MENU, SATURDAY_ONLY))).toEqual([
      'Sat',
      'Sun',
      'Mon',
    ]);
  });

  test('of Monday to Friday are the weekend too, to which meals keep', () => {
    const days = mealDaysOf(week(TUESDAY, [1, 2, 3, 4, 5]), MENU, KITCHEN_SHAPES['lunch only']);
    expect(short(days)).toEqual(['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon']);
  });

  test('end where nothing keeps any longer, and are those of delivery where nothing is kept', () => {
    const fresh = MENU.map((meal) => ({ ...meal, shelfLifeDays: 1, freezable: false }));
    const days = week('2026-12-05', [6]);
    expect(short(mealDaysOf(days, fresh, SATURDAY_ONLY))).toEqual(['Sat', 'Sun']);
    const daily = { ...SATURDAY_ONLY, deliveryTypes: ['daily'] as const };
    expect(short(mealDaysOf(days, MENU, daily))).toEqual(['Sat']);
    expect(short(mealDaysOf(days, [], SATURDAY_ONLY))).toEqual(['Sat']);
  });

  test('do not follow from a meal of a service that is not there, nor from one out of season', () => {
    const days = week('2026-12-05', [6]);
    const { services } = KITCHEN_SHAPES['lunch only'];
    const dinners = MENU.filter(({ mealType }) => mealType === 'dinner');
    expect(short(mealDaysOf(days, dinners, { ...SATURDAY_ONLY, services }))).toEqual(['Sat']);
    const over = MENU.map((meal) => ({ ...meal, availableTo: '2026-12-06' }));
    expect(short(mealDaysOf(days, over, SATURDAY_ONLY))).toEqual(['Sat', 'Sun']);
  });

  test('days with meals of the order stay in sight, whatever they are by now', () => {
    const days = week(TUESDAY, [6]).map(({ date, hasDelivery }) => ({
      date,
      windows: hasDelivery ? [{}] : [],
    }));
    const person = placeMeal(newPerson(1, 1500), { date: TUESDAY, mealType: 'dinner' }, 1);
    const drawn = mealDaysOfWeek(days, { meals: MENU, people: [person] }, SATURDAY_ONLY);
    expect(short(drawn)).toEqual(['Tue', 'Sat', 'Sun', 'Mon']);
  });

  test('are exactly those with a delivery on them or before, from which some meal keeps', () => {
    const meals = array(
      record({
        shelfLifeDays: constantFrom(null, 0, 1, 2, 3, 5, 9),
        freezable: constantFrom(null, true, false),
      }),
      { maxLength: 4 },
    );
    const days = array(boolean(), { minLength: 7, maxLength: 7 });
    assert(
      property(days, meals, integer({ min: 1, max: 5 }), (delivers, kept, keepsFreshDays) => {
        const dates = weekFrom(TUESDAY);
        const menu = kept.map((meal) => ({ ...MENU[0]!, ...meal }));
        const facts = { ...defaultBusiness, keepsFreshDays };
        const found = mealDaysOf(
          dates.map((date, at) => ({ date, hasDelivery: delivers[at] === true })),
          menu,
          facts,
        );
        for (const [at, date] of dates.entries()) {
          // From any earlier delivery: the last one is never worse.
          const canKeep = dates
            .slice(0, at)
            .some(
              (from, earlier) =>
                delivers[earlier] &&
                kept.some(
                  ({ shelfLifeDays, freezable }) =>
                    freezable === true || date <= addDays(from, shelfLifeDays ?? keepsFreshDays),
                ),
            );
          expect(found.includes(date), date).toBe(delivers[at] === true || canKeep);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('what Settings says of the first day of the week', () => {
  test('Saturday only, with a week from Tuesday', () => {
    expect(weekStartAdvice(SATURDAY_ONLY, MENU)).toEqual({
      words: 'You deliver on Saturdays, so Tuesday to Friday can’t be ordered.',
      better: {
        weekday: 6,
        words: 'Start the week on Saturday: 24 of 36 meals keep until Friday.',
      },
    });
  });

  test('nothing where every day can be ordered', () => {
    expect(weekStartAdvice(defaultBusiness, MENU)).toBeNull();
    expect(weekStartAdvice({ ...SATURDAY_ONLY, orderWeekStart: 6 }, MENU)).toBeNull();
    expect(weekStartAdvice(KITCHEN_SHAPES['dinner, Monday to Friday'], MENU)).toBeNull();
  });

  test('another first day of a kitchen that delivers on several', () => {
    const kitchen = { ...KITCHEN_SHAPES['lunch only'], orderWeekStart: 0 };
    expect(weekStartAdvice(kitchen, MENU)?.words).toBe(
      'You deliver Mon to Fri, so Sunday can’t be ordered.',
    );
    expect(weekStartAdvice(kitchen, MENU)?.better).toMatchObject({ weekday: 1 });
  });

  test('no other day where none is better: nothing keeps with daily delivery alone', () => {
    const daily = { ...KITCHEN_SHAPES['lunch only'], deliveryTypes: ['daily'] as const };
    expect(weekStartAdvice({ ...daily, deliveryTypes: ['daily'] }, MENU)).toEqual({
      words: 'You deliver Mon to Fri, so Saturday and Sunday can’t be ordered.',
      better: null,
    });
  });
});
