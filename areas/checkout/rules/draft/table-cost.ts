/**
 * What a table costs, in thousandths, and by how much one meal more or less changes it. No randomness, no clock: sums of
 * integers, so that ties are ties.
 */
import { planServiceKcal, SECOND_HELPING_KCAL } from '#areas/menu/rules/plan-share.ts';
import { type MealType, compareMealTypes } from '#areas/menu/rules/meal.ts';
import type {
  FillMeal,
  CellToFill,
  FillMenu,
  FillWish,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { mealAt, type Person } from '#areas/order-book/rules/people.ts';

const UNIT = 1000;
export const COSTS = {
  repeat: 1000 * UNIT,
  repeatNextDay: 1000 * UNIT,
  lightAgain: 10 * UNIT,
  sameMainThatDay: 4 * UNIT,
  sameMainNextDay: 3 * UNIT,
  sameMainAtOtherMeal: UNIT,
  sameAtSitting: 4 * UNIT,
  sharedInWeek: UNIT / 2,
  otherAtSitting: 8 * UNIT,
  heart: -20 * UNIT,
  hadLastWeek: 3 * UNIT,
  hadWhereNewIsAsked: 500 * UNIT,
  freezing: UNIT / 2,
} as const;
const FREE_PERCENT = 10;
const LIGHT_AGAIN_DAYS = 3;

export type Dish = FillMeal & { index: number; hasHeart: boolean; hadCost: number };

export type TablePlace = {
  seat: number;
  /** Counted from any first day; those beside each other are neighbours. */
  day: number;
  mealType: MealType;
  /** In the menu's order. */
  choices: readonly { dish: Dish; isToFreeze: boolean }[];
};

export type SeatOfTable = { calorieTarget: number; hasLightTwice: boolean };

export type DishChoice = TablePlace['choices'][number];

type TableRules = {
  seats: readonly SeatOfTable[];
  dishes: number;
  days: number;
  isSame: boolean;
  /** In dollars. */
  lambda: number;
  /** How many of a dish may be placed on a day beside what was there before. */
  leftOf: (dish: Dish, day: number) => number;
};

const KINDS = 2;
type CellOf = Pick<TablePlace, 'seat' | 'day' | 'mealType'>;

export class TableCost {
  readonly #rules: TableRules;
  /** The days, and one before and after them, so that each has neighbours. */
  readonly #width: number;
  readonly #service: number[];
  readonly #ofSeat: Int32Array;
  readonly #people: Int32Array;
  readonly #atSitting: Int32Array;
  readonly #dishesAt: Int32Array;
  readonly #onDay: Int32Array;
  readonly #ofSeatOnDay: Int32Array;
  readonly #kcalOfDay: Int32Array;
  readonly #mealsAt: Int32Array;
  readonly #mainsAt: (string | null)[];
  readonly #kcalOfWeek: Int32Array;
  readonly #aimOfWeek: Int32Array;
  readonly #laidDays = new Map<number, number[]>();

  constructor(rules: TableRules) {
    const { seats, dishes, days } = rules;
    const width = days + 2;
    const zeros = (length: number) => new Int32Array(length);
    this.#rules = rules;
    this.#width = width;
    this.#service = seats.map(({ calorieTarget }) => planServiceKcal(calorieTarget));
    this.#ofSeat = zeros(seats.length * dishes);
    this.#people = zeros(dishes);
    this.#atSitting = zeros(width * KINDS * dishes);
    this.#dishesAt = zeros(width * KINDS);
    this.#onDay = zeros(width * dishes);
    this.#ofSeatOnDay = zeros(seats.length * width * dishes);
    this.#kcalOfDay = zeros(seats.length * width);
    this.#mealsAt = zeros(seats.length * width * KINDS);
    this.#mainsAt = Array.from({ length: seats.length * width * KINDS }, () => null);
    this.#kcalOfWeek = zeros(seats.length);
    this.#aimOfWeek = zeros(seats.length);
  }

  /** What this dish would add in a cell that is empty now; Infinity: there are no more of it. */
  costOf(cell: TablePlace, { dish, isToFreeze }: DishChoice): number {
    const { dishes, isSame, lambda, leftOf } = this.#rules;
    const { seat, day } = cell;
    const { index, main, hasHeart, hadCost, priceCents } = dish;
    if ((this.#onDay[(day + 1) * dishes + index] ?? 0) >= leftOf(dish, day)) return Infinity;
    const kind = kindOf(cell.mealType);
    const sitting = (day + 1) * KINDS + kind;
    const isNew = this.#ofSeat[seat * dishes + index] === 0;
    const here = this.#atSitting[sitting * dishes + index] ?? 0;
    let cost = this.#repeatCost(cell, dish) + lambda * priceCents * 10 + hadCost;
    if (isToFreeze) cost += COSTS.freezing;
    if (hasHeart && isNew) cost += COSTS.heart;
    if (main !== null) cost += this.#mainCost(seat, day, kind, main);
    if (isSame) cost += here === 0 && this.#dishesAt[sitting] !== 0 ? COSTS.otherAtSitting : 0;
    else {
      if (here > 0) cost += COSTS.sameAtSitting;
      if (isNew && this.#people[index] !== 0) cost += COSTS.sharedInWeek;
    }
    return cost + this.#planCost(seat, day, kind, dish);
  }

  lay(cell: CellOf, dish: Dish): void {
    this.#change(cell, dish, 1);
  }

  take(cell: CellOf, dish: Dish): void {
    this.#change(cell, dish, -1);
  }

  #placeOf(seat: number, day: number, kind: number): number {
    return (seat * this.#width + day + 1) * KINDS + kind;
  }

  #aimOf(seat: number, day: number, kind = -1): number {
    const at = this.#placeOf(seat, day, 0);
    const lunches = (this.#mealsAt[at] ?? 0) + Number(kind === 0);
    const dinners = (this.#mealsAt[at + 1] ?? 0) + Number(kind === 1);
    const whole = this.#service[seat] ?? 0;
    const second = SECOND_HELPING_KCAL * (Math.max(0, lunches - 1) + Math.max(0, dinners - 1));
    if (lunches + dinners === 0) return 0;
    return second + (lunches > 0 && dinners > 0 ? whole : whole / 2);
  }

  /** By how much the day and the week are further off the plan. */
  #planCost(seat: number, day: number, kind: number, { calories }: Dish): number {
    const kcal = this.#kcalOfDay[seat * this.#width + day + 1] ?? 0;
    const [aim, before] = [this.#aimOf(seat, day, kind), this.#aimOf(seat, day)];
    const [weekKcal, weekAim] = [this.#kcalOfWeek[seat] ?? 0, this.#aimOfWeek[seat] ?? 0];
    return (
      costOfDay(kcal + calories, aim) -
      costOfDay(kcal, before) +
      (costOfWeek(weekKcal + calories, weekAim - before + aim) - costOfWeek(weekKcal, weekAim))
    );
  }

  #mainCost(seat: number, day: number, kind: number, main: string): number {
    const at = this.#placeOf(seat, day, kind);
    const other = this.#placeOf(seat, day, 1 - kind);
    let cost = this.#mainsAt[other] === main ? COSTS.sameMainThatDay : 0;
    for (const step of [-KINDS, KINDS]) {
      if (this.#mainsAt[at + step] === main) cost += COSTS.sameMainNextDay;
      if (this.#mainsAt[other + step] === main) cost += COSTS.sameMainAtOtherMeal;
    }
    return cost;
  }

  #repeatCost({ seat, day }: TablePlace, { index, calories }: Dish): number {
    const { seats, dishes } = this.#rules;
    const times = this.#ofSeat[seat * dishes + index] ?? 0;
    if (times === 0) return 0;
    const at = (seat * this.#width + day + 1) * dishes + index;
    const isBeside = [-dishes, dishes].some((step) => this.#ofSeatOnDay[at + step] !== 0);
    const again = COSTS.repeat + (isBeside ? COSTS.repeatNextDay : 0);
    const isLight = calories <= (this.#service[seat] ?? 0) / 2;
    if (!(seats[seat]?.hasLightTwice === true && isLight)) return again;
    const others = this.#laidDays.get(seat * dishes + index) ?? [];
    const isFar = others.every((other) => Math.abs(other - day) >= LIGHT_AGAIN_DAYS);
    return isFar ? COSTS.lightAgain : again;
  }

  #change({ seat, day, mealType }: CellOf, dish: Dish, by: 1 | -1): void {
    const { seats, dishes } = this.#rules;
    const { index, calories, main } = dish;
    const kind = kindOf(mealType);
    const at = this.#placeOf(seat, day, kind);
    const before = this.#aimOf(seat, day);
    add(this.#mealsAt, at, by);
    this.#mainsAt[at] = by > 0 ? main : null;
    add(this.#kcalOfDay, seat * this.#width + day + 1, by * calories);
    add(this.#kcalOfWeek, seat, by * calories);
    add(this.#aimOfWeek, seat, this.#aimOf(seat, day) - before);
    const edge = by > 0 ? 1 : 0;
    if (add(this.#ofSeat, seat * dishes + index, by) === edge) add(this.#people, index, by);
    add(this.#onDay, (day + 1) * dishes + index, by);
    add(this.#ofSeatOnDay, (seat * this.#width + day + 1) * dishes + index, by);
    const sitting = (day + 1) * KINDS + kind;
    if (add(this.#atSitting, sitting * dishes + index, by) === edge)
      add(this.#dishesAt, sitting, by);
    if (seats[seat]?.hasLightTwice === true) this.#noteDay(seat * dishes + index, day, by);
  }

  #noteDay(key: number, day: number, by: 1 | -1): void {
    const others = this.#laidDays.get(key) ?? [];
    const at = others.indexOf(day);
    this.#laidDays.set(key, by > 0 ? [...others, day] : others.toSpliced(at, 1));
  }
}

function kindOf(mealType: MealType): 0 | 1 {
  return mealType === 'lunch' ? 0 : 1;
}

function add(numbers: Int32Array, at: number, by: number): number {
  const sum = (numbers[at] ?? 0) + by;
  numbers[at] = sum;
  return sum;
}

function costOfDay(kcal: number, aim: number): number {
  if (aim === 0) return 0;
  const over = Math.max(0, (100 * Math.abs(kcal - aim)) / aim - FREE_PERCENT);
  return Math.round((over ** 2 / 20) * UNIT);
}

function costOfWeek(kcal: number, aim: number): number {
  return aim === 0 ? 0 : Math.round(((200 * Math.abs(kcal - aim)) / aim) * UNIT);
}

// A table as filling sees it: its empty places, what may go there, and what is placed.

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
