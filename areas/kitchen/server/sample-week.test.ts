/** The sample menu through the plan: a week counted in exact fractions, a year of all meals, and days at random. */
import { array, assert, integer, property, shuffledSubarray, tuple } from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { daysToKeep } from '#areas/kitchen/rules/cook-days.ts';
import { coldBy, type KitchenClock } from '#areas/kitchen/rules/kitchen-clock.ts';
import {
  type IngredientUse,
  planProduction,
  type PlannedCooking,
} from '#areas/kitchen/rules/plan-production.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { addDays, weekdayOf } from '#platform/rules/plain-date.ts';
import { wallText } from '#platform/rules/zoned-time.ts';
import { dateOff } from '#quality/support/a-cook-clock.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import {
  aSampleKitchen,
  type SampleKitchen,
  servedMeal,
  WINDOWS,
} from '#quality/support/a-sample-kitchen.ts';
import week from './sample-week-values.json' with { type: 'json' };

const SUNDAY = '2026-11-29';

let sample: SampleKitchen;

beforeAll(async () => {
  sample = await aSampleKitchen();
});

test('a week of 419 portions is cooked in small batches', () => {
  const served = week.portions.map(({ recipe, date, window, portions }) => {
    const meal = sample.menu.find(({ slug }) => slug === recipe);
    return servedMeal(assertDefined(meal, recipe), date, window as DeliveryWindow, portions);
  });
  const { cookings, problems } = planProduction({ ...sample.input, served });
  expect(problems).toEqual([]);
  expect({
    batches: sumOf(cookings, ({ batches }) => batches.length),
    madeGrams: sumOf(cookings, ({ made }) => made),
    overGrams: sumOf(cookings, ({ made, need }) => made - need),
  }).toEqual(week.expected);
});

function sumOf(cookings: readonly PlannedCooking[], of: (cooking: PlannedCooking) => number) {
  return cookings.reduce((sum, cooking) => sum + of(cooking), 0);
}

test('every meal and window of a year has a day on which it can be cooked', () => {
  for (let first = 0; first < 365; first += 14) {
    const served = Array.from({ length: 14 }, (_, day) => addDays(SUNDAY, first + day)).flatMap(
      (date, index) =>
        sample.menu.flatMap((meal) =>
          WINDOWS.map((window) =>
            servedMeal(meal, date, window, 1 + ((meal.id + index * 17) % 200)),
          ),
        ),
    );
    expect(planProduction({ ...sample.input, served }).problems).toEqual([]);
  }
});

test('on random days pots are cold in time, inside open hours, and what is over is used before a new one', () => {
  const days = tuple(
    array(
      tuple(
        integer({ min: 0, max: 35 }),
        integer({ min: 0, max: 6 }),
        integer({ min: 0, max: 1 }),
        integer({ min: 1, max: 60 }),
      ),
      { minLength: 1, maxLength: 40 },
    ),
    shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 1 }),
    integer({ min: -2, max: 30 }),
  );
  assert(
    property(days, ([orders, closedWeekdays, closed]) => {
      const kitchen: KitchenClock = {
        ...sample.input.kitchen,
        hours: sample.input.kitchen.hours.filter(
          ({ weekday }) => !closedWeekdays.includes(weekday),
        ),
        closures: [dateOff(addDays(SUNDAY, closed))],
      };
      const served = orders.flatMap(([meal, day, window, portions]) => {
        const found = sample.menu[meal];
        const at = WINDOWS[window];
        return found && at ? [servedMeal(found, addDays(SUNDAY, day), at, portions)] : [];
      });
      const input = { ...sample.input, kitchen, served };
      const { cookings, problems, ingredients } = planProduction(input);
      for (const cooking of cookings) {
        inTime(cooking, kitchen);
        usedBeforeNew(cooking, cookings);
      }
      const other = planProduction({ ...input, served: served.toReversed() });
      expect(other.cookings.map(madeOn)).toEqual(cookings.map(madeOn));
      expect(other.problems).toHaveLength(problems.length);
      expect(other.ingredients.map(boughtFor)).toEqual(ingredients.map(boughtFor));
    }),
    { numRuns: howMany(1000) },
  );
});

function madeOn({ componentId, cookDate, need, batches, times }: PlannedCooking) {
  return { componentId, cookDate, need, batches, times };
}

function boughtFor({ ingredientId, date, qty }: IngredientUse) {
  return { ingredientId, date, qty: up(qty) };
}

function inTime({ needs, laterNeeds, times, cookDate }: PlannedCooking, kitchen: KitchenClock) {
  const { start, cook, chill, ready } = times;
  expect([start, cook, chill, ready].map(wallText)).toEqual(
    [start, cook, chill, ready].map(wallText).toSorted(),
  );
  for (const { date, minuteOfDay } of [start, cook, chill, ready]) {
    expect(kitchen.closures.some((closure) => closure.from === date)).toBe(false);
    const hours = kitchen.hours.find(({ weekday }) => weekday === weekdayOf(date));
    expect(minuteOfDay).toBeGreaterThanOrEqual(assertDefined(hours, date).fromMinute);
    expect(minuteOfDay).toBeLessThanOrEqual(assertDefined(hours, date).untilMinute);
  }
  expect([cook.date, ready.date]).toEqual([cookDate, cookDate]);
  for (const { user, deliveryDate, due } of [...needs, ...laterNeeds]) {
    expect(wallText(ready) <= wallText(due)).toBe(true);
    if ('mealId' in user)
      expect(due).toEqual(coldBy({ date: deliveryDate, window: user.window }, kitchen));
  }
}

function usedBeforeNew(cooking: PlannedCooking, cookings: readonly PlannedCooking[]) {
  if (cooking.surplus <= 0) return;
  const component = sample.input.components.get(cooking.componentId);
  const parts = assertDefined(component, 'a component').lines.some((line) => 'componentId' in line);
  if (parts && !component?.restartsLife) return;
  const later = cookings.filter(
    (one) => one.componentId === cooking.componentId && one.cookDate > cooking.cookDate,
  );
  for (const need of later.flatMap(({ needs }) => needs))
    expect(daysToKeep(cooking.cookDate, need)).toBeGreaterThan(component?.keepsDays ?? 0);
}
