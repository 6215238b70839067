import { expect, test } from 'vitest';
import {
  inRecordOrder,
  type Reading,
  readingMarks,
  standingReadings,
  finishTyped,
  TEMPERATURE_KEYS,
  type TemperatureKey,
  typeKey,
} from './readings.ts';
import { aReading as aLine } from '#quality/support/a-reading.ts';
import { openChills } from './chills.ts';
import { TEMPERATURE_KINDS, type TemperatureKind } from './record-kinds.ts';
import {
  chillTimes,
  coreLimitOf,
  formatTenths,
  isNotChilledYet,
  limitOf,
  limitText,
  passes,
} from './temperature-limits.ts';

const MINUTE = 60_000;
const FACTS = { coreCelsius: 75, isHot: false };

const passesAt = (kind: TemperatureKind, tenths: number, minutes = 0, isHot = false) =>
  passes({ tenths, at: minutes * MINUTE, since: 0 }, limitOf(kind, { ...FACTS, isHot }));

test.each<[TemperatureKind, number, number]>([
  ['core', 750, 749],
  ['hot_hold', 600, 599],
  ['fridge', 50, 51],
  ['van', 50, 51],
  ['probe_check', 10, 11],
  ['probe_check', -10, -11],
])('%s passes at %d tenths and fails at %d', (kind, right, wrong) => {
  expect([passesAt(kind, right), passesAt(kind, wrong)]).toEqual([true, false]);
});

test('the warm box of a van is hot or fails', () => {
  expect([passesAt('van', 600, 0, true), passesAt('van', 599, 0, true)]).toEqual([true, false]);
});

test('the core is as hot as the kitchen asks', () => {
  expect(limitText(limitOf('core', { coreCelsius: 63, isHot: false }))).toBe('at least 63 °C');
});

test.each([
  [null, 75, 'at least 75 °C'],
  [63, 63, 'at least 63 °C'],
  [0, null, ''],
])('a meal whose own limit is %s asks its core for %s', (own, asked, words) => {
  const coreCelsius = coreLimitOf({ coreCelsius: own }, { coreCelsius: 75 });
  expect(coreCelsius).toBe(asked);
  expect(limitText(limitOf('core', { coreCelsius, isHot: false }))).toBe(words);
});

test('21 °C after 1 h 59 and after exactly 2 h passes, after 2 h 01 it fails', () => {
  expect([119, 120, 121].map((minutes) => passesAt('reached_21', 210, minutes))).toEqual([
    true,
    true,
    false,
  ]);
  expect(passesAt('reached_21', 211, 10)).toBe(false);
});

test('5 °C has four hours more: 6 h after the start passes when 21 °C took 2 h, 6 h 01 fails', () => {
  expect([240, 241].map((minutes) => passesAt('reached_5', 50, minutes))).toEqual([true, false]);
});

test('food that is still too warm with time left has not failed', () => {
  const limit = limitOf('reached_21', FACTS);
  const at = (tenths: number, minutes: number) =>
    isNotChilledYet({ tenths, at: minutes * MINUTE, since: 0 }, limit);
  expect([at(300, 60), at(300, 121), at(210, 60)]).toEqual([true, false, false]);
  expect(isNotChilledYet({ tenths: 700, at: 0, since: null }, limitOf('core', FACTS))).toBe(false);
});

test('the cook is called at 1 h 45, and at 5 h 30 when 21 °C took two hours', () => {
  expect(chillTimes(0, null)).toEqual({ callAt: 105 * MINUTE, dueAt: 120 * MINUTE });
  expect(chillTimes(0, 120 * MINUTE)).toEqual({ callAt: 330 * MINUTE, dueAt: 360 * MINUTE });
});

test('every kind says its limit in words', () => {
  expect(TEMPERATURE_KINDS.map((kind) => limitText(limitOf(kind, FACTS)))).toEqual([
    'at least 75 °C',
    '',
    'at most 21 °C within 2 h',
    'at most 5 °C within 4 h',
    'at least 60 °C',
    'at most 5 °C',
    'at most -15 °C',
    'at most 5 °C',
    '-1 to 1 °C',
  ]);
  expect([785, 40, -5].map(formatTenths)).toEqual(['78.5 °C', '4 °C', '-0.5 °C']);
});

let lines = 0;

/** Ten minutes after the one before, and another value. */
function aReading(change: Partial<Reading> = {}): Reading {
  lines += 1;
  return aLine({ window: null, tenths: 780 + lines, at: lines * 10 * MINUTE, ...change });
}

test('a corrected line stays in the list and counts no more; one that was taken back has none in its place', () => {
  const slip = aReading();
  const right = aReading({ corrects: slip.id });
  const other = aReading();
  const back = aReading({ corrects: other.id, isWithdrawn: true, tenths: null, pass: null });
  expect(standingReadings([slip, right, other, back])).toEqual([right]);
});

