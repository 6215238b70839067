/**
 * "Fill the week": for every empty place a meal, so that each day comes near what the person's plan expects of lunch and
 * dinner, with change from day to day. What is placed stays. The same input always gives the same week.
 */
import { daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';
import { planServiceKcal } from '#areas/menu/rules/meal-plan.ts';
import {
  type Candidate,
  type DayAim,
  type DayChoice,
  type FillMeal,
  listDayChoices,
} from '#areas/checkout/rules/draft/day-choices.ts';
import { type DayToFill, searchWeek } from '#areas/checkout/rules/draft/week-search.ts';
import { mealAt, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

export type CellToFill = { date: PlainDate; mealType: MealType };

/** The meals that a person may have in a cell, by whatever rules apply there. `people`: everyone as they are by then. */
export type EligibleMeals = (
  person: Person,
  cell: CellToFill,
  people: readonly Person[],
) => readonly Candidate[];

export type FillWish = {
  /** By their places in the order. */
  people: readonly number[];
  days: readonly PlainDate[];
  mealTypes: readonly MealType[];
};

export type FillMenu = {
  eligible: EligibleMeals;
  /** A meal that is placed already. */
  find: (mealId: number) => FillMeal | undefined;
};

/** Days of one kind, and what they have on average: both meals, or the one that was chosen. */
export type FilledDays = { count: number; meanKcal: number; meanAimKcal: number };

export type PersonFill = {
  personIndex: number;
  added: number;
  /** Of the days that got a meal; null without any. */
  meanDeviationPct: number | null;
  /** Days that have lunch and dinner now. */
  fullDays: FilledDays;
  /** Days that have only the meal that was added. */
  singleMeals: FilledDays;
  /** Places for which there is no meal that this person may have. */
  emptyCells: CellToFill[];
};

export type WeekFill = {
  people: Person[];
  /** Second helpings included. */
  added: number;
  secondHelpings: number;
  priceCents: Cents;
  /** In the order of the wish. */
  fills: PersonFill[];
};

export function fillWeek(people: readonly Person[], wish: FillWish, menu: FillMenu): WeekFill {
  const filled = [...people];
  const alike = new Map<string, DayChoice[]>();
  const listed = new Map<string, DayChoice[]>();
  const prices: Cents[] = [];
  const fills = wish.people.flatMap((personIndex): PersonFill[] => {
    const person = people[personIndex];
    if (!person) return [];
    const days = wish.days.map((date) => planDay(person, date, wish.mealTypes, menu, filled));
    const open = days.filter(({ cells }) => cells.length > 0);
    const key = weekKey(person, open);
    const choices = alike.get(key) ?? chooseWeek(person, open, menu, listed);
    alike.set(key, choices);
    filled[personIndex] = placeAll(person, open, choices);
    prices.push(...choices.map(({ priceCents }) => priceCents));
    const emptyCells = days.flatMap(({ withoutCandidates }) => withoutCandidates);
    return [{ personIndex, emptyCells, ...describe(open, choices) }];
  });
  const added = fills.reduce((sum, fill) => sum + fill.added, 0);
  return { people: filled, added, secondHelpings: 0, priceCents: sumCents(prices), fills };
}

type OpenCell = { cell: CellToFill; candidates: readonly Candidate[]; key: string };

type DayPlan = {
  date: PlainDate;
  /** Those that can be filled, lunch before dinner. */
  cells: OpenCell[];
  withoutCandidates: CellToFill[];
  placed: FillMeal[];
  aim: DayAim;
};

function planDay(
  person: Person,
  date: PlainDate,
  mealTypes: readonly MealType[],
  { eligible, find }: FillMenu,
  people: readonly Person[],
): DayPlan {
  const empty = MEAL_TYPES.filter((mealType) => mealTypes.includes(mealType))
    .map((mealType) => ({ date, mealType }))
    .filter((cell) => !mealAt(person, cell))
    .map((cell) => openCell(cell, eligible(person, cell, people)));
  const cells = empty.filter(({ candidates }) => candidates.length > 0);
  const placed = placedOn(person, date, find);
  return {
    date,
    cells,
    withoutCandidates: empty
      .filter(({ candidates }) => candidates.length === 0)
      .map(({ cell }) => cell),
    placed,
    aim: aimOf(planServiceKcal(person.calorieTarget), cells.length, placed),
  };
}

function openCell(cell: CellToFill, candidates: readonly Candidate[]): OpenCell {
  const key = candidates.map(({ id, isToFreeze }) => (isToFreeze ? -id : id)).join();
  return { cell, candidates, key };
}

function placedOn(person: Person, date: PlainDate, find: FillMenu['find']): FillMeal[] {
  return person.mealAssignments
    .filter((meal) => meal.date === date)
    .flatMap(({ mealId }) => find(mealId) ?? []);
}

/** Two meals share what the plan expects of a day; one has what the placed ones leave of it, or half. */
function aimOf(serviceKcal: number, cells: number, placed: readonly FillMeal[]): DayAim {
  if (cells === MEAL_TYPES.length) return { kcal: serviceKcal, ofKcal: serviceKcal };
  if (placed.length === 0) return { kcal: serviceKcal / 2, ofKcal: serviceKcal / 2 };
  return { kcal: serviceKcal - caloriesOf(placed), ofKcal: serviceKcal };
}

function chooseWeek(
  person: Person,
  open: readonly DayPlan[],
  { find }: FillMenu,
  listed: Map<string, DayChoice[]>,
): DayChoice[] {
  const [first] = open;
  if (!first) return [];
  const day = (date: PlainDate) => daysBetween(first.date, date);
  const placed = person.mealAssignments.flatMap(({ date, mealId }) => {
    const meal = find(mealId);
    return meal ? [{ day: day(date), id: meal.id, main: meal.main }] : [];
  });
  const days = open.map((plan): DayToFill => ({
    day: day(plan.date),
    choices: choicesOf(plan, listed),
  }));
  return searchWeek(days, placed);
}

/** Most days of a week have the same choices. */
function choicesOf(plan: DayPlan, listed: Map<string, DayChoice[]>): DayChoice[] {
  const key = dayKey(plan);
  const known = listed.get(key);
  if (known) return known;
  const choices = listDayChoices(
    plan.cells.map(({ candidates }) => candidates),
    plan.aim,
    plan.placed.map(({ main }) => main),
  );
  listed.set(key, choices);
  return choices;
}

function dayKey({ cells, placed, aim }: DayPlan): string {
  const mains = placed.map(({ main }) => main);
  return JSON.stringify([aim, mains, cells.map(({ key }) => key)]);
}

/** People for whom this is the same get the same week. */
function weekKey({ mealAssignments }: Person, open: readonly DayPlan[]): string {
  return JSON.stringify([open.map((plan) => [plan.date, dayKey(plan)]), mealAssignments]);
}

function placeAll(person: Person, open: readonly DayPlan[], choices: readonly DayChoice[]): Person {
  return open.reduce(
    (filled, { cells }, at) =>
      cells.reduce(
        (before, { cell }, place) => placeMeal(before, cell, choices[at]?.meals[place]?.id ?? null),
        filled,
      ),
    person,
  );
}

function describe(
  open: readonly DayPlan[],
  choices: readonly DayChoice[],
): Omit<PersonFill, 'personIndex' | 'emptyCells'> {
  const days = open.map(({ placed, aim }, at) => {
    const { meals = [], deviationPct = 0 } = choices[at] ?? {};
    const placedKcal = caloriesOf(placed);
    const kcal = caloriesOf(meals) + placedKcal;
    return {
      kcal,
      aimKcal: aim.kcal + placedKcal,
      meals: meals.length + placed.length,
      deviationPct,
    };
  });
  const deviation = days.reduce((sum, { deviationPct }) => sum + deviationPct, 0) / days.length;
  return {
    added: choices.reduce((sum, { meals }) => sum + meals.length, 0),
    meanDeviationPct: days.length === 0 ? null : deviation,
    fullDays: averageOf(days.filter(({ meals }) => meals > 1)),
    singleMeals: averageOf(days.filter(({ meals }) => meals === 1)),
  };
}

function averageOf(days: readonly { kcal: number; aimKcal: number }[]): FilledDays {
  const mean = (number: 'kcal' | 'aimKcal') =>
    days.reduce((sum, day) => sum + day[number], 0) / Math.max(1, days.length);
  return { count: days.length, meanKcal: mean('kcal'), meanAimKcal: mean('aimKcal') };
}

function caloriesOf(meals: readonly FillMeal[]): number {
  return meals.reduce((sum, { calories }) => sum + calories, 0);
}
