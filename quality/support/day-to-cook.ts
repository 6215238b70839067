import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { assertDefined } from '#platform/server/errors.ts';

/** Some trays of a day are filled on the day before: asked from there, a bench has all of them. */
export function benchBefore(date: PlainDate): string {
  return `/api/bench?date=${addDays(date, -1)}`;
}

/** What a bench that was asked by `benchBefore` says of the day that it names second. */
export function dayToCook({ days }: Pick<BenchReply, 'days'>) {
  const { date, out, waiting, giftCards } = assertDefined(days[1], 'the second day');
  const trays = days
    .flatMap((day) => day.trays)
    .filter((tray) => tray.date === date)
    .flatMap(({ mealId, name, windows }) =>
      windows.map(({ window, count, held, done, short }) => ({
        mealId,
        name,
        window,
        count,
        held,
        done,
        short,
      })),
    );
  return {
    meals: trays.reduce((sum, { count }) => sum + count, 0),
    deliveries: out.reduce((sum, { bags }) => sum + bags, 0),
    waiting,
    giftCards,
    trays,
  };
}
