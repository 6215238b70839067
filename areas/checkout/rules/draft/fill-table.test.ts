import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { mainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { planServiceKcal } from '#areas/menu/rules/plan-share.ts';
import { sampleMealFacts } from '#areas/menu/server/seed-sample-menu.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { newPerson, type Person, placeMeal } from '#areas/order-book/rules/people.ts';
import type { Candidate, FillMenu, FillWish } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';

const WEEK = weekFrom('2026-12-01');
const [TUE, WED, THU] = WEEK as [string, string, string];
/** For a kitchen that brings food from Monday to Friday. */
const MON_TO_FRI = WEEK.filter((_, at) => at < 4 || at === 6);

const SAMPLE = sampleMenu.map(sampleMealFacts).map((meal, at) => ({
  ...meal,
  id: at + 1,
  recipeList: '',
  main: mainIngredient(meal.ingredients),
  isToFreeze: false,
}));
const nameOf = (id: number) => SAMPLE[id - 1]?.name ?? '';

type Asked = {
  plans: readonly number[];
  days?: readonly string[];
  mealTypes?: readonly MealType[];
  together?: 'own' | 'same';
  limitCents?: number;
  hearts?: readonly string[];
  may?: (meal: (typeof SAMPLE)[number]) => boolean;
};

/** On the sample menu. */
function fillSample(asked: Asked) {
  const {
    plans,
    days = WEEK,
    mealTypes = ['dinner'],
    together = 'own',
    hearts = [],
    may = () => true,
  } = asked;
  const wish: FillWish = {
    seats: plans.map((_, personIndex) => ({ personIndex, days, mealTypes })),
    together,
    limitCents: asked.limitCents ?? null,
    hasSecond: false,
  };
  const table = fillTable(
    plans.map((plan, at) => newPerson(at + 1, plan)),
    wish,
    {
      eligible: (_, { mealType }) =>
        SAMPLE.filter((meal) => meal.mealType === mealType && may(meal)),
      find: (id) => SAMPLE[id - 1],
      isHearted: (id) => hearts.some((name) => nameOf(id).startsWith(name)),
    },
  );
  const idsOf = (person: Person) => person.mealAssignments.map(({ mealId }) => mealId);
  const each = table.people.map((person) => {
    const aim = (planServiceKcal(person.calorieTarget) / 2) * person.mealAssignments.length;
    const kcal = idsOf(person).reduce((sum, id) => sum + (SAMPLE[id - 1]?.calories ?? 0), 0);
    const repeats = idsOf(person).length - new Set(idsOf(person)).size;
    return { repeats, off: Math.round((1000 * (kcal - aim)) / aim) / 10 };
  });
  return {
    table,
    dishes: new Set(table.placed.map(({ mealId }) => mealId)).size,
    repeats: each.reduce((sum, { repeats }) => sum + repeats, 0),
    off: each.map(({ off }) => off),
    dollars: table.priceCents / 100,
  };
}

const FOUR = [1500, 1500, 1500, 1500];
const MIXED = [1500, 1800, 1200, 1500];

describe('on the sample menu', () => {
  test.each<[string, Asked, { dishes: number; repeats: number; off: number[]; dollars?: number }]>([
    ['one', { plans: [1500] }, { dishes: 7, repeats: 0, off: [1], dollars: 106.43 }],
    ['four', { plans: FOUR }, { dishes: 9, repeats: 0, off: [0.7, 1, 0.7, 1.2], dollars: 430.22 }],
    [
      'four, the same dish',
      { plans: FOUR, together: 'same' },
      { dishes: 7, repeats: 0, off: [1, 1, 1, 1], dollars: 425.72 },
    ],
    [
      'four, lunch and dinner',
      { plans: FOUR, mealTypes: MEAL_TYPES },
      { dishes: 27, repeats: 0, off: [0, 0.1, 0, 0], dollars: 841.44 },
    ],
    [
      'four, lunch and dinner, the same dish',
      { plans: FOUR, mealTypes: MEAL_TYPES, together: 'same' },
      { dishes: 14, repeats: 0, off: [0, 0, 0, 0], dollars: 831.44 },
    ],
    ['four plans', { plans: MIXED }, { dishes: 16, repeats: 0, off: [1, 0, 20.7, 0.7] }],
    [
      'four plans, the same dish',
      { plans: MIXED, together: 'same' },
      { dishes: 10, repeats: 0, off: [1, -4.1, 20.7, 1] },
    ],
    [
      'a vegan, for whom there are three',
      { plans: [1500], may: (meal) => fitsDiet(meal, 'vegan') },
      { dishes: 3, repeats: 4, off: [1.3] },
    ],
  ])('%s', (_, asked, expected) => {
    const { table: _table, ...found } = fillSample(asked);
    expect({ ...found, off: found.off.map((off) => off + 0) }).toMatchObject(expected);
  });

  test('one person’s dinners from Tuesday to Monday', () => {
    const { table } = fillSample({ plans: [1500] });
    const byDate = table.placed.toSorted((a, b) => (a.date < b.date ? -1 : 1));
    expect(
      byDate.map(({ mealId }) => `${nameOf(mealId).slice(0, 12)} ${SAMPLE[mealId - 1]?.calories}`),
    ).toEqual([
      'Roast Pork F 478',
      'Lentil and C 380',
      'Thai Green C 490',
      'Eggplant Par 479',
      'Slow-Cooked  484',
      'Chicken Cacc 365',
      'Vietnamese C 505',
    ]);
  });

  test('a kitchen that brings food Monday to Friday: Saturday and Sunday stay empty', () => {
    const { table, dishes, dollars } = fillSample({ plans: FOUR, days: MON_TO_FRI });
    expect([table.placed.length, dishes, dollars]).toEqual([20, 9, 303.3]);
    expect([...new Set(table.placed.map(({ date }) => date))].toSorted()).toEqual(MON_TO_FRI);
  });

  test('a dish with a heart comes once for each', () => {
    const hearts = ['Butter Chicken', 'Goan Snapper'];
    const own = fillSample({ plans: FOUR, days: MON_TO_FRI, hearts });
    for (const { mealAssignments } of own.table.people) {
      const names = mealAssignments.map(({ mealId }) => nameOf(mealId));
      for (const heart of hearts)
        expect(names.filter((name) => name.startsWith(heart))).toHaveLength(1);
    }
    const same = fillSample({ plans: FOUR, days: MON_TO_FRI, hearts, together: 'same' });
    expect([own.dollars, same.dollars]).toEqual([310.3, 307.8]);
  });

  test('a limit is kept, or what they cost at least is said and nothing is placed', () => {
    const upTo = (dollars: number) =>
      fillSample({ plans: FOUR, days: MON_TO_FRI, limitCents: dollars * 100 });
    expect([upTo(300).dollars, upTo(285).dollars]).toEqual([289.8, 283.8]);
    expect(upTo(270).table).toMatchObject({ placed: [], priceCents: 0, leastCents: 27_580 });
    expect(upTo(270).table.people.flatMap(({ mealAssignments }) => mealAssignments)).toEqual([]);
  });

  const leftOut: readonly (readonly [string, readonly Allergen[]])[] = [
    ['nuts', [...TREE_NUTS, 'peanut']],
    ['milk', ['milk']],
    ['gluten', ['wheat', 'gluten']],
    ['egg', ['egg']],
  ];
  test.each(leftOut)('without %s, each plan is within 5% over the week', (_, allergens) => {
    const { off, repeats } = fillSample({
      plans: [1200, 1500, 1800],
      mealTypes: MEAL_TYPES,
      may: (meal) => !meal.allergens?.some((one) => allergens.includes(one)),
    });
    expect(Math.max(...off.slice(1).map(Math.abs))).toBeLessThan(5);
    expect(repeats).toBe(0);
  });
});

function aCandidate(id: number, changes: Partial<Candidate> = {}): Candidate {
  return {
    id,
    mealType: 'dinner',
    calories: 450,
    priceCents: 1500,
    main: null,
    isToFreeze: false,
    ...changes,
  };
}

const serving = (menu: readonly Candidate[], changes: Partial<FillMenu> = {}): FillMenu => ({
  eligible: (_, { mealType }) => menu.filter((meal) => meal.mealType === mealType),
  find: (id) => menu.find((meal) => meal.id === id),
  ...changes,
});

function fill(
  people: Person[],
  menu: FillMenu,
  changes: Partial<FillWish> & { days?: string[] } = {},
) {
  const { days = [TUE, WED], ...wish } = changes;
  const seats = people.map((_, personIndex) => ({
    personIndex,
    days,
    mealTypes: ['dinner'] as const,
  }));
  return fillTable(
    people,
    { seats, together: 'own', limitCents: null, hasSecond: false, ...wish },
    menu,
  );
}
const ben = newPerson(1, 1500);
const idsOf = ({ mealAssignments }: Person) =>
  mealAssignments.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map(({ mealId }) => mealId);

describe('what is chosen', () => {
  test('what is placed stays, counts as had, and nothing is added to a full week', () => {
    const menu = serving([11, 12, 13].map((id) => aCandidate(id, { calories: 430 + id })));
    const placed = placeMeal(ben, { date: WED, mealType: 'dinner' }, 11);
    const { people } = fill([placed], menu, { days: [TUE, WED, THU] });
    expect(idsOf(people[0]!).toSorted()).toEqual([11, 12, 13]);
    expect(idsOf(people[0]!)[1]).toBe(11);
    expect(fill(people, menu, { days: [TUE, WED, THU] })).toMatchObject({
      people,
      placed: [],
      priceCents: 0,
    });
  });

  test('another main ingredient than the day before, and what need not be frozen', () => {
    const mains = [
      aCandidate(1, { main: 'fish' }),
      aCandidate(2, { calories: 451, main: 'fish' }),
      aCandidate(3, { calories: 452, main: 'beef' }),
    ];
    expect(idsOf(fill([ben], serving(mains)).people[0]!)).toEqual([1, 3]);
    const frozen = [aCandidate(1, { isToFreeze: true }), aCandidate(2, { calories: 451 })];
    expect(idsOf(fill([ben], serving(frozen), { days: [TUE] }).people[0]!)).toEqual([2]);
  });

  test('of two alike the cheaper, and of two that cost the same the first of the menu', () => {
    const menu = serving([aCandidate(1, { priceCents: 1600 }), aCandidate(3), aCandidate(2)]);
    expect(idsOf(fill([ben], menu, { days: [TUE] }).people[0]!)).toEqual([3]);
  });

  test('a place without a meal stays empty, and is named', () => {
    const menu = serving([aCandidate(1)], {
      eligible: (_, { date }) => (date === WED ? [] : [aCandidate(1)]),
    });
    expect(fill([ben], menu)).toMatchObject({
      priceCents: 1500,
      emptyCells: [{ personIndex: 0, date: WED, mealType: 'dinner' }],
    });
  });

  test('no more than is left of a meal, with what is placed already', () => {
    const menu = serving([aCandidate(1), aCandidate(2, { calories: 800 })], {
      left: (id) => (id === 1 ? 2 : null),
    });
    const people = [
      placeMeal(ben, { date: TUE, mealType: 'dinner' }, 1),
      newPerson(2, 1500),
      newPerson(3, 1500),
    ];
    const { people: filled } = fill(people, menu, { days: [TUE], together: 'same' });
    expect(filled.map(idsOf)).toEqual([[1], [1], [2]]);
  });

  test('a light dish may come twice, three days apart, only where it was allowed', () => {
    const menu = serving([
      aCandidate(1, { calories: 360 }),
      ...[2, 3, 4, 5, 6, 7, 8].map((id) => aCandidate(id, { calories: 560 + id })),
    ]);
    const small = newPerson(1, 1200);
    const times = (hasLightTwice: boolean) => {
      const seats = [{ personIndex: 0, days: WEEK, mealTypes: ['dinner'] as const, hasLightTwice }];
      const ids = idsOf(fill([small], menu, { seats }).people[0]!);
      return ids.flatMap((id, at) => (id === 1 ? [at] : []));
    };
    expect(times(false)).toHaveLength(1);
    const again = times(true);
    expect(again.length).toBeGreaterThan(1);
    expect(again.every((at, which) => which === 0 || at - again[which - 1]! >= 3)).toBe(true);
  });
});

const someMeals = (mealType: MealType, firstId: number, least: number) =>
  array(
    record({
      calories: integer({ min: 300, max: 700 }),
      priceCents: integer({ min: 1100, max: 1900 }),
      main: constantFrom(null, 'fish' as const, 'chicken' as const, 'pulse' as const),
      isToFreeze: constantFrom(true, false),
    }),
    { minLength: least, maxLength: 12 },
  ).map((meals) => meals.map((meal, at) => aCandidate(firstId + at, { mealType, ...meal })));

const tables = record({
  lunches: someMeals('lunch', 1, 1),
  dinners: someMeals('dinner', 101, 1),
  plans: array(constantFrom(1200, 1500, 1800), { minLength: 1, maxLength: 4 }),
  closed: integer({ min: 0, max: 6 }),
  together: constantFrom('own' as const, 'same' as const),
  limitCents: option(integer({ min: 2000, max: 80_000 }), { nil: null }),
  placed: option(integer({ min: 0, max: 6 }), { nil: null }),
});

describe('whatever the menu and the table', () => {
  test('never a clash, a closed day, a repeat while there is another, nor more than the limit', () => {
    assert(
      property(tables, ({ lunches, dinners, plans, closed, together, limitCents, placed }) => {
        const menu = [...lunches, ...dinners];
        const people = plans.map((plan, at) => {
          const person = newPerson(at + 1, plan);
          return placed === null
            ? person
            : placeMeal(person, { date: WEEK[placed]!, mealType: 'lunch' }, 1);
        });
        const days = WEEK.filter((_, at) => at !== closed);
        const may = (person: Person, id: number) => (id + person.calorieTarget / 300) % 5 !== 0;
        const asked: FillMenu = {
          eligible: (person, { mealType }) =>
            menu.filter((meal) => meal.mealType === mealType && may(person, meal.id)),
          find: (id) => menu.find((meal) => meal.id === id),
        };
        const wish: FillWish = {
          seats: people.map((_, personIndex) => ({ personIndex, days, mealTypes: MEAL_TYPES })),
          together,
          limitCents,
          hasSecond: false,
        };
        const table = fillTable(people, wish, asked);
        expect(table.priceCents).toBeLessThanOrEqual(limitCents ?? Infinity);
        for (const { personIndex, date, mealId } of table.placed) {
          expect(days).toContain(date);
          expect(may(people[personIndex]!, mealId)).toBe(true);
        }
        for (const [at, person] of table.people.entries()) {
          for (const mealType of MEAL_TYPES) {
            const had = person.mealAssignments.filter((meal) => meal.mealType === mealType);
            const added = table.placed.filter(
              (one) => one.personIndex === at && one.mealType === mealType,
            );
            const choices = asked.eligible(person, { date: TUE, mealType }, people);
            const unused = choices.filter(({ id }) => !had.some(({ mealId }) => mealId === id));
            const isRepeated = added.some(
              ({ mealId }) => had.filter((one) => one.mealId === mealId).length > 1,
            );
            if (isRepeated) expect(unused).toEqual([]);
          }
        }
        expect(fillTable(people, wish, asked)).toEqual(table);
        const renamed = people.map((person, which) => ({ ...person, name: `Zoe ${9 - which}` }));
        expect(fillTable(renamed, wish, asked).placed).toEqual(table.placed);
      }),
      { numRuns: 80 },
    );
  });

  test('as many different meals as places while that many suit, and else none on the next day', () => {
    const menus = record({
      dinners: someMeals('dinner', 1, 2),
      plan: constantFrom(1200, 1500, 1800),
      days: integer({ min: 1, max: 7 }),
    });
    assert(
      property(menus, ({ dinners, plan, days: count }) => {
        const days = WEEK.slice(0, count);
        const wish: FillWish = {
          seats: [{ personIndex: 0, days, mealTypes: ['dinner'] }],
          together: 'own',
          limitCents: null,
          hasSecond: false,
        };
        const find = (id: number) => dinners.find((meal) => meal.id === id);
        const { placed } = fillTable([newPerson(1, plan)], wish, { eligible: () => dinners, find });
        expect(placed).toHaveLength(count);
        const ids = placed
          .toSorted((a, b) => (a.date < b.date ? -1 : 1))
          .map(({ mealId }) => mealId);
        expect(new Set(ids).size).toBe(Math.min(count, dinners.length));
        expect(ids.filter((id, at) => id === ids[at + 1])).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
