import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import type { WorkMinutes } from '#areas/menu/rules/recipe.ts';
import {
  array,
  assert,
  constant,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekdayOf } from '#platform/rules/plain-date.ts';
import { MOST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import { ALWAYS_OPEN, everyDay, NO_MINUTES } from '#quality/support/a-cook-clock.ts';
import { type CookNeed, cookDays, daysToCook, daysToKeep } from '#areas/kitchen/rules/cook-days.ts';

const MONDAY = '2026-11-30';

const aKeeping = tuple(
  integer({ min: 0, max: MOST_KEEPS_DAYS }),
  integer({ min: 0, max: 5 }),
  integer({ min: 0, max: 5 }),
).map(([keepsDays, ahead, ready]) => {
  const cookAheadDays = Math.min(ahead, keepsDays);
  return { keepsDays, cookAheadDays, readyDaysBefore: Math.min(ready, cookAheadDays) };
});

const someMinutes = constantFrom<WorkMinutes>(
  NO_MINUTES,
  { hands: 15, rest: 0, cook: 30, chill: 180 },
  { hands: 30, rest: 0, cook: 240, chill: 180 },
);

const aComponent = tuple(aKeeping, someMinutes).map(([keeping, minutes]) => ({
  ...keeping,
  minutes,
}));

const aDemand = tuple(
  integer({ min: 0, max: 9 }),
  integer({ min: 0, max: 4 }),
  constantFrom(510, 810),
).map(([day, shelfLifeDays, minuteOfDay]): CookNeed => {
  const deliveryDate = addDays(MONDAY, day);
  return { deliveryDate, due: { date: deliveryDate, minuteOfDay }, shelfLifeDays };
});

const aClock = record({
  closedWeekdays: shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { maxLength: 2 }),
  closures: array(
    tuple(integer({ min: 0, max: 9 }), integer({ min: 0, max: 2 })).map(([day, more]) => ({
      from: addDays(MONDAY, day),
      until: addDays(MONDAY, day + more),
      reason: 'Off',
    })),
    { maxLength: 2 },
  ),
}).map(({ closedWeekdays, closures }) => ({
  ...ALWAYS_OPEN,
  hours: everyDay(300, 1200).filter(({ weekday }) => !closedWeekdays.includes(weekday)),
  closures,
}));

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
        aComponent,
        array(aDemand, { maxLength: 12 }),
        aClock,
        (component, needs, kitchen) => {
          const { cooks, cannot } = cookDays(component, needs, kitchen);
          for (const { cookDate, needs: served } of cooks) {
            expect(kitchen.hours.map(({ weekday }) => weekday)).toContain(weekdayOf(cookDate));
            expect(isClosedDay(kitchen, cookDate)).toBe(false);
            for (const need of served) {
              expect(cookDate >= addDays(need.deliveryDate, -component.cookAheadDays)).toBe(true);
              expect(cookDate <= addDays(need.deliveryDate, -component.readyDaysBefore)).toBe(true);
              expect(daysToKeep(cookDate, need)).toBeLessThanOrEqual(component.keepsDays);
            }
          }
          const served = [...cooks.flatMap((cook) => cook.needs), ...cannot];
          expect(new Set(served)).toEqual(new Set(needs));
          expect(served).toHaveLength(needs.length);
          for (const need of cannot) expect(daysToCook(component, need, kitchen)).toEqual([]);
        },
      ),
    );
  });

  test('are as few as any choice of days could be', () => {
    assert(
      property(
        aComponent,
        array(aDemand, { maxLength: 7 }),
        aClock,
        (component, needs, kitchen) => {
          const choices = needs
            .map((need) => daysToCook(component, need, kitchen))
            .filter((days) => days.length > 0);
          expect(cookDays(component, needs, kitchen).cooks).toHaveLength(fewestCookings(choices));
        },
      ),
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
      property(aComponent, shuffled, aClock, (component, [needs, others], kitchen) => {
        const daysOf = (list: readonly CookNeed[]) =>
          cookDays(component, list, kitchen).cooks.map(({ cookDate, needs: served }) => ({
            cookDate,
            served: new Set(served),
          }));
        expect(daysOf(others)).toEqual(daysOf(needs));
      }),
    );
  });
});
