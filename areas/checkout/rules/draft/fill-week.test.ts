import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween, weekFrom } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Candidate } from '#areas/checkout/rules/draft/day-choices.ts';
import { type EligibleMeals, fillWeek } from '#areas/checkout/rules/draft/fill-week.ts';
import { newPerson, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

const days = weekFrom('2026-11-24');
const [TUE, WED, THU] = days as [string, string, string];
const BOTH = ['lunch', 'dinner'] as const;
const ben = newPerson(1, 1500);

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

const aLunch = (id: number, changes: Partial<Candidate> = {}) =>
  aCandidate(id, { mealType: 'lunch', ...changes });

/** Everything on the menu may be had by everybody on each day. */
function serving(menu: readonly Candidate[], may: EligibleMeals = () => menu) {
  return {
    eligible: (
      person: Person,
      cell: { date: string; mealType: MealType },
      people: readonly Person[],
    ) => may(person, cell, people).filter(({ mealType }) => mealType === cell.mealType),
    find: (id: number) => menu.find((meal) => meal.id === id),
  };
}

function fill(
  person: Person,
  menu: readonly Candidate[],
  wish: { days?: readonly string[]; mealTypes?: readonly MealType[] } = {},
  may?: EligibleMeals,
) {
  return fillWeek([person], { people: [0], days, mealTypes: BOTH, ...wish }, serving(menu, may));
}

function idsOf(person: Person | undefined, mealType?: MealType): number[] {
  return (person?.mealAssignments ?? [])
    .filter((meal) => mealType === undefined || meal.mealType === mealType)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ mealId }) => mealId);
}

/** Meals far apart, so that a test is about one rule. */
const LUNCHES = [330, 400, 440, 470, 500, 560, 600].map((calories, at) =>
  aLunch(at + 1, { calories }),
);
const DINNERS = [340, 380, 450, 480, 510, 550, 640].map((calories, at) =>
  aCandidate(at + 11, { calories }),
);
const MENU = [...LUNCHES, ...DINNERS];

