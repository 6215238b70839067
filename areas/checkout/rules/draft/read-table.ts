/** A table as filling sees it: its empty places, what may go there, and what is laid. */
import { daysBetween } from '#platform/rules/plain-date.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import type {
  CellToFill,
  FillMeal,
  FillMenu,
  FillWish,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import {
  COSTS,
  type Dish,
  type DishChoice,
  TableCost,
  type TablePlace,
} from '#areas/checkout/rules/draft/table-cost.ts';
import { mealAt, type Person } from '#areas/order-book/rules/people.ts';

export type TableCell = TablePlace &
  CellToFill & { personIndex: number; byDish: readonly DishChoice[] };

export type Table = {
  /** By fewest choices, then day, seat, lunch before dinner. */
  cells: TableCell[];
  dishes: Dish[];
  people: readonly Person[];
  first: string;
  days: number;
  lightTwice: ReadonlySet<number>;
  leftOf: (dish: Dish, day: number) => number;
};

export function readTable(people: readonly Person[], wish: FillWish, menu: FillMenu): Table {
  const { seats } = wish;
  const { left } = menu;
  const placed = people.flatMap(({ mealAssignments }) => mealAssignments);
  const dates = [
    ...placed.map(({ date }) => date),
    ...seats.flatMap(({ days }) => days),
  ].toSorted();
  const first = dates[0] ?? '';
  const dishes = dishBook(menu, wish);
  for (const { mealId } of placed) {
    const meal = menu.find(mealId);
    if (meal) dishes.of(meal);
  }
  const cells = readCells(people, { wish, menu }, first, dishes.of);
  const leftOf = (dish: Dish, day: number) => {
    const date = dates.find((one) => daysBetween(first, one) === day);
    return (date === undefined ? null : left?.(dish.id, date)) ?? Infinity;
  };
  return {
    cells,
    dishes: dishes.all(),
    people,
    first,
    days: daysBetween(first, dates.at(-1) ?? first) + 1,
    lightTwice: new Set(
      seats
        .filter(({ hasLightTwice = false }) => hasLightTwice)
        .map(({ personIndex }) => personIndex),
    ),
    leftOf: left ? knownOnce(leftOf) : () => Infinity,
  };
}

/** Each dish once, numbered as they are met. */
function dishBook(
  { isHearted = () => false, wasHad = () => false }: FillMenu,
  { isNew = false }: FillWish,
) {
  const hadCost = (id: number) => {
    if (!wasHad(id)) return 0;
    return isNew && !isHearted(id) ? COSTS.hadWhereNewIsAsked : COSTS.hadLastWeek;
  };
  const dishes = new Map<number, Dish>();
  return {
    all: () => [...dishes.values()],
    of: ({ id, mealType, calories, priceCents, main }: FillMeal): Dish => {
      const known = dishes.get(id);
      if (known) return known;
      const numbered = { index: dishes.size, hasHeart: isHearted(id), hadCost: hadCost(id) };
      const dish = { id, mealType, calories, priceCents, main, ...numbered };
      dishes.set(id, dish);
      return dish;
    },
  };
}

function readCells(
  people: readonly Person[],
  { wish, menu }: { wish: FillWish; menu: FillMenu },
  first: string,
  dishOf: (meal: FillMeal) => Dish,
): TableCell[] {
  const cells = wish.seats.flatMap(({ personIndex, days, mealTypes }) => {
    const person = people[personIndex];
    if (!person) return [];
    return days.flatMap((date) =>
      mealTypes
        .filter((mealType) => !mealAt(person, { date, mealType }))
        .map((mealType): TableCell => {
          const choices = menu.eligible(person, { date, mealType }, people).map((meal) => ({
            dish: dishOf(meal),
            isToFreeze: meal.isToFreeze,
          }));
          const byDish: DishChoice[] = [];
          for (const choice of choices) byDish[choice.dish.index] = choice;
          const day = daysBetween(first, date);
          return { personIndex, seat: personIndex, date, day, mealType, choices, byDish };
        }),
    );
  });
  return cells.toSorted(
    (a, b) =>
      a.choices.length - b.choices.length ||
      a.day - b.day ||
      a.seat - b.seat ||
      compareMealTypes(a.mealType, b.mealType),
  );
}

function knownOnce(leftOf: Table['leftOf']): Table['leftOf'] {
  const known = new Map<string, number>();
  return (dish, day) => {
    const key = `${dish.id} ${day}`;
    const number = known.get(key) ?? leftOf(dish, day);
    known.set(key, number);
    return number;
  };
}

export function costOfTable(
  { people, dishes, days, lightTwice, leftOf }: Table,
  { together }: FillWish,
  lambda: number,
): TableCost {
  return new TableCost({
    seats: people.map(({ calorieTarget }, seat) => ({
      calorieTarget,
      hasLightTwice: lightTwice.has(seat),
    })),
    dishes: dishes.length,
    days,
    isSame: together === 'same',
    lambda,
    leftOf,
  });
}

export function layPlaced({ people, dishes, first }: Table, cost: TableCost): void {
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  for (const [seat, { mealAssignments }] of people.entries()) {
    for (const { date, mealType, mealId } of mealAssignments) {
      const dish = byId.get(mealId);
      if (dish) cost.lay({ seat, day: daysBetween(first, date), mealType }, dish);
    }
  }
}

export function choiceOf({ byDish }: TableCell, { index }: Dish): DishChoice | undefined {
  return byDish[index];
}
