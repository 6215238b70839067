/**
 * "Fill the week" for six people with plans and allergies of their own, lunch and dinner for seven days out of 60 meals:
 * what a tap in the wizard costs. Aim: at most 60 ms.
 */
import { weekFrom } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import type { Candidate, EligibleMeals } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import { newPerson } from '#areas/order-book/rules/people.ts';

const PEOPLE = 6;
const MEALS = 60;
const TIMES = 60;
const AIM_MS = 60;
const PLANS = [1200, 1500, 1800];
const MAINS = ['fish', 'chicken', 'beef', 'pork', 'soy', 'pulse', null] as const;

const days = weekFrom('2026-12-01');
const menu = Array.from({ length: MEALS }, (_, at): Candidate => ({
  id: at + 1,
  mealType: at % 2 === 0 ? 'lunch' : 'dinner',
  calories: 320 + ((at * 97) % 311),
  priceCents: 1249 + ((at * 53) % 11) * 50,
  main: MAINS[at % MAINS.length] ?? null,
  isToFreeze: false,
}));
const people = Array.from({ length: PEOPLE }, (_, at) =>
  newPerson(at + 1, PLANS[at % PLANS.length] ?? 1500),
);
const eligible: EligibleMeals = (person, { date, mealType }) =>
  menu
    .filter((meal) => meal.mealType === mealType)
    // Each person does without other meals, and what is eaten late is frozen.
    .filter(({ id }) => id % 13 !== people.indexOf(person))
    .map((meal) => ({ ...meal, isToFreeze: date > '2026-12-04' }));

const durations = Array.from({ length: TIMES }, () => {
  const start = performance.now();
  const { placed } = fillTable(
    people,
    {
      seats: people.map((_, personIndex) => ({ personIndex, days, mealTypes: MEAL_TYPES })),
      together: 'own',
      limitCents: null,
      hasSecond: false,
    },
    { eligible, find: (id) => menu[id - 1] },
  );
  if (placed.length !== PEOPLE * 14) throw new Error(`${placed.length} meals`);
  return performance.now() - start;
});
const [first = 0] = durations;
const sorted = durations.toSorted((a, b) => a - b);
const at = (share: number) => (sorted[Math.floor(share * (TIMES - 1))] ?? 0).toFixed(1);
console.log(
  `fill the week, ${PEOPLE} people x 14 cells x ${MEALS} meals: first ${first.toFixed(1)} ms, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (aim: p50 under ${AIM_MS} ms)`,
);
