/** The bench with each text at the pot or tray that names it: what screens and sheets read. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { BenchReply } from './bench.ts';

type Food = BenchReply['foods'][number];
type Meal = BenchReply['meals'][number];
type Day = BenchReply['days'][number];

export type BenchReading = Day['readings'][number] & { date: PlainDate };

type LineOf<Of extends { lines: { id: string }[] }> = Omit<Of['lines'][number], 'id'> &
  Pick<Food, 'name' | 'unit'> & { lineId: string };

export type BenchPot = Omit<Day['pots'][number], 'weigh' | 'takeOut'> &
  Omit<BenchReply['components'][number], 'lines'> & {
    lines: (LineOf<BenchReply['components'][number]> &
      Pick<Food, 'allergens' | 'lots'> & {
        weigh: number;
        takeOut: number;
        isComponent: boolean;
      })[];
  };

export type BenchTray = Omit<Day['trays'][number], 'windows' | 'sums' | 'takeOut'> &
  Omit<Meal, 'lines'> & {
    needs: 'core'[];
    windows: (Omit<Day['trays'][number]['windows'][number], 'portions'> & {
      portions: { itemId: number; deliveryId: number; key: string }[];
    })[];
    rows: (LineOf<Meal> & { sums: number[]; takeOut: number | null })[];
  };

export type BenchDay = Omit<Day, 'pots' | 'trays' | 'readings'> & {
  pots: BenchPot[];
  trays: BenchTray[];
  readings: BenchReading[];
};

export type Bench = Omit<BenchReply, 'foods' | 'components' | 'meals' | 'days'> & {
  days: BenchDay[];
};

/** What is named and not there is left out: such a reply is none of ours. */
export function openBench<
  Reply extends Pick<BenchReply, 'foods' | 'components' | 'meals' | 'days'>,
>({
  foods,
  components,
  meals,
  days,
  ...bench
}: Reply): Omit<Reply, 'foods' | 'components' | 'meals' | 'days'> & { days: BenchDay[] } {
  const foodOf = new Map(foods.map(({ id, ...food }) => [id, food]));
  const componentOf = new Map(components.map((one) => [one.componentId, one]));
  const mealOf = new Map(meals.map((one) => [one.mealId, one]));

  function linesOf<Line extends { id: string }, More>(
    lines: readonly Line[],
    more: (at: number, id: string) => More,
  ) {
    return lines.flatMap(({ id: lineId, ...line }, at) => {
      const food = foodOf.get(lineId);
      return food ? [{ ...line, lineId, ...food, ...more(at, lineId) }] : [];
    });
  }
  return {
    ...bench,
    days: days.map((day) => ({
      ...day,
      readings: day.readings.map((reading) => ({ ...reading, date: day.date })),
      pots: day.pots.flatMap(({ weigh, takeOut, ...pot }): BenchPot[] => {
        const component = componentOf.get(pot.componentId);
        if (!component) return [];
        const lines = linesOf(component.lines, (at, id) => ({
          weigh: weigh[at] ?? 0,
          takeOut: takeOut[at] ?? 0,
          isComponent: id.startsWith('c'),
        }));
        return [{ ...pot, ...component, lines }];
      }),
      trays: day.trays.flatMap(({ sums, takeOut, windows, ...tray }): BenchTray[] => {
        const meal = mealOf.get(tray.mealId);
        if (!meal) return [];
        const { lines, ...facts } = meal;
        return [
          {
            ...tray,
            ...facts,
            needs: facts.coreCelsius === 0 ? [] : ['core'],
            windows: windows.map(({ portions, ...window }) => ({
              ...window,
              portions: portions.map(([itemId, deliveryId, key]) => ({ itemId, deliveryId, key })),
            })),
            rows: linesOf(lines, (at) => ({
              sums: sums[at] ?? [],
              takeOut: takeOut[at] ?? null,
            })),
          },
        ];
      }),
    })),
  };
}
