import { describe, expect, test } from 'vitest';
import { ALWAYS_OPEN, dateOff, everyDay } from '#quality/support/a-cook-clock.ts';
import { dayLoads, isOverloaded } from '#areas/kitchen/rules/day-load.ts';
import type { PlannedCooking } from '#areas/kitchen/rules/plan-production.ts';

const TUE = '2026-12-01';
const WED = '2026-12-02';
const [RICE, LAMB, BRISKET] = [1, 2, 3];
const KITCHEN = { ...ALWAYS_OPEN, hours: everyDay(300, 1200) };

const WORKS = new Map([
  [RICE, { minutes: { hands: 15, rest: 0, cook: 30, chill: 180 }, equipmentName: '' }],
  [LAMB, { minutes: { hands: 45, rest: 0, cook: 210, chill: 180 }, equipmentName: 'Oven ' }],
  [BRISKET, { minutes: { hands: 30, rest: 600, cook: 600, chill: 150 }, equipmentName: 'oven' }],
]);

function cooking(
  componentId: number,
  { pots = 1, startsOn = WED, days = [WED] }: { pots?: number; startsOn?: string; days?: string[] },
): PlannedCooking {
  const wall = { date: WED, minuteOfDay: 600 };
  return {
    componentId,
    cookDate: WED,
    times: { start: { ...wall, date: startsOn }, cook: wall, chill: wall, ready: wall },
    need: 1000 * pots,
    batches: Array.from({ length: pots }, () => 1000),
    made: 1000 * pots,
    surplus: 0,
    needs: [],
    laterNeeds: [],
    days,
    keepsUntil: WED,
  };
}

describe('the load of a day', () => {
  test('is what each pot takes of hands and of what it is cooked in, of what there is', () => {
    const cookings = [
      cooking(RICE, { pots: 3 }),
      cooking(LAMB, { pots: 2, days: [TUE, WED] }),
      cooking(BRISKET, { startsOn: TUE, days: [TUE, WED] }),
    ];
    const capacity = { equipment: [{ name: 'Oven', count: 1 }], cooks: 2 };
    expect(dayLoads(cookings, WORKS, capacity, KITCHEN)).toEqual([
      // It is rubbed the day before.
      {
        date: TUE,
        pots: 0,
        hands: { minutes: 30, of: 1800, movable: [BRISKET] },
        equipment: [],
      },
      {
        date: WED,
        pots: 6,
        hands: { minutes: 135, of: 1800, movable: [LAMB] },
        equipment: [{ name: 'Oven', minutes: 1020, of: 900, movable: [BRISKET, LAMB] }],
      },
    ]);
  });

  test('without cooks has hands of which nobody knows whether they are enough', () => {
    const [day] = dayLoads([cooking(RICE, {})], WORKS, { equipment: [], cooks: null }, KITCHEN);
    expect(day).toMatchObject({ hands: { minutes: 15, of: null }, equipment: [] });
    expect([
      isOverloaded({ minutes: 15, of: null }),
      isOverloaded({ minutes: 15, of: 15 }),
    ]).toEqual([false, false]);
    expect(isOverloaded({ minutes: 16, of: 15 })).toBe(true);
  });

  test('of a closed day has nobody', () => {
    const kitchen = { ...KITCHEN, closures: [dateOff(WED)] };
    const [day] = dayLoads([cooking(RICE, {})], WORKS, { equipment: [], cooks: 2 }, kitchen);
    expect(day).toMatchObject({ hands: { minutes: 15, of: 0 } });
  });
});
