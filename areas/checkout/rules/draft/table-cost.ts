/**
 * What a table costs, in thousandths, and by how much one meal more or less changes it. No randomness, no clock: sums of
 * integers, so that ties are ties.
 */
import { planServiceKcal, SECOND_HELPING_KCAL } from '#areas/menu/rules/meal-plan.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { FillMeal } from '#areas/checkout/rules/draft/fill-candidates.ts';

const UNIT = 1000;
export const COSTS = {
  repeat: 1000 * UNIT,
  lightAgain: 10 * UNIT,
  sameMainThatDay: 4 * UNIT,
  sameMainNextDay: 3 * UNIT,
  sameMainAtOtherMeal: UNIT,
  sameAtSitting: 4 * UNIT,
  sharedInWeek: UNIT / 2,
  otherAtSitting: 8 * UNIT,
  heart: -20 * UNIT,
  freezing: UNIT / 2,
} as const;
const FREE_PERCENT = 10;
const LIGHT_AGAIN_DAYS = 3;

export type Dish = FillMeal & { index: number; hasHeart: boolean };

export type TablePlace = {
  seat: number;
  /** Counted from any first day; those beside each other are neighbours. */
  day: number;
  mealType: MealType;
  /** In the menu's order. */
  choices: readonly { dish: Dish; isToFreeze: boolean }[];
};

export type SeatOfTable = { calorieTarget: number; hasLightTwice: boolean };

export type TableCost = {
  /** What this dish would add in a cell that is empty now; Infinity: there are no more of it. */
  costOf: (cell: TablePlace, choice: DishChoice) => number;
  lay: (cell: Pick<TablePlace, 'seat' | 'day' | 'mealType'>, dish: Dish) => void;
  take: (cell: TablePlace, dish: Dish) => void;
};

export type DishChoice = TablePlace['choices'][number];

type TableRules = {
  seats: readonly SeatOfTable[];
  dishes: number;
  days: number;
  isSame: boolean;
  /** Of a dollar. */
  lambda: number;
  /** How many of a dish may be laid on a day beside what was there before. */
  leftOf: (dish: Dish, day: number) => number;
};

/** The first and last day are kept free around the week, so that each has neighbours. */
const KINDS = 2;

