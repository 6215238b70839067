import { assert, array, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BaseUnit } from '#areas/menu/rules/units.ts';
import components from '#areas/menu/server/samples/components.json' with { type: 'json' };
import ingredients from '#areas/menu/server/samples/ingredients.json' with { type: 'json' };
import recipes from '#areas/menu/server/samples/meal-recipes.json' with { type: 'json' };
import { cookedAbout, trayAmounts } from './tray-amounts.ts';
import worked from './tray-values.json' with { type: 'json' };

type WorkedLine = {
  name: string;
  qty: number;
  unit: BaseUnit;
  lossBp: number;
  isTakenOut: boolean;
};

function linesOf(value: (typeof worked)[number]): { basis: number; lines: WorkedLine[] } {
  if (value.lines)
    return {
      basis: value.basis ?? 1,
      lines: value.lines.map(({ ingredient, qty, unit, lossBp }) => ({
        name: ingredient,
        qty,
        unit: unit as BaseUnit,
        lossBp,
        isTakenOut: true,
      })),
    };
  const recipe = recipes.find(({ slug }) => slug === value.recipe)!;
  return {
    basis: recipe.basis,
    lines: recipe.lines.map((line: { ingredient?: string; component?: string; qty: number }) => {
      const ingredient = ingredients.find(({ name }) => name === line.ingredient);
      const component = components.find(({ name }) => name === line.component);
      return {
        name: (ingredient ?? component)!.name,
        qty: line.qty,
        unit: (ingredient ?? component)!.baseUnit as BaseUnit,
        lossBp: ingredient?.lossBp ?? 0,
        isTakenOut: ingredient !== undefined,
      };
    }),
  };
}

describe('what goes on a tray', () => {
  test.each(worked)('$says', (value) => {
    const { basis, lines } = linesOf(value);
    const sums = lines.map(({ name, unit, isTakenOut, ...line }) => {
      const { takeOut, ...amounts } = trayAmounts(
        { ...line, baseUnit: unit },
        basis,
        value.portions,
      );
      return { line: name, unit, ...amounts, ...(isTakenOut && { takeOut }) };
    });
    expect(sums.toSorted(byLine)).toEqual(value.expected.toSorted(byLine));
  });

  test('is the exact sum, whatever the windows, and never less with one portion more', () => {
    const aDay = record({
      qty: integer({ min: 1, max: 5000 }),
      lossBp: integer({ min: 0, max: 9000 }),
      basis: integer({ min: 1, max: 50 }),
      portions: array(integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }),
    });
    assert(
      property(aDay, ({ qty, lossBp, basis, portions }) => {
        const line = { qty, lossBp, baseUnit: 'g' as const };
        const { windows, takeOut } = trayAmounts(line, basis, portions);
        const all = portions.reduce((sum, count) => sum + count, 0);
        const exact = (count: number) => upDivided(count * qty, basis);
        expect(windows).toEqual(portions.map(exact));
        expect(takeOut).toBe(upDivided(all * qty * 10_000, basis * (10_000 - lossBp)));
        const more = trayAmounts(line, basis, portions.with(0, portions[0]! + 1));
        expect(more.windows[0]).toBeGreaterThanOrEqual(windows[0]!);
        expect(more.takeOut).toBeGreaterThanOrEqual(takeOut);
      }),
      { numRuns: 200, seed: 32 },
    );
  });
});

/** In whole numbers, which no double has touched. */
function upDivided(dividend: number, divisor: number): number {
  const [all, part] = [BigInt(dividend), BigInt(divisor)];
  return Number((all + part - 1n) / part);
}

function byLine(a: { line: string }, b: { line: string }): number {
  return Number(a.line > b.line) - Number(a.line < b.line);
}

describe('after heat', () => {
  test('387 g of raw chicken that give 296 g are 99 g on a tray of 129', () => {
    expect(cookedAbout(129, [{ rawQty: 387, cookedQty: 296 }])).toBe(99);
  });

  test('the median of the last five pans counts, and none is no guess', () => {
    const pans = [75, 74, 76, 40, 73, 10].map((cookedQty) => ({ rawQty: 100, cookedQty }));
    expect(cookedAbout(100, pans)).toBe(74);
    expect(cookedAbout(100, pans.slice(0, 2))).toBe(75);
    expect(cookedAbout(129, [])).toBeNull();
  });
});
