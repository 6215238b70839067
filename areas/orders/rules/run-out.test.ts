import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { takeSnapshot } from '#areas/menu/rules/meal-snapshot.ts';
import {
  askedUntil,
  type MealOfPerson,
  MOST_OPTIONS,
  planRunOut,
  RUN_OUT_ACTIONS,
  RUN_OUT_OTHERWISE,
} from '#areas/orders/rules/run-out.ts';
import { eatByOf } from '#areas/needs/rules/gate/fits-diet.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { aFullMeal } from '#quality/support/a-meal.ts';

type Meal = MealWithRecipe & { id: number };

const SALMON: Meal = {
  ...aFullMeal({ name: 'Lemon Salmon', mealType: 'dinner', allergens: ['fish'], calories: 500 }),
  id: 1,
};
const WEDNESDAY = '2026-01-14';
const { timeZone } = defaultBusiness;
const at = (date: string, hour: number) => instantOf({ date, minuteOfDay: hour * 60 }, timeZone);

function aMeal(id: number, change: Partial<Meal> = {}): Meal {
  return {
    ...aFullMeal({
      name: `Meal ${id}`,
      mealType: 'dinner',
      allergens: [],
      isActive: true,
      availableFrom: null,
      availableTo: null,
      shelfLifeDays: 3,
      freezable: false,
      calories: 500,
      ...change,
    }),
    id,
  };
}

type Given = {
  status?: DeliveryStatus;
  allergens?: MealOfPerson['person']['allergens'];
  mealDate?: string;
  mealType?: 'lunch' | 'dinner';
};

function miasMeal({
  status = 'planned',
  allergens = [],
  mealDate = WEDNESDAY,
  mealType = 'dinner',
}: Given = {}): MealOfPerson {
  const person = {
    id: 1,
    name: 'Mia',
    position: 1,
    calorieTarget: 1500,
    avoid: [],
    diets: [],
    note: '',
  };
  return {
    delivery: {
      id: 1,
      date: WEDNESDAY,
      window: '16:00-18:00',
      status,
      statusAt: null,
      stop: 1,
      nearStop: null,
      version: 1,
      wentWithOrder: false,
      flag: null,
      flagSeenBy: null,
      takesPlace: true,
      madeOn: null,
      changeableUntil: new Date(0),
      settledAt: null,
    },
    person: { ...person, allergens },
    portions: [
      {
        id: 1,
        mealId: SALMON.id,
        mealType,
        mealDate,
        deliveryDate: WEDNESDAY,
        deliveryWindow: '16:00-18:00',
        personName: 'Mia',
        priceCents: 1499,
        feeDate: WEDNESDAY,
        helping: 1,
        meal: takeSnapshot(SALMON),
        override: null,
      },
    ],
  };
}

const facts = (menu: Meal[]) => ({
  menu: [SALMON, ...menu],
  business: defaultBusiness,
  now: at('2026-01-12', 10),
  askUntil: null,
});
const swap = { action: 'swap', otherwise: 'leave', swapWith: null } as const;

