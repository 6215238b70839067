/**
 * "Fill the week" for a whole table: a meal for every empty place, near each person's plan, with change from day to day
 * and from person to person, or the same dish for all. What is placed stays. The same input always gives the same table.
 */
import { type Cents, sumCents } from '#platform/rules/money.ts';
import type {
  FillMenu,
  FillWish,
  PlacedMeal,
  TableFill,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import { withSecondHelpings } from '#areas/checkout/rules/draft/second-helpings.ts';
import {
  choiceOf,
  costOfTable,
  layPlaced,
  readTable,
  type Table,
  type TableCell,
  type Dish,
  type TableCost,
  type DishChoice,
  type TablePlace,
} from './table-cost.ts';
import { type Person, placeMeal } from '#areas/order-book/rules/people.ts';

/** What a dollar costs: the smallest that keeps the limit. */
const LAMBDAS = [0, 1, 2, 4, 8, 16, 32] as const;

/** Nothing is placed that a limit does not allow: then only `leastCents` says what it would cost. */
export function fillTable(people: readonly Person[], wish: FillWish, menu: FillMenu): TableFill {
  const table = readTable(people, wish, menu);
  const { limitCents } = wish;
  let least = Infinity;
  for (const lambda of limitCents === null ? [0] : LAMBDAS) {
    const chosen = chooseAll(table, wish, lambda);
    const filled = describeFill(people, table, chosen, { wish, menu });
    if (filled.priceCents <= (limitCents ?? Infinity)) return filled;
    least = Math.min(least, filled.priceCents);
  }
  const { emptyCells } = describeFill(people, table, [], { wish, menu });
  return {
    people: [...people],
    placed: [],
    secondHelpings: 0,
    priceCents: 0,
    emptyCells,
    leastCents: least,
  };
}

/**
 * A table with the next cheapest dish for everyone who has this one at a sitting; after the last the first again. Null:
 * there is no other that all of them may have within the limit. `people`: as before it was filled.
 */
export function swapDish(
  people: readonly Person[],
  table: TableFill,
  place: Pick<PlacedMeal, 'date' | 'mealType' | 'mealId'>,
  { wish, menu }: { wish: FillWish; menu: FillMenu },
): TableFill | null {
  const { date, mealType, mealId } = place;
  const isMeant = (one: PlacedMeal) =>
    one.date === date && one.mealType === mealType && one.mealId === mealId;
  const placements = table.placed.filter(isMeant);
  const others = [...people];
  for (const one of table.placed.filter((each) => !isMeant(each))) {
    const person = others[one.personIndex];
    if (person) others[one.personIndex] = placeMeal(person, one, one.mealId);
  }
  const next = dishAfter(others, place, placements, { wish, menu }, table.priceCents);
  if (!next) return null;
  const price = (menu.find(mealId)?.priceCents ?? 0) * -1 + next.priceCents;
  return {
    ...table,
    people: table.people.map((person, at) =>
      placements.some(({ personIndex }) => personIndex === at)
        ? placeMeal(person, { date, mealType }, next.id)
        : person,
    ),
    placed: table.placed.map((one) => (isMeant(one) ? { ...one, mealId: next.id } : one)),
    priceCents: table.priceCents + price * placements.length,
  };
}

function dishAfter(
  people: readonly Person[],
  { date, mealType, mealId }: Pick<PlacedMeal, 'date' | 'mealType' | 'mealId'>,
  placements: readonly PlacedMeal[],
  { wish, menu }: { wish: FillWish; menu: FillMenu },
  priceCents: Cents,
): Dish | null {
  const seats = placements.map(({ personIndex }) => ({
    personIndex,
    days: [date],
    mealTypes: [mealType],
  }));
  const table = readTable(people, { ...wish, seats }, menu);
  const cost = costOfTable(table, wish, 0);
  layPlaced(table, cost);
  const spare = (wish.limitCents ?? Infinity) - priceCents;
  const now = menu.find(mealId)?.priceCents ?? 0;
  const ranked = table.dishes
    .filter((dish) => dish.id === mealId || (dish.priceCents - now) * placements.length <= spare)
    .map((dish) => ({ dish, more: costOfAll(table.cells, dish, cost) }))
    .filter(({ more }) => Number.isFinite(more))
    .toSorted((a, b) => a.more - b.more || a.dish.priceCents - b.dish.priceCents)
    .map(({ dish }) => dish);
  const at = ranked.findIndex(({ id }) => id === mealId);
  const next = ranked[(at + 1) % Math.max(1, ranked.length)];
  return next && next.id !== mealId ? next : null;
}

/** Infinity: someone may not have it. */
function costOfAll(cells: readonly TableCell[], dish: Dish, cost: TableCost): number {
  if (cells.some((cell) => !choiceOf(cell, dish))) return Infinity;
  let more = 0;
  for (const cell of cells) {
    const choice = choiceOf(cell, dish);
    if (choice) more += cost.costOf(cell, choice);
    cost.lay(cell, dish);
  }
  for (const cell of cells) cost.take(cell, dish);
  return more;
}

function describeFill(
  people: readonly Person[],
  { cells }: Table,
  chosen: Chosen,
  { wish, menu }: { wish: FillWish; menu: FillMenu },
): TableFill {
  const filled = [...people];
  const placed: PlacedMeal[] = [];
  const prices: Cents[] = [];
  const emptyCells: TableFill['emptyCells'] = [];
  for (const [at, { personIndex, date, mealType, choices }] of cells.entries()) {
    const dish = chosen[at]?.dish;
    const person = filled[personIndex];
    if (!dish || !person) {
      if (choices.length === 0) emptyCells.push({ personIndex, date, mealType });
      continue;
    }
    filled[personIndex] = placeMeal(person, { date, mealType }, dish.id);
    placed.push({ personIndex, date, mealType, mealId: dish.id });
    prices.push(dish.priceCents);
  }
  const table = {
    people: filled,
    placed,
    secondHelpings: 0,
    priceCents: sumCents(prices),
    emptyCells,
  };
  const result: TableFill = { ...table, leastCents: null };
  return wish.hasSecond && placed.length > 0 ? withSecondHelpings(result, wish, menu) : result;
}

// Which dish goes where: no randomness, ties by price and then by order.

const MOST_STEPS = 400;

type Chosen = (DishChoice | null)[];

/** The cheapest dish for each place in turn, then the best single step until none helps. */
function chooseAll(table: Table, wish: FillWish, lambda: number): Chosen {
  const isSame = wish.together === 'same';
  const cost = costOfTable(table, wish, lambda);
  layPlaced(table, cost);
  const chosen = firstPass(table.cells, cost);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const best = bestStep(table.cells, chosen, cost, isSame);
    if (!best) break;
    apply(table.cells, chosen, cost, best);
  }
  return chosen;
}

