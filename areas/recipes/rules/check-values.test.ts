/** Every sum against check-values.json: worked by hand, or computed twice independently in exact fractions. */
import { describe, expect, test } from 'vitest';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import checkValues from './check-values.json' with { type: 'json' };
import { batchesOf, isPotSize } from '#areas/kitchen/rules/batches.ts';
import { cookDays } from '#areas/kitchen/rules/cook-days.ts';
import { explode } from '#quality/support/explode.ts';
import { forecast } from '#areas/kitchen/rules/forecast.ts';
import {
  gross,
  cost,
  type CostLine,
  cycle,
  type ComponentRecipe,
  type MealRecipe,
  type Pot,
} from '#areas/menu/rules/recipe.ts';
import { type BaseUnit, type InputUnit, toBase } from '#areas/menu/rules/units.ts';
import { yieldOf } from '#areas/menu/rules/recipe-limits.ts';
import { type AllergenSource, allergens } from '#areas/menu/rules/derive-meal.ts';
import { nutrition, type NutrientLine } from '#areas/menu/rules/nutrition.ts';
import { ALWAYS_OPEN, NO_MINUTES } from '#quality/support/a-cook-clock.ts';

/** The file calls everything by its name; the sums know ids. */
class Names {
  readonly #ids = new Map<string, number>();

  id(name: string): number {
    const id = this.#ids.get(name) ?? this.#ids.size + 1;
    this.#ids.set(name, id);
    return id;
  }

