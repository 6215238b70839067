import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  type CheckLine,
  type DailyCheck,
  latenessOf,
  isOpenDay,
  missingChecks,
  missingName,
  recordHeadline,
} from './missing-checks.ts';

const MONDAY = '2026-01-12';
const FRIDGE: DailyCheck = { kind: 'fridge', place: 'Fridge 1', since: MONDAY, until: null };
const FLOORS: DailyCheck = { ...FRIDGE, kind: 'cleaning', place: 'Floors' };

const at = (hour: number, date = MONDAY) => ({ date, minuteOfDay: hour * 60 });
const line = (hour: number, change: Partial<CheckLine> = {}): CheckLine => ({
  kind: 'fridge',
  place: 'Fridge 1',
  tenths: 40,
  pass: true,
  ...at(hour),
  ...change,
});

function halves(checks: DailyCheck[], lines: CheckLine[], hour: number, date = MONDAY) {
  const { due, gaps } = missingChecks(checks, lines, { days: [MONDAY], now: at(hour, date) });
  return { due: due.map(({ half }) => half), gaps: gaps.map(({ half }) => half) };
}

describe('a fridge', () => {
  test.each<[string, CheckLine[], number, (string | null)[], (string | null)[]]>([
    ['is due in the morning', [], 8, ['morning'], []],
    ['has a gap from noon on, and is due again', [], 12, ['afternoon'], ['morning']],
    ['read twice before noon is still due after', [line(7), line(11)], 13, ['afternoon'], []],
    ['read before noon and after is done', [line(7), line(15)], 16, [], []],
    ['of another name does not count', [line(7, { place: 'Fridge 2' })], 8, ['morning'], []],
    ['is known by its name in small letters', [line(7, { place: ' fridge 1 ' })], 8, [], []],
    ['without a name is the only one', [line(7, { place: null })], 8, [], []],
  ])('%s', (_, lines, hour, due, gaps) => {
    expect(halves([FRIDGE], lines, hour)).toEqual({ due, gaps });
  });

  test('without a name is none of two', () => {
    const two = [FRIDGE, { ...FRIDGE, place: 'Fridge 2' }];
    expect(halves(two, [line(7, { place: null })], 8).due).toEqual(['morning', 'morning']);
  });
});

test('cleaning is due all day, once, and a gap the day after', () => {
  expect(halves([FLOORS], [], 23)).toEqual({ due: [null], gaps: [] });
  expect(halves([FLOORS], [], 8, '2026-01-13')).toEqual({ due: [], gaps: [null] });
});

test('a check counts from its first day to the day before its last', () => {
  expect(halves([{ ...FLOORS, since: '2026-01-13' }], [], 8).due).toEqual([]);
  expect(halves([{ ...FLOORS, until: MONDAY }], [], 8).due).toEqual([]);
  expect(halves([{ ...FLOORS, until: '2026-01-13' }], [], 8).due).toEqual([null]);
});

test('no day to come is missing', () => {
  const days = [MONDAY, '2026-01-13'];
  expect(missingChecks([FLOORS], [], { days, now: at(8) }).due).toHaveLength(1);
});

test('a day without windows, and a closed one, asks for nothing', () => {
  expect(isOpenDay(MONDAY, defaultBusiness)).toBe(true);
  const [window] = defaultBusiness.deliveryWindows;
  const onTuesday = { ...defaultBusiness, deliveryWindows: [{ ...window!, weekdays: [2] }] };
  expect(isOpenDay(MONDAY, onTuesday)).toBe(false);
  const closed = {
    ...defaultBusiness,
    closures: [{ from: MONDAY, until: MONDAY, reason: 'Flood' }],
  };
  expect(isOpenDay(MONDAY, closed)).toBe(false);
});

test('a reading that failed completes no check, and is read again', () => {
  const failed = line(7, { tenths: 71, pass: false });
  const { due } = missingChecks([FRIDGE], [failed], { days: [MONDAY], now: at(8) });
  expect(due).toMatchObject([{ half: 'morning', failed: 71 }]);
  const { gaps } = missingChecks([FRIDGE], [failed], { days: [MONDAY], now: at(13) });
  expect(gaps).toMatchObject([{ half: 'morning', failed: 71 }]);
  expect(halves([FRIDGE], [failed, line(9)], 10).due).toEqual([]);
});

test.each([
  [0, null],
  [60, null],
  [61, 'later'],
  [24 * 60, 'later'],
  [24 * 60 + 1, 'late'],
])('a line that is written %d minutes later is marked %s, a correction never', (minutes, mark) => {
  const recordedAt = minutes * 60_000;
  expect(latenessOf({ at: 0, recordedAt, corrects: null })).toBe(mark);
  expect(latenessOf({ at: 0, recordedAt, corrects: 4 })).toBeNull();
});

test.each([
  [1, 2, '1 reading failed without an action · 2 missing'],
  [2, 0, '2 readings failed without an action'],
  [0, 1, '1 missing'],
  [0, 0, ''],
])('%d failed and %d missing begin the record as “%s”', (unanswered, missing, text) => {
  expect(recordHeadline({ unanswered, missing })).toBe(text);
});

test('what is missing is named with its window or half of the day', () => {
  const { gaps } = missingChecks([FRIDGE], [], { days: [MONDAY], now: at(13) });
  expect(gaps.map(missingName)).toEqual(['Fridge: Fridge 1, morning']);
});