function firstPass(cells: readonly TableCell[], cost: TableCost): Chosen {
  return cells.map((cell) => {
    let best: DishChoice | null = null;
    let least = Infinity;
    for (const choice of cell.choices) {
      const more = cost.costOf(cell, choice);
      const isTie =
        more === least && best !== null && choice.dish.priceCents < best.dish.priceCents;
      if (more < least || isTie) [best, least] = [choice, more];
    }
    if (best) cost.lay(cell, best.dish);
    return best;
  });
}

type Step = { cost: number; priceCents: number; changes: [at: number, to: DishChoice][] };

/** Null: nothing makes it cheaper. Ties by price, then the first one found. */
function bestStep(
  cells: readonly TableCell[],
  chosen: Chosen,
  cost: TableCost,
  isSame: boolean,
): Step | null {
  let best: Step | null = null;
  const consider = (change: number, priceCents: number, changes: Step['changes']) => {
    if (!(change < 0) || (best && change > best.cost)) return;
    if (best && change === best.cost && priceCents >= best.priceCents) return;
    best = { cost: change, priceCents, changes };
  };
  considerDishes(cells, chosen, cost, consider);
  considerSwaps(cells, chosen, cost, consider);
  if (isSame) considerSittings(cells, chosen, cost, consider);
  return best;
}