  name(id: number): string {
    return [...this.#ids].find(([, known]) => known === id)?.[0] ?? '?';
  }

  /** An object by names as a map by ids. */
  map<From, To>(object: Record<string, From>, to: (value: From) => To): Map<number, To> {
    return new Map(Object.entries(object).map(([name, value]) => [this.id(name), to(value)]));
  }

  /** And back, in the alphabet's sequence. */
  object<From, To>(map: ReadonlyMap<number, From>, to: (value: From) => To): Record<string, To> {
    const named = [...map].map(([id, value]) => [this.name(id), to(value)] as const);
    return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

describe('units', () => {
  test.each(checkValues.toBase)('$name', ({ given, expected }) => {
    const { amount, unit, base, gramsPerLitre = null } = given;
    const weights = { gramsPerLitre, gramsPer100Pieces: null };
    expect(toBase(amount, unit as InputUnit, base as BaseUnit, weights)).toEqual(expected);
  });
});

describe('loss', () => {
  test.each(checkValues.gross)('$name', ({ given, expected }) => {
    expect(gross(given.net, given.lossBp)).toEqual(expected);
  });
});

describe('yield', () => {
  test.each(checkValues.yieldOf)('$name', ({ given, expected }) => {
    expect(yieldOf(given.netGrams, given.finished)).toEqual(expected);
  });
});

describe('batches', () => {
  test.each(checkValues.batches)('$name', ({ given, expected }) => {
    const result = isPotSize(given) ? batchesOf(given.need, given) : { error: 'batch_size' };
    expect(result).toEqual(expected);
  });
});

type NamedLine = { ingredient?: string; component?: string; qty: number; lossBp?: number };

describe('needs', () => {
  type Given = {
    portions: Record<string, number>;
    meals: Record<string, { basis: number; lines: NamedLine[] }>;
    components: Record<string, Omit<ComponentRecipe, 'lines'> & { lines: NamedLine[] }>;
  };

  test.each(checkValues.explode)('$name', (check) => {
    const names = new Names();
    const given = check.given as unknown as Given;
    const line = ({ ingredient, component, qty, lossBp = 0 }: NamedLine) =>
      component === undefined
        ? { ingredientId: names.id(ingredient ?? ''), qty, lossBp }
        : { componentId: names.id(component), qty, lossBp };
    const meals = names.map(given.meals, ({ basis, lines }): MealRecipe => {
      return { basis, lines: lines.map(line) };
    });
    const components = names.map(given.components, ({ lines, ...size }): ComponentRecipe => {
      return { ...size, lines: lines.map(line) };
    });
    const portions = names.map(given.portions, (count) => count);
    const needs = explode(portions, { meals, components });
    expect({
      components: names.object(needs.components, (component) => ({
        need: component.need,
        batches: component.batches,
        made: component.made,
      })),
      ingredients: names.object(needs.ingredients, (qty) => qty),
    }).toEqual(check.expected);
  });
});

describe('cook days', () => {
  test.each(checkValues.cookDays)('$name', ({ given, expected }) => {
    const { closedWeekdays = [], closures = [] } = given;
    const kitchen = {
      ...ALWAYS_OPEN,
      hours: ALWAYS_OPEN.hours.filter(
        ({ weekday }) => !closedWeekdays.some((day) => day === weekday),
      ),
      closures,
    };
    const needs = given.needs.map((need) => ({
      ...need,
      due: { date: need.deliveryDate, minuteOfDay: 510 },
    }));
    const component = { ...given.component, minutes: NO_MINUTES };
    const { cooks, cannot } = cookDays(component, needs, kitchen);
    expect({
      cooks: cooks.map(({ cookDate, needs: served }) => ({
        cookDate,
        qty: served.reduce((total, { qty }) => total + qty, 0),
        for: served.map(({ deliveryDate }) => deliveryDate),
      })),
      cannot: cannot.map(({ deliveryDate }) => deliveryDate),
    }).toEqual(expected);
  });
});

describe('forecast', () => {
  test.each(checkValues.forecast)('$name', ({ given, expected }) => {
    const result = forecast(given.history, given.ordered, given.limit ?? null);
    const leftOut = 'leftOut' in result && {
      leftOut: result.leftOut.map(({ portions }) => portions),
    };
    expect({ ...result, ...leftOut }).toEqual(expected);
  });
});

type Named<Line> = Line | { component: string; qty: number; lossBp?: number };

function potsOf<Line extends object>(
  names: Names,
  { lines, components }: { lines: unknown; components: unknown },
) {
  const line = (named: Named<Line>) => {
    if (!('component' in named)) return named;
    const { component, qty, lossBp = 0 } = named;
    return { componentId: names.id(component), qty, lossBp };
  };
  type NamedPot = { pot: number; lines: Named<Line>[] };
  const pots = names.map(components as Record<string, NamedPot>, (named): Pot<Line> => {
    return { pot: named.pot, lines: named.lines.map(line) };
  });
  return { lines: (lines as Named<Line>[]).map(line), pots };
}

describe('nutrition', () => {
  test.each(checkValues.nutrition)('$name', ({ given, expected }) => {
    const { lines, pots } = potsOf<NutrientLine>(new Names(), given);
    expect(nutrition({ basis: given.basis, lines }, pots)).toEqual(expected);
  });
});

describe('cost', () => {
  test.each(checkValues.cost)('$name', ({ given, expected }) => {
    const { lines, pots } = potsOf<CostLine>(new Names(), given);
    expect(cost({ ...given, lines }, pots)).toEqual(expected);
  });
});

describe('allergens', () => {
  test.each(checkValues.allergens)('$name', ({ given, expected }) => {
    const declared = given.declared as Allergen[] | null;
    expect(allergens(given.ingredients as AllergenSource[], declared)).toEqual(expected);
  });
});

describe('recipes in circles', () => {
  test.each(checkValues.cycle)('$name', ({ given, expected }) => {
    const names = new Names();
    const uses = names.map(given.components as unknown as Record<string, string[]>, (used) =>
      used.map((name) => names.id(name)),
    );
    const { component, uses: used } = given.change;
    const change = {
      componentId: names.id(component),
      uses: used.map((name) => names.id(name)),
    };
    const way = cycle(uses, change);
    expect(way === null ? { ok: true } : { cycle: way.map((id) => names.name(id)) }).toEqual(
      expected,
    );
  });
});
