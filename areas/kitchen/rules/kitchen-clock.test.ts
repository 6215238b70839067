import { assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { instantOf, type WallTime } from '#platform/rules/zoned-time.ts';
import {
  coldBy,
  isCookDay,
  type KitchenClock,
  minutesOfComponent,
  minutesOfMeal,
  workTimes,
} from '#areas/kitchen/rules/kitchen-clock.ts';
import { wallText } from '#platform/rules/zoned-time.ts';
import { dateOff, everyDay } from '#quality/support/a-cook-clock.ts';
import checkValues from '#areas/kitchen/rules/plan-values.json' with { type: 'json' };

const KITCHEN: KitchenClock = {
  hours: everyDay(5 * 60, 20 * 60),
  closures: [],
  timeZone: 'Australia/Brisbane',
  packBeforeMinutes: 90,
};
const RICE = { hands: 15, rest: 0, cook: 30, chill: 180 };
const BRISKET = { hands: 30, rest: 600, cook: 600, chill: 150 };
const THU = '2026-11-26';

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timesFor(
  minutes: Parameters<typeof workTimes>[0],
  { date, window }: { date: string; window: DeliveryWindow },
  kitchen: KitchenClock,
) {
  const times = workTimes(minutes, coldBy({ date, window }, kitchen), kitchen);
  if ('error' in times) return times;
  const { start, cook, chill, ready } = times;
  return {
    start: wallText(start),
    cook: wallText(cook),
    chill: wallText(chill),
    ready: wallText(ready),
  };
}

describe('the clock of a cooking', () => {
  test.each(checkValues.clock)('$name', ({ given, expected }) => {
    const window = given.window as DeliveryWindow;
    const kitchen = {
      hours: everyDay(minuteOf(given.open), minuteOf(given.close)),
      closures: given.closed.map(dateOff),
      timeZone: KITCHEN.timeZone,
      packBeforeMinutes: given.packBefore,
    };
    expect(timesFor(given.minutes, { date: given.date, window }, kitchen)).toEqual(expected);
  });

  test('a window before the kitchen opens on the day after a closed one is cooked for the day before that', () => {
    const kitchen = {
      ...KITCHEN,
      hours: KITCHEN.hours.filter(({ weekday }) => weekday !== 0),
    };
    expect(timesFor(RICE, { date: '2026-11-30', window: '07:00-09:00' }, kitchen)).toMatchObject({
      ready: '2026-11-28T20:00',
    });
  });

  test.each([
    ['forward', '2026-10-04', '2026-10-03T19:00', 11],
    ['back', '2026-04-05', '2026-04-04T19:30', 12],
  ])('clocks go %s over the night: it rests real minutes', (_, night, rub, hours) => {
    const hobart = { ...KITCHEN, timeZone: 'Australia/Hobart' };
    const minutes = { ...BRISKET, rest: hours * 60 };
    const times = timesFor(minutes, { date: addDays(night, 1), window: '11:00-13:00' }, hobart);
    expect(times).toMatchObject({ start: rub, cook: `${night}T07:30` });
  });

  test('hours that are shorter than chilling are said, and nothing starts at night', () => {
    const kitchen = { ...KITCHEN, hours: everyDay(8 * 60, 10 * 60) };
    expect(timesFor(RICE, { date: THU, window: '16:00-18:00' }, kitchen)).toEqual({
      error: 'longer_than_open',
    });
  });

  test('a kitchen that is closed for weeks has no time', () => {
    const kitchen = { ...KITCHEN, closures: [{ from: '2026-01-01', until: null, reason: 'Off' }] };
    expect(timesFor(RICE, { date: THU, window: '16:00-18:00' }, kitchen)).toEqual({
      error: 'closed',
    });
  });

  test('lies inside open hours and before the window, whatever takes how long', () => {
    const aMinutes = record({
      hands: integer({ min: 0, max: 200 }),
      rest: constantFrom(0, 30, 600, 1440),
      cook: integer({ min: 0, max: 500 }),
      chill: integer({ min: 0, max: 240 }),
    });
    const aKitchen = record({
      hours: constantFrom(everyDay(300, 1200), everyDay(360, 960), everyDay(0, 1440)),
      offset: integer({ min: 0, max: 6 }),
      packBeforeMinutes: integer({ min: 0, max: 240 }),
      timeZone: constantFrom('Australia/Brisbane', 'Australia/Hobart'),
    });
    const aWindow = constantFrom<DeliveryWindow>('07:00-09:00', '11:00-13:00', '16:00-18:00');
    assert(
      property(
        aMinutes,
        aKitchen,
        integer({ min: 0, max: 365 }),
        aWindow,
        (minutes, { offset, ...rest }, day, window) => {
          const date = addDays('2026-01-01', day);
          const kitchen = { ...rest, closures: [dateOff(addDays(date, -offset))] };
          const due = coldBy({ date, window }, kitchen);
          const times = workTimes(minutes, due, kitchen);
          if ('error' in times) return;
          const at = (wall: WallTime) => instantOf(wall, kitchen.timeZone);
          const spans: [number, number][] = [
            [at(times.cook) - at(times.start), minutes.hands + minutes.rest],
            [at(times.chill) - at(times.cook), minutes.cook],
            [at(times.ready) - at(times.chill), minutes.chill],
          ];
          for (const [took, least] of spans) expect(took).toBeGreaterThanOrEqual(least * 60_000);
          expect(at(times.ready)).toBeLessThanOrEqual(at(due));
          for (const wall of [times.start, times.cook, times.chill, times.ready]) {
            expect(isCookDay(wall.date, kitchen)).toBe(true);
            const open = kitchen.hours[0];
            expect(wall.minuteOfDay).toBeGreaterThanOrEqual(open?.fromMinute ?? 0);
            expect(wall.minuteOfDay).toBeLessThanOrEqual(open?.untilMinute ?? 0);
          }
          expect(times.cook.date).toBe(times.ready.date);
        },
      ),
    );
  });
});

test('minutes that nobody entered are on the safe side for components; a meal without any is filled on its day', () => {
  const none = { hands: null, rest: null, cook: null, chill: null };
  expect(minutesOfComponent(none)).toEqual({ hands: 15, rest: 0, cook: 30, chill: 180 });
  expect(minutesOfComponent({ ...none, hands: 40, chill: 0 })).toMatchObject({
    cook: 30,
    chill: 0,
  });
  expect(minutesOfMeal(none)).toBeNull();
  expect(minutesOfMeal({ ...none, cook: 25 })).toEqual({ hands: 0, rest: 0, cook: 25, chill: 0 });
});
