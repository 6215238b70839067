import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  type CheckLine,
  type DailyCheck,
  isLateLine,
  isOpenDay,
  missingChecks,
} from './missing-checks.ts';

const MONDAY = '2026-01-12';
const FRIDGE: DailyCheck = { kind: 'fridge', place: 'Fridge 1', since: MONDAY, until: null };
const FLOORS: DailyCheck = { ...FRIDGE, kind: 'cleaning', place: 'Floors' };

const at = (hour: number, date = MONDAY) => ({ date, minuteOfDay: hour * 60 });
const line = (hour: number, change: Partial<CheckLine> = {}): CheckLine => ({
  kind: 'fridge',
  place: 'Fridge 1',
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
  const closed = { ...defaultBusiness, closedDates: [{ date: MONDAY, reason: 'Flood' }] };
  expect(isOpenDay(MONDAY, closed)).toBe(false);
});

test('a line is late after 24 hours, a correction never', () => {
  const day = 24 * 60 * 60_000;
  expect(isLateLine({ at: 0, recordedAt: day, corrects: null })).toBe(false);
  expect(isLateLine({ at: 0, recordedAt: day + 1, corrects: null })).toBe(true);
  expect(isLateLine({ at: 0, recordedAt: day + 1, corrects: 4 })).toBe(false);
});