describe('filling the week', () => {
  test('lunch and dinner together come near 60% of the plan', () => {
    const oneDay = (plan: number) =>
      fill(newPerson(1, plan), MENU, { days: [TUE] }).fills[0]?.fullDays;
    expect(oneDay(1200)).toMatchObject({ count: 1, meanKcal: 710, meanAimKcal: 720 });
    expect(oneDay(1500)?.meanKcal).toBe(900);
    expect(oneDay(1800)?.meanKcal).toBe(1080);
  });

  test('one kind alone comes near half of that', () => {
    const { people, fills } = fill(ben, DINNERS, { days: [TUE], mealTypes: ['dinner'] });
    expect(idsOf(people[0])).toEqual([13]);
    expect(fills[0]?.singleMeals).toEqual({ count: 1, meanKcal: 450, meanAimKcal: 450 });
  });

  test('beside a placed meal, the other comes near what that leaves', () => {
    const withLunch = placeMeal(ben, { date: TUE, mealType: 'lunch' }, 7);
    const { people, fills } = fill(withLunch, MENU, { days: [TUE], mealTypes: ['dinner'] });
    expect(idsOf(people[0], 'dinner')).toEqual([11]);
    expect(fills[0]?.fullDays).toEqual({ count: 1, meanKcal: 940, meanAimKcal: 900 });
  });

  test('keeps what the customer has chosen, and counts it as had', () => {
    const wednesday = { date: WED, mealType: 'dinner' } as const;
    const menu = [11, 12, 13].map((id) => aCandidate(id, { calories: 440 + id }));
    const { people, added } = fill(placeMeal(ben, wednesday, 11), menu, {
      days: [TUE, WED, THU],
      mealTypes: ['dinner'],
    });
    expect(idsOf(people[0])).toEqual([12, 11, 13]);
    expect(added).toBe(2);
  });

  test('prefers a day whose lunch and dinner are not of the same main ingredient', () => {
    const menu = [
      aLunch(1, { main: 'chicken' }),
      aCandidate(11, { main: 'chicken' }),
      aCandidate(12, { calories: 460, main: 'beef' }),
    ];
    expect(idsOf(fill(ben, menu, { days: [TUE] }).people[0])).toEqual([1, 12]);
  });

  test('prefers another main ingredient than the day before', () => {
    const menu = [
      aCandidate(11, { main: 'fish' }),
      aCandidate(12, { calories: 451, main: 'fish' }),
      aCandidate(13, { calories: 452, main: 'beef' }),
    ];
    const { people } = fill(ben, menu, { days: [TUE, WED], mealTypes: ['dinner'] });
    expect(idsOf(people[0])).toEqual([11, 13]);
  });

  test('prefers what need not be frozen', () => {
    const menu = [aCandidate(11, { isToFreeze: true }), aCandidate(12, { calories: 452 })];
    const { people } = fill(ben, menu, { days: [TUE], mealTypes: ['dinner'] });
    expect(idsOf(people[0])).toEqual([12]);
  });

  test('of two alike takes the cheaper, and of two that cost the same the first', () => {
    const dinners = [aCandidate(13), aCandidate(12), aCandidate(11, { priceCents: 1600 })];
    const { people } = fill(ben, dinners, { days: [TUE], mealTypes: ['dinner'] });
    expect(idsOf(people[0])).toEqual([12]);
  });

  test('leaves a place without a meal empty, and names it', () => {
    const { people, fills, added, priceCents } = fill(
      ben,
      MENU,
      { days: [TUE, WED] },
      (_, { date, mealType }) => (date === WED && mealType === 'lunch' ? [] : MENU),
    );
    expect(people[0]?.mealAssignments).toHaveLength(3);
    expect([added, priceCents]).toEqual([3, 4500]);
    expect(fills[0]?.emptyCells).toEqual([{ date: WED, mealType: 'lunch' }]);
    expect(fills[0]?.singleMeals).toMatchObject({ count: 1, meanAimKcal: 450 });
  });

  test('adds nothing to a full week', () => {
    const { people } = fill(ben, MENU);
    expect(fill(people[0]!, MENU)).toMatchObject({
      people,
      added: 0,
      priceCents: 0,
      fills: [{ added: 0, meanDeviationPct: null, emptyCells: [] }],
    });
  });

  test('fills only the weeks of those it is asked for', () => {
    const ada = { ...newPerson(2, 1500), name: 'Ada' };
    const { people } = fillWeek(
      [ben, ada],
      { people: [1], days, mealTypes: ['dinner'] },
      serving(MENU),
    );
    expect(people[0]).toBe(ben);
    expect(people[1]?.mealAssignments).toHaveLength(7);
  });

  test('people alike get the same week, those with another plan another', () => {
    const people = [1500, 1500, 1800, 1200].map((plan, at) => newPerson(at + 1, plan));
    const wish = { people: [0, 1, 2, 3], days, mealTypes: BOTH };
    const [first, alike, more, less] = fillWeek(people, wish, serving(MENU)).people.map((person) =>
      idsOf(person),
    );
    expect(alike).toEqual(first);
    expect(more).not.toEqual(first);
    expect(less).not.toEqual(first);
    expect(fillWeek(people, wish, serving(MENU)).people.map((person) => idsOf(person))).toEqual([
      first,
      alike,
      more,
      less,
    ]);
  });

  test('a meal comes back only on the fourth day, even where every light pair has it', () => {
    const lunches = Array.from({ length: 30 }, (_, at) => aLunch(at + 1, { calories: 500 + at }));
    const dinners = [300, 301, ...Array.from({ length: 28 }, (_, at) => 600 + at)];
    const menu = [...lunches, ...dinners.map((calories, at) => aCandidate(at + 101, { calories }))];
    const { people } = fill(newPerson(1, 1200), menu);
    expect(soonestReturn(people[0]!)).toBeGreaterThan(2);
  });
});

/** Days until some meal is eaten again; 99 if none is. */
function soonestReturn({ mealAssignments }: Person): number {
  const gaps = mealAssignments.flatMap((meal, at) =>
    mealAssignments
      .slice(at + 1)
      .filter((other) => other.mealId === meal.mealId)
      .map((other) => Math.abs(daysBetween(meal.date, other.date))),
  );
  return Math.min(99, ...gaps);
}

const someMeals = (mealType: MealType, firstId: number, least: number, most: number) =>
  array(
    record({
      calories: integer({ min: 300, max: 700 }),
      priceCents: integer({ min: 1100, max: 1900 }),
      main: constantFrom(null, 'fish' as const, 'chicken' as const, 'pulse' as const),
      isToFreeze: constantFrom(true, false),
    }),
    { minLength: least, maxLength: most },
  ).map((meals) => meals.map((meal, at) => aCandidate(firstId + at, { mealType, ...meal })));

const plans = constantFrom(1200, 1500, 1800);

