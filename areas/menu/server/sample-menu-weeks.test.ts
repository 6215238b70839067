import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { planServiceKcal } from '#areas/menu/rules/meal-plan.ts';
import type { Candidate } from '#areas/checkout/rules/draft/day-choices.ts';
import { type CellToFill, fillWeek } from '#areas/checkout/rules/draft/fill-week.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import { newPerson, type Person } from '#areas/order-book/rules/people.ts';
import { sampleMealFacts } from './seed-sample-menu.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

const PLANS = [1200, 1500, 1800];
const DAYS = weekFrom('2026-12-01');
const KEEPS_DAYS = 3;
const NUTS = [...TREE_NUTS, 'peanut'] as const;

const menu = sampleMenu.map(sampleMealFacts).map((meal, at) => ({
  ...meal,
  id: at + 1,
  main: mainIngredient(meal.ingredients),
}));

type Wish = {
  leftOut?: readonly Allergen[];
  diet?: Diet;
  delivery?: 'daily' | 'weekly';
  underCents?: number;
};

/** Everything on sale that suits the wish and keeps until it is eaten. */
function candidates({ date, mealType }: CellToFill, wish: Wish): Candidate[] {
  const { leftOut = [], diet, delivery = 'weekly', underCents = Infinity } = wish;
  const arrives: PlainDate = delivery === 'daily' ? date : (DAYS[0] ?? date);
  return menu
    .filter((meal) => meal.mealType === mealType && meal.priceCents < underCents)
    .filter(({ allergens }) => !allergens?.some((allergen) => leftOut.includes(allergen)))
    .filter((meal) => diet === undefined || fitsDiet(meal, diet))
    .map((meal) => {
      const isLate = date > addDays(arrives, meal.shelfLifeDays ?? KEEPS_DAYS);
      const isLong = daysBetween(arrives, date) > KEEPS_DAYS;
      return { ...meal, isLate, isToFreeze: meal.freezable === true && (isLate || isLong) };
    })
    .filter(({ isLate, freezable }) => !isLate || freezable === true);
}

function weekOf(plan: number, wish: Wish = {}) {
  const filled = fillWeek(
    [newPerson(1, plan)],
    { people: [0], days: DAYS, mealTypes: MEAL_TYPES },
    { eligible: (_, cell) => candidates(cell, wish), find: (id) => menu[id - 1] },
  );
  const person = filled.people[0] ?? newPerson(1, plan);
  const fill = filled.fills[0];
  return { person, meanPct: fill?.meanDeviationPct ?? 100, fill, priceCents: filled.priceCents };
}

const cellsOf = ({ mealAssignments }: Person) =>
  mealAssignments.map(({ date, mealType, mealId }) => `${date} ${mealType} ${mealId}`);

describe('a week filled from the sample menu', () => {
  const leftOut: readonly [string, readonly Allergen[]][] = [
    ['nothing', []],
    ['nuts', NUTS],
    ['milk', ['milk']],
    ['gluten', ['wheat', 'gluten']],
    ['egg', ['egg']],
    ['nuts and milk', [...NUTS, 'milk']],
  ];
  const cases = leftOut.flatMap(([what, allergens]) =>
    PLANS.flatMap((plan) =>
      (['daily', 'weekly'] as const).map((delivery) => ({ what, allergens, plan, delivery })),
    ),
  );

  test.each(cases)(
    'without $what, $plan Cal, $delivery: under 8% away, no meal twice in three days',
    ({ allergens, plan, delivery }) => {
      const { person, meanPct } = weekOf(plan, { leftOut: allergens, delivery });
      expect(person.mealAssignments).toHaveLength(14);
      expect(meanPct).toBeLessThan(8);
      for (const meal of person.mealAssignments) {
        const daysAgain = person.mealAssignments
          .filter((other) => other.mealId === meal.mealId && other.date > meal.date)
          .map(({ date }) => daysBetween(meal.date, date));
        expect(Math.min(7, ...daysAgain)).toBeGreaterThan(2);
        const { allergens: declared } = menu[meal.mealId - 1] ?? {};
        expect(declared?.filter((allergen) => allergens.includes(allergen))).toEqual([]);
      }
    },
  );

  test('is another for each plan, but for a chance meal, and the same once more', () => {
    const weeks = PLANS.map((plan) => cellsOf(weekOf(plan).person));
    expect(new Set(weeks.flat()).size).toBeGreaterThan(3 * 14 - 4);
    expect(PLANS.map((plan) => cellsOf(weekOf(plan).person))).toEqual(weeks);
  });

  test('has days near what the plan expects of lunch and dinner', () => {
    for (const plan of PLANS) {
      const { fill } = weekOf(plan);
      const meanAimKcal = planServiceKcal(plan);
      expect(fill?.fullDays).toMatchObject({ count: 7, meanAimKcal });
      expect(Math.abs((fill?.fullDays.meanKcal ?? 0) - meanAimKcal)).toBeLessThan(30);
    }
  });

  test('for less than $14 a meal is further away, and still fills every cell', () => {
    const means = PLANS.map((plan) => weekOf(plan, { underCents: 1400 }));
    expect(means.map(({ person }) => person.mealAssignments.length)).toEqual([14, 14, 14]);
    for (const { priceCents } of means) expect(priceCents).toBeLessThan(14 * 1400);
    expect(means[1]?.meanPct).toBeLessThan(8);
    expect(means[2]?.meanPct).toBeLessThan(8);
  });

  test('is far away where the menu has few light meals, and says so', () => {
    const { meanPct, fill } = weekOf(1200, { diet: 'vegetarian' });
    expect(meanPct).toBeGreaterThan(8);
    expect(fill?.fullDays.meanKcal).toBeGreaterThan(800);
    expect(weekOf(1500, { diet: 'vegetarian' }).meanPct).toBeLessThan(8);
  });
});
