/**
 * The cheapest week out of what each day could have: a beam search from the first day on. No randomness: the same days
 * always give the same week.
 */
import type { MainIngredient } from '#areas/menu/rules/main-ingredient.ts';
import type { Cents } from '#platform/rules/money.ts';
import {
  compareChoices,
  COST_UNIT,
  type DayChoice,
} from '#areas/checkout/rules/draft/day-choices.ts';

export type DayToFill = {
  /** Days since any first day. */
  day: number;
  /** Cheapest first; never empty. */
  choices: readonly DayChoice[];
};

/** A meal that is there before the search and stays. */
export type PlacedMeal = { day: number; id: number; main: MainIngredient | null };

type State = {
  cost: number;
  priceCents: Cents;
  /** One for each day so far. */
  chosen: readonly { day: number; choice: DayChoice }[];
};

/** So many unfinished weeks are kept in view, and more where there is little to choose from and looking is cheap. */
const STATES = { least: 20, most: 200, forChoices: 3000 };
const CLOSE_DAYS = 2;
const NEAR_DAYS = 4;
const REPEAT_COST = { close: 1000, near: 10, far: 4 };
const MAIN_AGAIN_COST = 1;

/** One choice for each of `days`, which are in their order. */
export function searchWeek(days: readonly DayToFill[], placed: readonly PlacedMeal[]): DayChoice[] {
  let best: State[] = [{ cost: 0, priceCents: 0, chosen: [] }];
  for (const { day, choices } of days) best = extend(best, day, choices, placed);
  return best[0]?.chosen.map(({ choice }) => choice) ?? [];
}

function extend(
  before: readonly State[],
  day: number,
  choices: readonly DayChoice[],
  placed: readonly PlacedMeal[],
): State[] {
  const { least, most, forChoices } = STATES;
  const width = Math.max(least, Math.min(most, Math.floor(forChoices / choices.length)));
  const best: State[] = [];
  for (const state of before) {
    const surroundings = surroundingsOf(state, day, placed);
    for (const choice of choices) {
      const dearest = best.length < width ? Infinity : (best.at(-1)?.cost ?? Infinity);
      // The other days only add to the cost of a choice, and the choices after this one cost no less.
      if (state.cost + choice.cost > dearest) break;
      const cost = state.cost + choice.cost + costAmong(surroundings, choice);
      if (cost > dearest) continue;
      const priceCents = state.priceCents + choice.priceCents;
      insertSorted(best, width, { cost, priceCents, chosen: [...state.chosen, { day, choice }] });
    }
  }
  return best;
}

function insertSorted(best: State[], width: number, state: State): void {
  const place = best.findLastIndex((other) => compareStates(other, state) <= 0) + 1;
  if (place >= width) return;
  best.splice(place, 0, state);
  if (best.length > width) best.pop();
}

function compareStates(a: State, b: State): number {
  if (a.cost !== b.cost || a.priceCents !== b.priceCents) {
    return a.cost - b.cost || a.priceCents - b.priceCents;
  }
  for (const [index, { choice }] of a.chosen.entries()) {
    const other = b.chosen[index]?.choice;
    const order = other ? compareChoices(choice, other) : 0;
    if (order !== 0) return order;
  }
  return 0;
}

/** What the other days mean for a day. */
type Surroundings = {
  /** By the id of a meal that is eaten on another day. */
  repeatCosts: Map<number, number>;
  /** Eaten the day before, or already placed the day after. */
  mains: Set<MainIngredient | null>;
};

function surroundingsOf(
  { chosen }: State,
  day: number,
  placed: readonly PlacedMeal[],
): Surroundings {
  const surroundings: Surroundings = { repeatCosts: new Map(), mains: new Set() };
  const eat = ({ id, main }: Omit<PlacedMeal, 'day'>, daysApart: number): void => {
    const { repeatCosts, mains } = surroundings;
    repeatCosts.set(id, (repeatCosts.get(id) ?? 0) + repeatCost(daysApart));
    if (daysApart === 1 && main !== null) mains.add(main);
  };
  for (const other of chosen) {
    for (const meal of other.choice.meals) eat(meal, day - other.day);
  }
  for (const meal of placed) eat(meal, Math.abs(day - meal.day));
  return surroundings;
}

function costAmong({ repeatCosts, mains }: Surroundings, { meals }: DayChoice): number {
  let cost = 0;
  for (const { id, main } of meals) {
    cost += repeatCosts.get(id) ?? 0;
    if (mains.has(main)) cost += MAIN_AGAIN_COST;
  }
  return cost * COST_UNIT;
}

function repeatCost(daysApart: number): number {
  if (daysApart <= CLOSE_DAYS) return REPEAT_COST.close;
  return daysApart <= NEAR_DAYS ? REPEAT_COST.near : REPEAT_COST.far;
}