test('a chill goes from its start over 21 °C to 5 °C, and a step that fails ends it', () => {
  const start = aReading({ kind: 'chill_start', tenths: null, pass: null, at: 0 });
  const at21 = aReading({ kind: 'reached_21', startId: start.id, tenths: 200, at: 100 * MINUTE });
  const at5 = aReading({ kind: 'reached_5', startId: start.id, tenths: 40 });
  const nextOf = (...readings: Reading[]) => openChills(readings).map(({ next }) => next);
  expect(nextOf(start)).toEqual(['reached_21']);
  expect(openChills([start, at21])).toMatchObject([
    { next: 'reached_5', reached21At: 100 * MINUTE, dueAt: 340 * MINUTE },
  ]);
  expect(nextOf(start, at21, at5)).toEqual([]);
  expect(nextOf(start, { ...at21, pass: false })).toEqual([]);
  // In a blast chiller, both steps are one.
  expect(nextOf(start, { ...at21, tenths: 40 })).toEqual([]);
  // The first step was a slip: the chill goes on.
  const back = aReading({ corrects: at21.id, isWithdrawn: true, startId: start.id });
  expect(nextOf(start, at21, back)).toEqual(['reached_21']);
});

test('the clock of a chill starts at the last reading of its food that was hot, else when it was begun', () => {
  const start = aReading({ kind: 'chill_start', tenths: null, pass: null, at: 20 * MINUTE });
  const dueWith = (...readings: Reading[]) =>
    openChills([start, ...readings]).map(({ dueAt, callAt }) => [callAt / MINUTE, dueAt / MINUTE]);
  expect(dueWith()).toEqual([[125, 140]]);
  expect(dueWith(aReading({ at: 0, tenths: 780 }))).toEqual([[105, 120]]);
  const held = aReading({ kind: 'hot_hold', at: 15 * MINUTE, tenths: 600 });
  expect(dueWith(aReading({ at: 0 }), held)).toEqual([[120, 135]]);
  expect(dueWith(aReading({ at: 0 }), { ...held, tenths: 599 })).toEqual([[105, 120]]);
  expect(dueWith(aReading({ at: 0, mealId: 2 }))).toEqual([[125, 140]]);
  const at21 = aReading({ kind: 'reached_21', startId: start.id, tenths: 200, at: 100 * MINUTE });
  expect(dueWith(aReading({ at: 0 }), at21)).toEqual([[310, 340]]);
});

test('four readings of one person within two minutes are marked, of two people they are not', () => {
  const quick = [0, 40, 80, 120].map((second) => aReading({ at: second * 1000 }));
  const ids = quick.map(({ id }) => [id, ['hurried']]);
  expect([...readingMarks(quick)]).toEqual(ids);
  expect(readingMarks(quick.with(3, { ...quick[3]!, at: 120_001 })).size).toBe(0);
  expect(readingMarks(quick.with(1, { ...quick[1]!, staffId: 'ana' })).size).toBe(0);
});

test('five equal readings in a row of a kind are marked, four are not', () => {
  const equal = Array.from({ length: 5 }, () => aReading({ tenths: 780 }));
  expect([...readingMarks(equal).values()]).toEqual(equal.map(() => ['repeated']));
  expect(readingMarks(equal.slice(1)).size).toBe(0);
  expect(readingMarks(equal.with(2, { ...equal[2]!, tenths: 781 })).size).toBe(0);
  expect(readingMarks(equal.with(2, { ...equal[2]!, kind: 'fridge' })).size).toBe(0);
});

test('failures come first, except one that was corrected', () => {
  const failed = aReading({ pass: false });
  const slip = aReading({ pass: false });
  const right = aReading({ corrects: slip.id });
  expect(inRecordOrder([slip, failed, right]).map(({ id }) => id)).toEqual([
    failed.id,
    right.id,
    slip.id,
  ]);
});

const typed = (keys: string) => {
  let last: ReturnType<typeof typeKey> = { text: '', tenths: null };
  for (const key of keys) last = typeKey(last.text, key as TemperatureKey);
  return last;
};

test.each([
  ['78', 780],
  ['04', 40],
  ['-18', -180],
  ['-05', -50],
  ['4.5', 45],
  ['-0.5', -5],
  ['00', 0],
])('%s on the pad is %d tenths', (keys, tenths) => {
  expect(typed(keys).tenths).toBe(tenths);
});

test('a key that makes no sense does nothing, and a single digit may be all', () => {
  expect(typed('4-').text).toBe('4');
  expect(typed('.').text).toBe('');
  expect(typed('4..').text).toBe('4.');
  expect([finishTyped('4'), finishTyped('-4'), finishTyped('4.'), finishTyped('-')]).toEqual([
    40,
    -40,
    40,
    null,
  ]);
  expect(TEMPERATURE_KEYS).toHaveLength(12);
});
