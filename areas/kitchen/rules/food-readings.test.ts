import { describe, expect, test } from 'vitest';
import { type CookedFood, missingFoodReadings } from './food-readings.ts';
import { latenessOf, missingChecks, recordHeadline } from './missing-checks.ts';
import { inRecordOrder, type Reading, unanswered } from './readings.ts';
import { limitOf } from './temperature-limits.ts';

const DATE = '2027-01-12';
const at = (time: string) => Date.parse(`${DATE}T${time}:00Z`);

const CURRY: CookedFood = {
  date: DATE,
  window: '16:00-18:00',
  mealId: 1,
  batchId: null,
  name: 'Chicken Curry',
  hasCore: true,
  isChilled: false,
  lastTickAt: at('10:40'),
  runStartsAt: null,
};
const CHILLI: CookedFood = { ...CURRY, mealId: 2, name: 'Bean Chilli' };
const RICE: CookedFood = { ...CURRY, mealId: null, batchId: 7, window: null, name: 'Rice' };

let nextId = 1;

function aReading(change: Partial<Reading> = {}): Reading {
  return {
    id: nextId++,
    key: '',
    kind: 'core',
    mealId: 1,
    batchId: null,
    mealName: 'Chicken Curry',
    place: null,
    goodsLotId: null,
    note: '',
    notNeeded: null,
    date: DATE,
    window: '16:00-18:00',
    tenths: 780,
    at: at('10:30'),
    recordedAt: at('10:30'),
    staffId: 'kim',
    staffName: 'Kim Lee',
    source: 'screen',
    measuredBy: '',
    probe: '',
    limit: limitOf(change.kind === 'receipt' ? 'core' : (change.kind ?? 'core'), {
      coreCelsius: 75,
      isHot: false,
    }),
    pass: true,
    action: null,
    actionBy: null,
    thrownOut: null,
    corrects: null,
    isWithdrawn: false,
    startId: null,
    since: null,
    ...change,
  };
}

const missing = (foods: CookedFood[], readings: Reading[], time: string) =>
  missingFoodReadings(foods, readings, at(time)).map(({ kind, place }) => `${kind} ${place}`);

describe('a core', () => {
  test.each<[string, Partial<CookedFood>, string, boolean]>([
    ['is not asked after before two hours are over', {}, '12:39', false],
    ['is missing two hours after the last tick', {}, '12:40', true],
    ['is missing when its run starts before that', { runStartsAt: at('11:30') }, '11:30', true],
    [
      'is missing when its run starts and nobody ticked',
      { lastTickAt: null, runStartsAt: at('16:00') },
      '16:00',
      true,
    ],
    ['of a cold dish is never asked for', { hasCore: false }, '18:00', false],
  ])('%s', (_, food, time, isMissing) => {
    expect(missing([{ ...CURRY, ...food }], [], time)).toEqual(
      isMissing ? ['core Chicken Curry'] : [],
    );
  });

  test('is of its meal, day and window; of a batch, of that one', () => {
    expect(missing([CURRY], [aReading()], '13:00')).toEqual([]);
    expect(missing([CURRY], [aReading({ window: '11:00-13:00' })], '13:00')).toHaveLength(1);
    expect(missing([CURRY], [aReading({ date: '2027-01-11' })], '13:00')).toHaveLength(1);
    expect(missing([CURRY], [aReading({ mealId: 2 })], '13:00')).toHaveLength(1);
    expect(missing([RICE], [aReading()], '13:00')).toEqual(['core Rice']);
    expect(
      missing([RICE], [aReading({ mealId: null, batchId: 7, window: null })], '13:00'),
    ).toEqual([]);
  });

  test('that was taken back is missing again, and one that is not needed is not', () => {
    const slip = aReading();
    const back = aReading({ corrects: slip.id, isWithdrawn: true, tenths: null, pass: null });
    expect(missing([CURRY], [slip, back], '13:00')).toHaveLength(1);
    const needless = aReading({ tenths: null, pass: null, notNeeded: 'once', note: 'Reheated' });
    expect(missing([CURRY], [needless], '13:00')).toEqual([]);
  });

  test('that failed is asked after, not missing; cooked on, it is measured again', () => {
    const failed = aReading({ tenths: 680, pass: false });
    expect(missing([CURRY], [failed], '13:00')).toEqual([]);
    expect(missing([CURRY], [{ ...failed, action: 'thrown_out' }], '13:00')).toEqual([]);
    const cookedOn: Reading = { ...failed, action: 'cooked_on' };
    expect(missing([CURRY], [cookedOn], '13:00')).toEqual(['core Chicken Curry']);
    expect(missing([CURRY], [cookedOn, aReading()], '13:00')).toEqual([]);
  });
});

