import {
  array,
  assert,
  boolean,
  integer,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComponentRecipe, MealRecipe, RecipeLine } from '#areas/menu/rules/recipe.ts';
import { batchesOf, isPotSize } from '#areas/kitchen/rules/batches.ts';
import { parentsFirst } from '#areas/kitchen/rules/plan-production.ts';
import { type DayNeeds, explode } from '#quality/support/explode.ts';

const MEALS = 5;
const COMPONENTS = 6;
const INGREDIENTS = 8;

const aQty = integer({ min: 1, max: 1500 });
const aLoss = integer({ min: 0, max: 4000 });
const anIngredientLine = tuple(integer({ min: 1, max: INGREDIENTS }), aQty, aLoss).map(
  ([ingredientId, qty, lossBp]): RecipeLine => ({ ingredientId, qty, lossBp }),
);

/** A component uses only those with a higher id, so that there is no circle. */
function aLineAbove(id: number) {
  return tuple(integer({ min: id + 1, max: COMPONENTS }), aQty, aLoss).map(
    ([componentId, qty, lossBp]): RecipeLine => ({ componentId, qty, lossBp }),
  );
}

function linesAbove(id: number) {
  const own = array(anIngredientLine, { minLength: 1, maxLength: 3 });
  if (id >= COMPONENTS) return own;
  return tuple(own, array(aLineAbove(id), { maxLength: 2 })).map((lists) => lists.flat());
}

const aSize = tuple(integer({ min: 500, max: 9000 }), integer({ min: 0, max: 100 }), boolean()).map(
  ([pot, percent, wholePots]) => ({ pot, min: Math.floor((pot * percent) / 200), wholePots }),
);

const aComponent = (id: number) =>
  tuple(aSize, linesAbove(id)).map(([size, lines]): ComponentRecipe => ({ ...size, lines }));

const aMeal = tuple(integer({ min: 10, max: 50 }), linesAbove(0)).map(
  ([basis, lines]): MealRecipe => ({ basis, lines }),
);

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const byId = <Value>(values: readonly Value[]) =>
  new Map(values.map((value, index) => [index + 1, value] as const));

const aKitchen = record({
  meals: tuple(...ids(MEALS).map(() => aMeal)).map(byId),
  components: tuple(...ids(COMPONENTS).map(aComponent)).map(byId),
});
const portions = array(integer({ min: 0, max: 80 }), { minLength: MEALS, maxLength: MEALS }).map(
  byId,
);
const shuffled = <Value>(values: readonly Value[]) =>
  shuffledSubarray([...values], { minLength: values.length, maxLength: values.length });

function madeOf(needs: DayNeeds, componentId: number): number {
  return needs.components.get(componentId)?.made ?? 0;
}

describe('what a day needs', () => {
  test('does not depend on the sequence of orders, meals or lines', () => {
    const shuffles = tuple(aKitchen, portions).chain(([kitchen, counts]) =>
      record({
        kitchen: record({}).map(() => kitchen),
        counts: record({}).map(() => counts),
        portionRows: shuffled([...counts]),
        mealRows: shuffled([...kitchen.meals]),
        componentRows: shuffled([...kitchen.components]),
        isReversed: boolean(),
      }),
    );
    assert(
      property(
        shuffles,
        ({ kitchen, counts, portionRows, mealRows, componentRows, isReversed }) => {
          const turned = <Recipe extends { lines: readonly RecipeLine[] }>(recipe: Recipe) =>
            isReversed ? { ...recipe, lines: recipe.lines.toReversed() } : recipe;
          const other = {
            meals: new Map(mealRows.map(([id, meal]) => [id, turned(meal)])),
            components: new Map(componentRows.map(([id, component]) => [id, turned(component)])),
          };
          const [needs, again] = [explode(counts, kitchen), explode(new Map(portionRows), other)];
          expect(again.components).toEqual(needs.components);
          expect(again.ingredients).toEqual(needs.ingredients);
        },
      ),
    );
  });

  test('is never less with a portion more', () => {
    const more = integer({ min: 1, max: MEALS });
    assert(
      property(aKitchen, portions, more, (kitchen, counts, mealId) => {
        const before = explode(counts, kitchen);
        const after = explode(new Map(counts).set(mealId, (counts.get(mealId) ?? 0) + 1), kitchen);
        for (const id of ids(COMPONENTS)) {
          expect(madeOf(after, id)).toBeGreaterThanOrEqual(madeOf(before, id));
          const [less, greater] = [before.components.get(id), after.components.get(id)];
          expect(greater?.need ?? 0).toBeGreaterThanOrEqual(less?.need ?? 0);
        }
        for (const id of ids(INGREDIENTS))
          expect(after.ingredients.get(id) ?? 0).toBeGreaterThanOrEqual(
            before.ingredients.get(id) ?? 0,
          );
      }),
    );
  });

  test('puts every component after those that use it', () => {
    assert(
      property(aKitchen, ({ components }) => {
        const order = parentsFirst(components);
        expect(order.toSorted((a, b) => a - b)).toEqual(ids(COMPONENTS));
        for (const [id, { lines }] of components)
          for (const line of lines)
            if ('componentId' in line)
              expect(order.indexOf(line.componentId)).toBeGreaterThan(order.indexOf(id));
      }),
    );
  });
});

test('a meal without a recipe needs nothing', () => {
  const needs = explode(new Map([[9, 12]]), { meals: new Map(), components: new Map() });
  expect([...needs.components, ...needs.ingredients]).toEqual([]);
});

describe('batches', () => {
  test('make what is needed, less than a pot more, and each fits the pot', () => {
    assert(
      property(aSize, integer({ min: 0, max: 60_000 }), (size, need) => {
        const cooked = batchesOf(need, size);
        expect(cooked.made).toBeGreaterThanOrEqual(need);
        expect(cooked.surplus).toBe(cooked.made - need);
        expect(cooked.surplus).toBeLessThan(size.pot);
        for (const qty of cooked.batches) {
          expect(qty).toBeLessThanOrEqual(size.pot);
          expect(qty).toBeGreaterThanOrEqual(size.min);
        }
        if (!size.wholePots && cooked.batches.length > 1) expect(cooked.surplus).toBe(0);
      }),
    );
  });

  test.each([
    { pot: 0, min: 0, wholePots: false },
    { pot: 100, min: -1, wholePots: false },
  ])('a pot of $pot with at least $min is refused', (size) => {
    expect(isPotSize(size)).toBe(false);
  });
});