describe('whatever the menu', () => {
  test('no meal comes twice in three days while there are three of each kind', () => {
    const menus = [someMeals('lunch', 1, 3, 30), someMeals('dinner', 101, 3, 30)] as const;
    assert(
      property(...menus, plans, (lunches, dinners, plan) => {
        const { people } = fill(newPerson(1, plan), [...lunches, ...dinners]);
        expect(people[0]?.mealAssignments).toHaveLength(14);
        expect(soonestReturn(people[0]!)).toBeGreaterThan(2);
      }),
      { numRuns: 60 },
    );
  });

  test('placed meals stay, only empty cells that were asked for change, and a cap on the price holds', () => {
    const menus = [someMeals('lunch', 1, 1, 8), someMeals('dinner', 101, 1, 8)] as const;
    const kinds = constantFrom<readonly MealType[]>(['lunch'], ['dinner'], BOTH);
    const places = array(record({ day: integer({ min: 0, max: 6 }), kind: constantFrom(...BOTH) }));
    assert(
      property(...menus, kinds, places, plans, (lunches, dinners, mealTypes, placed, plan) => {
        const menu = [...lunches, ...dinners];
        const before = placed.reduce(
          (person, { day, kind }) =>
            placeMeal(person, { date: days[day]!, mealType: kind }, kind === 'lunch' ? 1 : 101),
          newPerson(1, plan),
        );
        const cheap = menu.filter(({ priceCents }) => priceCents < 1400);
        const { people, added, fills } = fill(before, menu, { mealTypes }, () => cheap);
        const after = people[0]!.mealAssignments;
        expect(after).toEqual(expect.arrayContaining(before.mealAssignments));
        const chosen = after.filter((meal) => !before.mealAssignments.includes(meal));
        expect(chosen).toHaveLength(added);
        for (const { mealType, mealId } of chosen) {
          expect(mealTypes).toContain(mealType);
          expect(cheap.find(({ id }) => id === mealId)?.mealType).toBe(mealType);
        }
        const cells = 7 * mealTypes.length;
        const alreadyThere = before.mealAssignments.filter(({ mealType }) =>
          mealTypes.includes(mealType),
        ).length;
        expect(added + fills[0]!.emptyCells.length + alreadyThere).toBe(cells);
      }),
      { numRuns: 200 },
    );
  });

  test('the week costs at most 2% more than the best of all weeks', () => {
    const menus = [someMeals('lunch', 1, 3, 5), someMeals('dinner', 101, 3, 5)] as const;
    assert(
      property(...menus, plans, (lunches, dinners, plan) => {
        const serviceKcal = (plan * 6) / 10;
        const found = fill(newPerson(1, plan), [...lunches, ...dinners], {
          days: days.slice(0, 5),
        });
        const at = (ids: number[], menu: readonly Candidate[]) =>
          ids.map((id) => menu.find((meal) => meal.id === id)!);
        const week = at(idsOf(found.people[0], 'lunch'), lunches).map((lunch, day) => [
          lunch,
          at(idsOf(found.people[0], 'dinner'), dinners)[day]!,
        ]);
        const pairs = lunches.flatMap((lunch) => dinners.map((dinner) => [lunch, dinner]));
        const best = costOfBest(pairs, serviceKcal, week.length);
        // Each day may be off by half a thousandth, in which costs are counted.
        expect(costOf(week, serviceKcal)).toBeLessThanOrEqual(1.02 * best + 0.01);
      }),
      { seed: 15, numRuns: 40 },
    );
  });
});

/** The objective once more, as it is written down and without a thought for speed. */
function costOf(week: readonly (readonly Candidate[])[], serviceKcal: number): number {
  return week.reduce((sum, _, day) => sum + costOfDay(week.slice(0, day + 1), serviceKcal), 0);
}

/** What the last day adds. */
function costOfDay(week: readonly (readonly Candidate[])[], serviceKcal: number): number {
  const today = week.at(-1)!;
  const kcal = today.reduce((sum, { calories }) => sum + calories, 0);
  const off = (100 * Math.abs(kcal - serviceKcal)) / serviceKcal;
  let cost = off + off ** 2 / 10;
  if (today[0]!.main !== null && today[0]!.main === today[1]!.main) cost += 2;
  for (const meal of today) {
    if (meal.isToFreeze) cost += 0.5;
    for (const [day, eaten] of week.slice(0, -1).entries()) {
      const apart = week.length - 1 - day;
      if (eaten.includes(meal)) cost += apart <= 2 ? 1000 : apart <= 4 ? 10 : 4;
    }
    const dayBefore = week.at(-2) ?? [];
    if (meal.main !== null && dayBefore.some(({ main }) => main === meal.main)) cost += 1;
  }
  return cost;
}

function costOfBest(
  pairs: readonly (readonly Candidate[])[],
  serviceKcal: number,
  length: number,
): number {
  const bare = pairs.map((pair) => ({ pair, cost: costOfDay([pair], serviceKcal) }));
  const sorted = bare.toSorted((a, b) => a.cost - b.cost);
  const least = sorted[0]!.cost;
  let best = Infinity;
  function walk(week: readonly (readonly Candidate[])[], cost: number): void {
    if (week.length === length) best = Math.min(best, cost);
    if (week.length === length) return;
    for (const next of sorted) {
      const rest = least * (length - week.length - 1);
      if (cost + next.cost + rest >= best) return;
      const longer = [...week, next.pair];
      const sum = cost + costOfDay(longer, serviceKcal);
      if (sum + rest < best) walk(longer, sum);
    }
  }
  walk([], 0);
  return best;
}