type Consider = (cost: number, priceCents: number, changes: Step['changes']) => void;

/** Another dish in a cell. */
function considerDishes(
  cells: readonly TableCell[],
  chosen: Chosen,
  cost: TableCost,
  consider: Consider,
): void {
  for (const [at, cell] of cells.entries()) {
    const now = chosen[at];
    if (!now) continue;
    cost.take(cell, now.dish);
    const before = cost.costOf(cell, now);
    for (const choice of cell.choices) {
      if (choice === now) continue;
      const more = cost.costOf(cell, choice) - before;
      if (more < 0) consider(more, choice.dish.priceCents - now.dish.priceCents, [[at, choice]]);
    }
    cost.lay(cell, now.dish);
  }
}

/** Two cells of one kind change dishes. */
function considerSwaps(
  cells: readonly TableCell[],
  chosen: Chosen,
  cost: TableCost,
  consider: Consider,
): void {
  for (const [at, cell] of cells.entries()) {
    const mine = chosen[at];
    if (!mine) continue;
    for (let to = at + 1; to < cells.length; to += 1) {
      const [other, swappedWith] = [cells[to], chosen[to]];
      if (
        !other ||
        !swappedWith ||
        other.mealType !== cell.mealType ||
        swappedWith.dish === mine.dish
      )
        continue;
      const [given, taken] = [choiceOf(other, mine.dish), choiceOf(cell, swappedWith.dish)];
      if (!given || !taken) continue;
      const more = changeOf(cost, [
        { cell, now: mine, after: taken },
        { cell: other, now: swappedWith, after: given },
      ]);
      if (more < 0) {
        consider(more, 0, [
          [at, taken],
          [to, given],
        ]);
      }
    }
  }
}

/** One dish for everyone at a sitting who may have it. */
function considerSittings(
  cells: readonly TableCell[],
  chosen: Chosen,
  cost: TableCost,
  consider: Consider,
): void {
  const sittings = Map.groupBy(cells.keys(), (at) => `${cells[at]?.date} ${cells[at]?.mealType}`);
  for (const places of sittings.values()) {
    const dishes = new Set(
      places.flatMap((at) => cells[at]?.choices.map(({ dish }) => dish) ?? []),
    );
    for (const dish of dishes) {
      const changes = places.flatMap((at) => {
        const [cell, now] = [cells[at], chosen[at]];
        const after = cell && choiceOf(cell, dish);
        return cell && now && after && after !== now ? [{ at, cell, now, after }] : [];
      });
      const more = changeOf(cost, changes);
      const price = sumCents(
        changes.map(({ now, after }) => after.dish.priceCents - now.dish.priceCents),
      );
      if (more < 0)
        consider(
          more,
          price,
          changes.map(({ at, after }) => [at, after]),
        );
    }
  }
}

type Change = { cell: TablePlace; now: DishChoice; after: DishChoice };

/** What all of them together would cost more; the table is as before. */
function changeOf(cost: TableCost, changes: readonly Change[]): number {
  for (const { cell, now } of changes) cost.take(cell, now.dish);
  let more = 0;
  for (const { cell, after } of changes) {
    more += cost.costOf(cell, after);
    cost.lay(cell, after.dish);
  }
  for (const { cell, after } of changes) cost.take(cell, after.dish);
  for (const { cell, now } of changes) {
    more -= cost.costOf(cell, now);
    cost.lay(cell, now.dish);
  }
  return more;
}

function apply(
  cells: readonly TableCell[],
  chosen: Chosen,
  cost: TableCost,
  { changes }: Step,
): void {
  for (const [at] of changes) {
    const [cell, now] = [cells[at], chosen[at]];
    if (cell && now) cost.take(cell, now.dish);
  }
  for (const [at, to] of changes) {
    const cell = cells[at];
    if (cell) cost.lay(cell, to.dish);
    chosen[at] = to;
  }
}
