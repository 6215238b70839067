/** Which dish goes where: no randomness, ties by price and then by order. */
import { sumCents } from '#platform/rules/money.ts';
import type { FillWish } from '#areas/checkout/rules/draft/fill-candidates.ts';
import {
  choiceOf,
  costOfTable,
  layPlaced,
  type Table,
  type TableCell,
} from '#areas/checkout/rules/draft/read-table.ts';
import type { DishChoice, TableCost, TablePlace } from '#areas/checkout/rules/draft/table-cost.ts';

const MOST_STEPS = 400;

export type Chosen = (DishChoice | null)[];

/** The cheapest dish for each place in turn, then the best single step until none helps. */
export function chooseAll(table: Table, wish: FillWish, lambda: number): Chosen {
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
      const [other, theirs] = [cells[to], chosen[to]];
      if (!other || !theirs || other.mealType !== cell.mealType || theirs.dish === mine.dish)
        continue;
      const [given, taken] = [choiceOf(other, mine.dish), choiceOf(cell, theirs.dish)];
      if (!given || !taken) continue;
      const more = changeOf(cost, [
        { cell, now: mine, after: taken },
        { cell: other, now: theirs, after: given },
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