describe('what goes out cold', () => {
  const cold: CookedFood = { ...CURRY, isChilled: true };
  const core = aReading();
  const start = aReading({ kind: 'chill_start', tenths: null, pass: null, at: at('11:00') });
  const step = (kind: 'reached_21' | 'reached_5', tenths: number, change: Partial<Reading> = {}) =>
    aReading({ kind, tenths, startId: start.id, ...change });

  test('is chilled by then, and each step is missing when its time is over', () => {
    expect(missing([cold], [core], '12:40')).toEqual(['chill_start Chicken Curry']);
    expect(missing([cold], [core, start], '13:00')).toEqual([]);
    expect(missing([cold], [core, start], '13:01')).toEqual(['reached_21 Chicken Curry']);
    const at21 = step('reached_21', 200, { at: at('12:30') });
    expect(missing([cold], [core, start, at21], '16:30')).toEqual([]);
    expect(missing([cold], [core, start, at21], '16:31')).toEqual(['reached_5 Chicken Curry']);
    const at5 = step('reached_5', 45, { at: at('15:00') });
    expect(missing([cold], [core, start, at21, at5], '18:00')).toEqual([]);
  });

  test('is at 5 °C when its run starts, whatever time is left', () => {
    const leaving = { ...cold, runStartsAt: at('12:00') };
    expect(missing([leaving], [core, start], '12:00')).toEqual([
      'reached_21 Chicken Curry',
      'reached_5 Chicken Curry',
    ]);
    expect(missing([leaving], [core], '12:00')).toEqual([
      'chill_start Chicken Curry',
      'reached_21 Chicken Curry',
      'reached_5 Chicken Curry',
    ]);
  });

  test('is asked for no further step after one that failed, was cold at once, or is not needed', () => {
    const leaving = { ...cold, runStartsAt: at('12:00') };
    const failed = step('reached_21', 300, { pass: false });
    const atOnce = step('reached_21', 40);
    const needless = aReading({ kind: 'chill_start', tenths: null, pass: null, notNeeded: 'once' });
    expect(missing([leaving], [core, start, failed], '18:00')).toEqual([]);
    expect(missing([leaving], [core, start, atOnce], '18:00')).toEqual([]);
    expect(missing([leaving], [core, needless], '18:00')).toEqual([]);
  });

  test('is not chilled when nobody orders it cold, or it was never hot', () => {
    expect(missing([CURRY], [core], '18:00')).toEqual([]);
    expect(missing([{ ...cold, hasCore: false }], [], '18:00')).toEqual([]);
  });
});

test('a failure stands first, completes no check, and is asked after until someone says what was done', () => {
  const fridge = aReading({
    kind: 'fridge',
    mealId: null,
    mealName: null,
    window: null,
    place: 'Walk-in',
    tenths: 71,
    at: at('06:10'),
    recordedAt: at('06:10'),
    pass: false,
    action: 'moved_food',
  });
  const core = aReading({ tenths: 680, at: at('10:40'), recordedAt: at('14:20'), pass: false });
  const passed = aReading({ kind: 'hot_hold', tenths: 650, at: at('12:00') });
  const readings = [passed, fridge, core];
  const checks = [{ kind: 'fridge', place: 'Walk-in', since: DATE, until: null }] as const;
  const lines = [{ ...fridge, date: DATE, minuteOfDay: 6 * 60 + 10 }];
  const { gaps } = missingChecks(checks, lines, {
    days: [DATE],
    now: { date: DATE, minuteOfDay: 13 * 60 },
  });
  const ofFood = missingFoodReadings([CURRY, CHILLI], readings, at('13:00'));
  const all = [...gaps, ...ofFood].map(({ kind, place, half }) => [kind, place, half]);
  expect(inRecordOrder(readings)).toEqual([core, fridge, passed]);
  expect(unanswered(readings)).toEqual([core]);
  expect(all).toEqual([
    ['fridge', 'Walk-in', 'morning'],
    ['core', 'Bean Chilli', null],
  ]);
  expect([fridge, core].map(latenessOf)).toEqual([null, 'later']);
  expect(recordHeadline({ unanswered: 1, missing: all.length })).toBe(
    '1 reading failed without an action · 2 missing',
  );
});
