import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import {
  array,
  assert,
  constant,
  integer,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekdayOf } from '#platform/rules/plain-date.ts';
import { MOST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import { type CookNeed, cookDays, daysToCook, daysToKeep } from './cook-days.ts';

const MONDAY = '2026-11-30';

const aKeeping = tuple(
  integer({ min: 0, max: MOST_KEEPS_DAYS }),
  integer({ min: 0, max: 5 }),
  integer({ min: 0, max: 5 }),
).map(([keepsDays, ahead, ready]) => {
  const cookAheadDays = Math.min(ahead, keepsDays);
  return { keepsDays, cookAheadDays, readyDaysBefore: Math.min(ready, cookAheadDays) };
});

const aDemand = tuple(integer({ min: 0, max: 9 }), integer({ min: 0, max: 4 })).map(
  ([day, shelfLifeDays]): CookNeed => ({ deliveryDate: addDays(MONDAY, day), shelfLifeDays }),
);

const closedDays = record({
  closedWeekdays: shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 2 }),
  closures: array(
    tuple(integer({ min: 0, max: 9 }), integer({ min: 0, max: 2 })).map(([day, more]) => ({
      from: addDays(MONDAY, day),
      until: addDays(MONDAY, day + more),
      reason: 'Off',
    })),
    { maxLength: 2 },
  ),
});

/** Tries every set of days, the smallest first. */
function fewestCookings(choices: readonly string[][]): number {
  const days = [...new Set(choices.flat())];
  for (let count = 0; count <= days.length; count += 1)
    if (
      anySubset(days, count, (chosen) =>
        choices.every((list) => list.some((day) => chosen.has(day))),
      )
    )
      return count;
  throw new Error('a need without a day');
}

function anySubset(
  days: readonly string[],
  count: number,
  serves: (chosen: ReadonlySet<string>) => boolean,
  chosen: readonly string[] = [],
): boolean {
  if (chosen.length === count) return serves(new Set(chosen));
  return days.some((day, index) =>
    anySubset(days.slice(index + 1), count, serves, [...chosen, day]),
  );
}

describe('cook days', () => {
  test('lie in the window of each need, on open days, and serve each need once', () => {
    assert(
      property(
        aKeeping,
        array(aDemand, { maxLength: 12 }),
        closedDays,
        (keeping, needs, closed) => {
          const { cooks, cannot } = cookDays(keeping, needs, closed);
          for (const { cookDate, needs: served } of cooks) {
            expect(closed.closedWeekdays).not.toContain(weekdayOf(cookDate));
            expect(isClosedDay(closed, cookDate)).toBe(false);
            for (const need of served) {
              expect(cookDate >= addDays(need.deliveryDate, -keeping.cookAheadDays)).toBe(true);
              expect(cookDate <= addDays(need.deliveryDate, -keeping.readyDaysBefore)).toBe(true);
              expect(daysToKeep(cookDate, need)).toBeLessThanOrEqual(keeping.keepsDays);
            }
          }
          const served = [...cooks.flatMap((cook) => cook.needs), ...cannot];
          expect(new Set(served)).toEqual(new Set(needs));
          expect(served).toHaveLength(needs.length);
          for (const need of cannot) expect(daysToCook(keeping, need, closed)).toEqual([]);
        },
      ),
    );
  });

  test('are as few as any choice of days could be', () => {
    assert(
      property(aKeeping, array(aDemand, { maxLength: 7 }), closedDays, (keeping, needs, closed) => {
        const choices = needs
          .map((need) => daysToCook(keeping, need, closed))
          .filter((days) => days.length > 0);
        expect(cookDays(keeping, needs, closed).cooks).toHaveLength(fewestCookings(choices));
      }),
      { numRuns: 500 },
    );
  });

  test('do not depend on the sequence of the needs', () => {
    const shuffled = array(aDemand, { maxLength: 12 }).chain((needs) =>
      tuple(
        constant(needs),
        shuffledSubarray(needs, { minLength: needs.length, maxLength: needs.length }),
      ),
    );
    assert(
      property(aKeeping, shuffled, closedDays, (keeping, [needs, others], closed) => {
        const daysOf = (list: readonly CookNeed[]) =>
          cookDays(keeping, list, closed).cooks.map(({ cookDate, needs: served }) => ({
            cookDate,
            served: new Set(served),
          }));
        expect(daysOf(others)).toEqual(daysOf(needs));
      }),
    );
  });
});