export function tableCost({ seats, dishes, days, isSame, lambda, leftOf }: TableRules): TableCost {
  const width = days + 2;
  const zeros = (length: number) => new Int32Array(length);
  const ofSeat = zeros(seats.length * dishes);
  const people = zeros(dishes);
  const atSitting = zeros(width * KINDS * dishes);
  const dishesAt = zeros(width * KINDS);
  const onDay = zeros(width * dishes);
  const kcalOfDay = zeros(seats.length * width);
  const mealsAt = zeros(seats.length * width * KINDS);
  const mainsAt: (string | null)[] = Array.from(
    { length: seats.length * width * KINDS },
    () => null,
  );
  const kcalOfWeek = zeros(seats.length);
  const aimOfWeek = zeros(seats.length);
  const service = seats.map(({ calorieTarget }) => planServiceKcal(calorieTarget));
  const laidDays = new Map<number, number[]>();
  const kindOf = (mealType: MealType) => (mealType === 'lunch' ? 0 : 1);
  const placeOf = (seat: number, day: number, kind: number) =>
    (seat * width + day + 1) * KINDS + kind;

  function aimOf(seat: number, day: number, kind = -1): number {
    const at = placeOf(seat, day, 0);
    const lunches = (mealsAt[at] ?? 0) + Number(kind === 0);
    const dinners = (mealsAt[at + 1] ?? 0) + Number(kind === 1);
    const whole = service[seat] ?? 0;
    const second = SECOND_HELPING_KCAL * (Math.max(0, lunches - 1) + Math.max(0, dinners - 1));
    if (lunches + dinners === 0) return 0;
    return second + (lunches > 0 && dinners > 0 ? whole : whole / 2);
  }

  function mainCost(seat: number, day: number, kind: number, main: string): number {
    const at = placeOf(seat, day, kind);
    const other = placeOf(seat, day, 1 - kind);
    let cost = mainsAt[other] === main ? COSTS.sameMainThatDay : 0;
    for (const step of [-KINDS, KINDS]) {
      if (mainsAt[at + step] === main) cost += COSTS.sameMainNextDay;
      if (mainsAt[other + step] === main) cost += COSTS.sameMainAtOtherMeal;
    }
    return cost;
  }

  function repeatCost({ seat, day }: TablePlace, { index, calories }: Dish): number {
    const times = ofSeat[seat * dishes + index] ?? 0;
    if (times === 0) return 0;
    const isLight = calories <= (service[seat] ?? 0) / 2;
    if (!(seats[seat]?.hasLightTwice === true && isLight)) return COSTS.repeat;
    const others = laidDays.get(seat * dishes + index) ?? [];
    const isFar = others.every((other) => Math.abs(other - day) >= LIGHT_AGAIN_DAYS);
    return isFar ? COSTS.lightAgain : COSTS.repeat;
  }

  function costOf(cell: TablePlace, { dish, isToFreeze }: DishChoice): number {
    const { seat, day } = cell;
    const { index, calories, main, hasHeart, priceCents } = dish;
    if ((onDay[(day + 1) * dishes + index] ?? 0) >= leftOf(dish, day)) return Infinity;
    const kind = kindOf(cell.mealType);
    const sitting = (day + 1) * KINDS + kind;
    const isNew = ofSeat[seat * dishes + index] === 0;
    const here = atSitting[sitting * dishes + index] ?? 0;
    let cost = repeatCost(cell, dish) + lambda * priceCents * 10;
    if (isToFreeze) cost += COSTS.freezing;
    if (hasHeart && isNew) cost += COSTS.heart;
    if (main !== null) cost += mainCost(seat, day, kind, main);
    if (isSame) cost += here === 0 && dishesAt[sitting] !== 0 ? COSTS.otherAtSitting : 0;
    else {
      if (here > 0) cost += COSTS.sameAtSitting;
      if (isNew && people[index] !== 0) cost += COSTS.sharedInWeek;
    }
    const kcal = kcalOfDay[seat * width + day + 1] ?? 0;
    const [aim, before] = [aimOf(seat, day, kind), aimOf(seat, day)];
    const [weekKcal, weekAim] = [kcalOfWeek[seat] ?? 0, aimOfWeek[seat] ?? 0];
    return (
      cost +
      (costOfDay(kcal + calories, aim) - costOfDay(kcal, before)) +
      (costOfWeek(weekKcal + calories, weekAim - before + aim) - costOfWeek(weekKcal, weekAim))
    );
  }

  function change(
    { seat, day, mealType }: Pick<TablePlace, 'seat' | 'day' | 'mealType'>,
    dish: Dish,
    by: 1 | -1,
  ): void {
    const { index, calories, main } = dish;
    const kind = kindOf(mealType);
    const at = placeOf(seat, day, kind);
    const before = aimOf(seat, day);
    add(mealsAt, at, by);
    mainsAt[at] = by > 0 ? main : null;
    add(kcalOfDay, seat * width + day + 1, by * calories);
    add(kcalOfWeek, seat, by * calories);
    add(aimOfWeek, seat, aimOf(seat, day) - before);
    const edge = by > 0 ? 1 : 0;
    if (add(ofSeat, seat * dishes + index, by) === edge) add(people, index, by);
    add(onDay, (day + 1) * dishes + index, by);
    const sitting = (day + 1) * KINDS + kind;
    if (add(atSitting, sitting * dishes + index, by) === edge) add(dishesAt, sitting, by);
    if (seats[seat]?.hasLightTwice === true) noteDay(seat * dishes + index, day, by);
  }

  function noteDay(key: number, day: number, by: 1 | -1): void {
    const others = laidDays.get(key) ?? [];
    const at = others.indexOf(day);
    laidDays.set(key, by > 0 ? [...others, day] : others.toSpliced(at, 1));
  }

  return {
    costOf,
    lay: (cell, dish) => change(cell, dish, 1),
    take: (cell, dish) => change(cell, dish, -1),
  };
}

/** The sum. */
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
