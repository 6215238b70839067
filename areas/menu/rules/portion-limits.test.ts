/** Limits against worked examples: what the database does, in the simplest way. */
import { expect, test } from 'vitest';
import checkValues from './portion-limits-values.json' with { type: 'json' };
import { limitProblem, type PortionCount, portionsLeft } from './portion-limits.ts';

const NO_SALES: PortionCount = { portions: null, held: 0, booked: 0 };

type Item = { meal: string; date: string; n: number };

type Step = {
  op: string;
  meal?: string;
  date?: string;
  portions?: number | null;
  checkout?: string;
  items?: Item[];
  from?: Item[];
  to?: Item[];
  deliveryStatus?: string;
};

/** What the database does, in the simplest way: all rows of a sale, or none. */
class Sales {
  readonly rows = new Map<string, PortionCount>();
  readonly #holds = new Map<string, Map<string, number>>();

  do(step: Step): unknown {
    const key = `${step.meal} ${step.date}`;
    const checkout = step.checkout ?? '';
    const items = countsOf(step.items ?? []);
    switch (step.op) {
      case 'set':
        return this.#set(key, step.portions ?? null);
      case 'stop':
        return this.#set(key, soldOf(this.#row(key)));
      case 'hold':
        return this.#sell(items, 'held', () => this.#holds.set(checkout, items));
      case 'release':
        return this.#end(checkout, 'given back');
      case 'book':
        return this.#end(checkout, 'booked');
      case 'bookLate': {
        const result = this.#sell(items, 'booked');
        return typeof result === 'string' ? result : { undecided: result.soldOut };
      }
      case 'override':
        this.#add(items, 'booked');
        return 'ok';
      case 'edit':
        return this.#sell(differenceOf(step.from ?? [], step.to ?? []), 'booked');
      case 'refund':
        return 'kept';
      case 'cancel':
        // From `cooked` on the food exists.
        if ((step.deliveryStatus ?? 'planned') !== 'planned') return 'kept';
        this.#add(negated(items), 'booked');
        return 'given back';
      default:
        throw new Error(`unknown: ${step.op}`);
    }
  }

  #row(key: string): PortionCount {
    return this.rows.get(key) ?? NO_SALES;
  }

  #set(key: string, portions: number | null): unknown {
    if (portions !== null && portions < 0) return { refused: 'negative' };
    const sold = soldOf(this.#row(key));
    if (limitProblem(portions, sold) !== null) return { refused: 'below_sold', sold };
    this.rows.set(key, { ...this.#row(key), portions });
    return 'ok';
  }

  #sell(
    counts: Map<string, number>,
    column: 'held' | 'booked',
    then = () => {},
  ): 'ok' | { soldOut: unknown[] } {
    const short = [...counts].filter(
      ([key, count]) => count > (portionsLeft(this.#row(key)) ?? count),
    );
    if (short.length > 0)
      return { soldOut: short.map(([key]) => ({ key, left: portionsLeft(this.#row(key)) })) };
    this.#add(counts, column);
    then();
    return 'ok';
  }

  #add(counts: Map<string, number>, column: 'held' | 'booked'): void {
    for (const [key, count] of counts) {
      const row = this.#row(key);
      this.rows.set(key, { ...row, [column]: row[column] + count });
    }
  }

  #end(checkout: string, as: 'booked' | 'given back'): string {
    const held = this.#holds.get(checkout);
    if (!held) return 'nothing';
    this.#holds.delete(checkout);
    this.#add(negated(held), 'held');
    if (as === 'booked') this.#add(held, 'booked');
    return 'ok';
  }
}

function countsOf(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { meal, date, n } of items) {
    const key = `${meal} ${date}`;
    counts.set(key, (counts.get(key) ?? 0) + n);
  }
  return counts;
}

function negated(counts: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...counts].map(([key, count]) => [key, -count]));
}

test.each(checkValues)('$name', ({ given, expected }) => {
  const sales = new Sales();
  expect(given.ops.map((step) => sales.do(step))).toEqual(expected.results);
  const rows = [...sales.rows].map(([key, row]) => [key, { ...row, left: portionsLeft(row) }]);
  expect(Object.fromEntries(rows)).toEqual(expected.rows);
});

function soldOf({ held, booked }: PortionCount): number {
  return held + booked;
}

function differenceOf(before: readonly Item[], after: readonly Item[]): Map<string, number> {
  const given = before.map((item) => ({ ...item, n: -item.n }));
  return new Map([...countsOf([...given, ...after])].filter(([, count]) => count !== 0));
}
