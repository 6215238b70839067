import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import type { FillWish } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { sampleMealFacts } from '#areas/menu/server/seed-sample-menu.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { newPerson, type Person } from '#areas/order-book/rules/people.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { describeFill } from './fill-preview.tsx';

const WEEK = weekFrom('2026-12-01');
const MON_TO_FRI = WEEK.filter((_, at) => at < 4 || at === 6);
const MENU = sampleMenu.map(sampleMealFacts).map((meal, at) => ({
  ...meal,
  id: at + 1,
  recipeList: '',
  main: mainIngredient(meal.ingredients),
  isToFreeze: false,
}));

const person = (name: string, plan = 1500, changes: Partial<Person> = {}): Person => ({
  ...newPerson(1, plan),
  name,
  ...changes,
});
const FOUR = ['Mia', 'Ben', 'Leo', 'Ava'].map((name) => person(name));

function describeFor(
  people: Person[],
  {
    days = WEEK,
    mealTypes = ['dinner'],
    ...changes
  }: Partial<FillWish> & { days?: string[]; mealTypes?: readonly MealType[] } = {},
) {
  const wish: FillWish = {
    seats: people.map((_, personIndex) => ({ personIndex, days, mealTypes })),
    together: 'own',
    limitCents: null,
    hasSecond: false,
    ...changes,
  };
  const menu = {
    eligible: (who: Person, { mealType }: { mealType: MealType }) =>
      MENU.filter(
        (meal) => meal.mealType === mealType && who.diets.every((diet) => fitsDiet(meal, diet)),
      ),
    find: (id: number) => MENU[id - 1],
  };
  const table = fillTable(people, wish, menu);
  return describeFill(
    { table, wish, menu, people, facts: defaultBusiness },
    { open: days, closed: WEEK.filter((date) => !days.includes(date)), full: [] },
  );
}

describe('the preview of filling', () => {
  test('says what it adds and what it costs, and which days stay empty', () => {
    expect(describeFor(FOUR, { days: MON_TO_FRI })).toEqual({
      summary:
        '20 dinners, 9 different dishes. Nobody has one twice. Average 460 Cal a dinner, plan 450. $303.30 + delivery.',
      notes: [{ text: 'We bring food Mon to Fri: Sat and Sun stay empty.' }],
    });
    expect(describeFor([person('Mia')], { mealTypes: MEAL_TYPES }).summary).toMatch(
      /^14 meals, 14 different dishes\. Nobody has one twice\. Average 9\d\d Cal a day, plan 900\./,
    );
    const days = [WEEK[0]!, WEEK[2]!];
    expect(describeFor([person('Mia')], { days }).notes).toEqual([
      { text: 'We bring food Tue and Thu: Wed, Fri, Sat, Sun and Mon stay empty.' },
    ]);
  });

  test('says whose diet leaves too few, and that they come more than once', () => {
    const { summary, notes } = describeFor([person('Ben', 1500, { diets: ['vegan'] })]);
    expect(summary).not.toContain('Nobody');
    expect(notes).toEqual([
      { text: 'Only 3 dinners are vegan this week, so Ben has some more than once.' },
    ]);
  });

  test('says how far a plan is away, and offers light ones twice', () => {
    const people = [1500, 1800, 1200, 1500].map((plan, at) => person(FOUR[at]!.name, plan));
    const { summary, notes } = describeFor(people);
    expect(summary).toBe(
      '28 dinners, 16 different dishes. Nobody has one twice. $433.22 + delivery.',
    );
    expect(notes).toEqual([
      {
        text: 'Leo’s dinners average 435 Cal, the plan asks for 360: only 3 are that light.',
        lightTwice: 2,
      },
    ]);
  });

  test('says what they cost at least where a limit is too low', () => {
    expect(describeFor(FOUR, { days: MON_TO_FRI, limitCents: 27_000 }).summary).toBe(
      'These dinners cost at least $275.80. Raise the limit or take fewer days.',
    );
  });

  test('says when there is nothing to add, and names every place for which there is nothing', () => {
    const none = describeFor([person('Mia'), person('Ben', 1500, { diets: ['kosher'] })], {
      days: [WEEK[0]!],
    });
    expect(none.notes.map(({ text }) => text)).toContain(
      'No dinner for Ben on Tue 1 Dec: we leave that empty.',
    );
    expect(describeFor([person('Ben', 1500, { diets: ['kosher'] })]).summary).toBe(
      'There are no more meals to add.',
    );
    expect(describeFor([person('Mia')], { days: [WEEK[0]!] }).summary).toMatch(
      /^1 dinner, 1 dish\. Average/,
    );
  });
});
