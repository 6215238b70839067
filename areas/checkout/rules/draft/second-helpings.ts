/**
 * "A second helping a day": one more portion beside a meal that is placed, for those who need more than two meals give.
 * The same input always gives the same week.
 */
import { REPEAT_DAYS } from '#areas/checkout/rules/draft/meal-for.ts';
import { daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';
import { planServiceKcal, SECOND_HELPING_KCAL } from '#areas/menu/rules/plan-share.ts';
import type {
  Candidate,
  CellToFill,
  FillMenu,
  FillWish,
  SeatWish,
  TableFill,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import { mealAt, mealsAt, type Person, placeMeal } from '#areas/order-book/rules/people.ts';

/** Beside which meal of a day the first one goes: most people have room in the evening. */
const CELL_ORDER = MEAL_TYPES.toReversed();
/** Those whom the calculator advised to have second helpings; without any, everyone who is asked for. */
export function whoHasSecondHelpings(
  people: readonly Person[],
  asked: readonly number[],
): readonly number[] {
  const advised = asked.filter((index) => helpingsOf(people[index]) > 0);
  return advised.length > 0 ? advised : asked;
}

/** A filled table with them, beside what was placed before as well. Anyone who was advised two a day gets two. */
export function withSecondHelpings(table: TableFill, wish: FillWish, menu: FillMenu): TableFill {
  const { people, priceCents } = table;
  const filled = [...people];
  const prices: Cents[] = [];
  const asked = wish.seats.map(({ personIndex }) => personIndex);
  const who = whoHasSecondHelpings(people, asked);
  for (const seat of wish.seats.filter(({ personIndex }) => who.includes(personIndex))) {
    for (const date of seat.days) {
      const person = filled[seat.personIndex];
      if (!person) continue;
      const chosen = chooseForDay(person, date, seat, menu, filled);
      filled[seat.personIndex] = chosen.reduce(
        (before, { cell, meal }) => placeMeal(before, cell, meal.id, 'second'),
        person,
      );
      prices.push(...chosen.map(({ meal }) => meal.priceCents));
    }
  }
  return {
    ...table,
    people: filled,
    secondHelpings: prices.length,
    priceCents: sumCents([priceCents, ...prices]),
  };
}

type Chosen = { cell: CellToFill; meal: Candidate };

function chooseForDay(
  person: Person,
  date: PlainDate,
  { mealTypes }: SeatWish,
  menu: FillMenu,
  people: readonly Person[],
): Chosen[] {
  const cells = CELL_ORDER.map((mealType) => ({ date, mealType }));
  const placed = cells.filter((cell) => mealAt(person, cell));
  const alreadySecond = cells.filter((cell) => mealsAt(person, cell).length > 1).length;
  const missing = Math.max(1, helpingsOf(person)) - alreadySecond;
  const open = placed.filter(
    (cell) => mealTypes.includes(cell.mealType) && mealsAt(person, cell).length === 1,
  );
  const isFullDay = placed.length === MEAL_TYPES.length;
  const aim = isFullDay ? leftOfDay(person, date, menu) / missing : SECOND_HELPING_KCAL;
  return open.slice(0, Math.max(0, missing)).flatMap((cell) => {
    const meal = nearestTo(aim, person, cell, menu.eligible(person, cell, people));
    return meal ? [{ cell, meal }] : [];
  });
}

/** What the day's meals leave of the plan and its second helpings. */
function leftOfDay(person: Person, date: PlainDate, { find }: FillMenu): number {
  const helpings = Math.max(1, helpingsOf(person));
  const placed = person.mealAssignments.filter((meal) => meal.date === date);
  const eaten = placed.reduce((sum, { mealId }) => sum + (find(mealId)?.calories ?? 0), 0);
  return planServiceKcal(person.calorieTarget) + SECOND_HELPING_KCAL * helpings - eaten;
}

/** Rather a meal that is not eaten within two days of it; once more of what is placed there counts as one meal. */
function nearestTo(
  kcal: number,
  person: Person,
  cell: CellToFill,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const isRepeated = ({ id }: Candidate) =>
    person.mealAssignments.some(
      (meal) =>
        meal.mealId === id &&
        !(meal.date === cell.date && meal.mealType === cell.mealType) &&
        Math.abs(daysBetween(meal.date, cell.date)) <= REPEAT_DAYS,
    );
  const rank = (meal: Candidate) => [
    Number(isRepeated(meal)),
    Math.abs(meal.calories - kcal),
    meal.priceCents,
    meal.id,
  ];
  return candidates.toSorted((a, b) => compare(rank(a), rank(b)))[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, at) => value !== b[at]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}

function helpingsOf(person: Person | undefined): number {
  return person?.secondHelpings ?? 0;
}