describe('what a person gets instead of a meal that ran out', () => {
  const anyMeal = fc
    .record({
      allergens: fc.oneof(fc.constant(null), fc.subarray([...ALLERGENS], { maxLength: 4 })),
      mealType: fc.constantFrom(...MEAL_TYPES),
      isActive: fc.boolean(),
      shelfLifeDays: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 6 })),
      freezable: fc.oneof(fc.constant(null), fc.boolean()),
      calories: fc.integer({ min: 200, max: 900 }),
    })
    .map((change) => change as Partial<Meal>);
  const anyGiven = fc.record({
    status: fc.constantFrom(...DELIVERY_STATUSES),
    allergens: fc.subarray([...ALLERGENS], { maxLength: 4 }),
    mealDate: fc.integer({ min: 0, max: 6 }).map((days) => addDays(WEDNESDAY, days)),
    mealType: fc.constantFrom(...MEAL_TYPES),
  });

  test('never clashes with an allergen, always keeps until it is eaten, and is of the same kind', () => {
    const anyRule = fc.record({
      action: fc.constantFrom(...RUN_OUT_ACTIONS),
      otherwise: fc.constantFrom(...RUN_OUT_OTHERWISE),
      chosen: fc.option(fc.nat({ max: 7 })),
    });
    fc.assert(
      fc.property(
        fc.array(anyMeal, { minLength: 1, maxLength: 8 }),
        anyGiven,
        anyRule,
        (changes, given, { chosen, ...rule }) => {
          const menu = changes.map((change, index) => aMeal(index + 2, change));
          const of = miasMeal(given);
          const swapWith = chosen === null ? null : (menu[chosen] ?? null);
          const step = planRunOut(of, { ...rule, swapWith }, facts(menu));
          const offered =
            step.outcome === 'swap' ? [step.meal] : step.outcome === 'ask' ? step.options : [];
          for (const meal of offered) {
            if (given.allergens.length > 0) expect(meal.allergens).not.toBeNull();
            expect(given.allergens.filter((one) => meal.mayContain?.includes(one))).toEqual([]);
            expect(given.allergens.filter((each) => meal.allergens?.includes(each))).toEqual([]);
            const eatBy = eatByOf(meal, WEDNESDAY, defaultBusiness);
            expect(meal.freezable === true || given.mealDate <= eatBy).toBe(true);
            expect(meal.mealType).toBe(given.mealType);
            expect(meal.isActive).toBe(true);
            expect(meal.id).not.toBe(SALMON.id);
          }
          expect(offered.length).toBeLessThanOrEqual(MOST_OPTIONS);
          if (given.status !== 'planned' && given.status !== 'cooked')
            expect(step.outcome).toBe('left');
          if (step.outcome === 'left') expect(step.why).not.toBe('');
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('is the nearest in calories, or the meal that was chosen for all', () => {
    const menu = [aMeal(2, { calories: 300 }), aMeal(3, { calories: 480 })];
    expect(planRunOut(miasMeal(), swap, facts(menu))).toMatchObject({ meal: { id: 3 }, why: '' });
    const all = { ...swap, swapWith: menu[0]! };
    expect(planRunOut(miasMeal(), all, facts(menu))).toMatchObject({ meal: { id: 2 } });
  });

  test('who can’t have what was chosen for all is left with the reason, refunded or asked', () => {
    const nutty = aMeal(2, { name: 'Nut Bowl', allergens: ['cashew'] });
    const menu = [nutty, aMeal(3)];
    const of = miasMeal({ allergens: ['cashew'] });
    const step = (otherwise: 'leave' | 'refund' | 'ask') =>
      planRunOut(of, { action: 'swap', otherwise, swapWith: nutty }, facts(menu));
    const why = 'Nut Bowl contains cashew, which Mia can’t have.';
    expect(step('leave')).toEqual({ outcome: 'left', why });
    expect(step('refund')).toEqual({ outcome: 'refund', why });
    expect(step('ask')).toMatchObject({ outcome: 'ask', why, options: [{ id: 3 }] });
  });
});

test.each([
  ['until eight in the evening before', at('2026-01-12', 10), null, at('2026-01-13', 20)],
  ['later than that: for two hours', at('2026-01-14', 9), null, at('2026-01-14', 11)],
  ['but not once the window begins', at('2026-01-14', 15), null, at('2026-01-14', 16)],
  ['or until staff say', at('2026-01-12', 10), at('2026-01-13', 9), at('2026-01-13', 9)],
  ['nobody is asked when it has begun', at('2026-01-14', 16), null, null],
])('customers may choose %s', (_, now, askUntil, until) => {
  const slot = { date: WEDNESDAY, window: '16:00-18:00' } as const;
  expect(askedUntil(slot, { now, askUntil, business: defaultBusiness })).toBe(until);
});
