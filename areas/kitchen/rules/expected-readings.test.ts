import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { aReading as aLine } from '#quality/support/a-reading.ts';
import {
  type CookedFood,
  countExpected,
  type DailyCheck,
  expectedName,
  expectedReadings,
  isOpenDay,
  recordHeadline,
} from './expected-readings.ts';
import {
  barringFailures,
  enteredText,
  inRecordOrder,
  latenessOf,
  type Reading,
  unanswered,
} from './readings.ts';

const DATE = '2027-01-12';
const NEXT_DATE = '2027-01-13';
const at = (time: string, date = DATE) => Date.parse(`${date}T${time}:00Z`);

const CURRY: CookedFood = {
  date: DATE,
  window: '16:00-18:00',
  mealId: 1,
  batchId: null,
  name: 'Chicken Curry',
  coreCelsius: 75,
  isChilled: false,
  doneAt: at('10:40'),
  packAt: null,
  runStartsAt: null,
};
const CHILLI: CookedFood = { ...CURRY, mealId: 2, name: 'Bean Chilli' };
const RICE: CookedFood = { ...CURRY, mealId: null, batchId: 7, window: null, name: 'Rice' };

function aReading(change: Partial<Reading> = {}): Reading {
  const time = change.at ?? at('10:30');
  return aLine({ at: time, recordedAt: time, ...change });
}

const expectedOf = (
  { checks = [], foods = [] }: { checks?: readonly DailyCheck[]; foods?: readonly CookedFood[] },
  readings: readonly Reading[],
  now: number,
  days = [DATE],
) => expectedReadings({ checks, foods, goods: [] }, readings, { days, now, timeZone: 'UTC' });

const stateOf = (foods: CookedFood[], readings: Reading[], time: string) =>
  expectedOf({ foods }, readings, at(time)).map(({ kind, state }) => `${kind} ${state}`);
const missing = (foods: CookedFood[], readings: Reading[], time: string) =>
  expectedOf({ foods }, readings, at(time))
    .filter(({ state }) => state === 'missing')
    .map(({ kind, place }) => `${kind} ${place}`);

describe('a core', () => {
  test.each<[string, Partial<CookedFood>, string, boolean]>([
    ['is not missing before two hours are over', {}, '12:39', false],
    ['is missing two hours after the last tick', {}, '12:40', true],
    ['is missing at its packing time, if that is before', { packAt: at('11:30') }, '11:30', true],
    ['is not missing before its packing time', { packAt: at('11:30') }, '11:29', false],
    ['ticked after its packing time has half an hour', { packAt: at('10:30') }, '11:09', false],
    ['and is missing after that', { packAt: at('10:30') }, '11:10', true],
    ['is missing when its run starts before that', { runStartsAt: at('11:30') }, '11:30', true],
    [
      'is missing when its run starts and nobody ticked',
      { doneAt: null, runStartsAt: at('16:00') },
      '16:00',
      true,
    ],
    ['of a cold dish is never asked for', { coreCelsius: null }, '18:00', false],
  ])('%s', (_, food, time, isMissing) => {
    expect(missing([{ ...CURRY, ...food }], [], time)).toEqual(
      isMissing ? ['core Chicken Curry'] : [],
    );
  });

  test('of a pot is missing half an hour after it was made', () => {
    expect(stateOf([RICE], [], '11:09')).toEqual(['core due']);
    expect(stateOf([RICE], [], '11:10')).toEqual(['core missing']);
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
    const needless = aReading({ tenths: null, pass: null, isNotNeeded: true, note: 'Reheated' });
    expect(stateOf([CURRY], [needless], '13:00')).toEqual(['core done']);
  });

  test('measured when its time was over, or entered an hour later, is late and no gap', () => {
    const packed = { ...CURRY, packAt: at('11:30') };
    expect(stateOf([packed], [aReading({ at: at('11:30') })], '13:00')).toEqual(['core done']);
    expect(stateOf([packed], [aReading({ at: at('11:31') })], '13:00')).toEqual(['core late']);
    const onPaper = aReading({ recordedAt: at('11:31'), source: 'paper', measuredBy: 'Ana' });
    expect(stateOf([packed], [onPaper], '13:00')).toEqual(['core late']);
  });
});

describe('a core that failed', () => {
  const failed = aReading({ tenths: 680, pass: false });
  const answered = (action: Reading['action'], time = '10:50'): Reading => ({
    ...failed,
    action,
    actionAt: at(time),
  });
  const again = aReading({ at: at('11:00'), tenths: 760 });

  test('is open until someone says what was done, whatever was measured since', () => {
    expect(stateOf([CURRY], [failed], '13:00')).toEqual(['core failed']);
    expect(stateOf([CURRY], [failed, again], '13:00')).toEqual(['core failed']);
    expect(unanswered([failed, again])).toEqual([failed]);
    expect(barringFailures([failed, again])).toEqual([failed]);
    for (const action of ['thrown_out', 'used_hot_now', 'called_supervisor'] as const) {
      expect(stateOf([CURRY], [answered(action)], '13:00')).toEqual(['core done']);
      expect(barringFailures([answered(action)])).toEqual([]);
    }
  });

  test('and was cooked on is measured again after that, and stays out of bags until then', () => {
    const cookedOn = answered('cooked_on');
    expect(stateOf([CURRY], [cookedOn], '12:49')).toEqual(['core due']);
    expect(stateOf([CURRY], [cookedOn], '12:50')).toEqual(['core missing']);
    expect(barringFailures([cookedOn])).toEqual([cookedOn]);
    expect(stateOf([CURRY], [cookedOn, again], '13:00')).toEqual(['core done']);
    expect(barringFailures([cookedOn, again])).toEqual([]);
    const before = answered('cooked_on', '11:10');
    expect(stateOf([CURRY], [before, again], '13:00')).toEqual(['core due']);
    expect(barringFailures([before, again])).toEqual([before]);
    const other = aReading({ at: at('11:00'), window: '11:00-13:00' });
    expect(barringFailures([cookedOn, other])).toEqual([cookedOn]);
    const stillRaw = aReading({ at: at('11:00'), tenths: 700, pass: false });
    expect(barringFailures([cookedOn, stillRaw])).toEqual([cookedOn, stillRaw]);
  });

  test('and was thrown out is expected again once it is cooked again', () => {
    const thrown = answered('thrown_out');
    const cookedAgain = { ...CURRY, doneAt: at('11:30') };
    expect(stateOf([cookedAgain], [thrown], '12:00')).toEqual(['core due']);
    expect(stateOf([cookedAgain], [thrown], '13:30')).toEqual(['core missing']);
    const measured = aReading({ at: at('11:40') });
    expect(stateOf([cookedAgain], [thrown, measured], '13:30')).toEqual(['core done']);
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
    // Two hours from when it was last hot.
    expect(missing([cold], [core, start], '12:30')).toEqual([]);
    expect(missing([cold], [core, start], '12:31')).toEqual(['reached_21 Chicken Curry']);
    const at21 = step('reached_21', 200, { at: at('12:30') });
    expect(missing([cold], [core, start, at21], '16:30')).toEqual([]);
    expect(missing([cold], [core, start, at21], '16:31')).toEqual(['reached_5 Chicken Curry']);
    const at5 = step('reached_5', 45, { at: at('15:00') });
    expect(stateOf([cold], [core, start, at21, at5], '18:00')).toEqual([
      'core done',
      'chill_start done',
      'reached_21 done',
      'reached_5 done',
    ]);
  });

  test('is called for a quarter of an hour before 21 °C is due, and half an hour before 5 °C', () => {
    const due = (...readings: Reading[]) =>
      expectedOf({ foods: [cold] }, readings, at('11:10'))
        .filter(({ state }) => state === 'due')
        .map(({ kind, callAt, dueAt }) => [kind, callAt, dueAt]);
    expect(due(core, start)).toEqual([['reached_21', at('12:15'), at('12:30')]]);
    const at21 = step('reached_21', 200, { at: at('12:00') });
    expect(due(core, start, at21)).toEqual([['reached_5', at('15:30'), at('16:00')]]);
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
    const needless = aReading({
      kind: 'chill_start',
      tenths: null,
      pass: null,
      isNotNeeded: true,
    });
    expect(missing([leaving], [core, start, failed], '18:00')).toEqual([]);
    expect(missing([leaving], [core, start, atOnce], '18:00')).toEqual([]);
    expect(missing([leaving], [core, needless], '18:00')).toEqual([]);
  });

  test('and was heated again after a chill that failed is measured and chilled again', () => {
    const failed = step('reached_21', 300, {
      at: at('13:00'),
      pass: false,
      action: 'cooked_on',
      actionAt: at('13:05'),
    });
    expect(stateOf([cold], [core, start, failed], '13:06')).toEqual([
      'core due',
      'chill_start due',
    ]);
    expect(barringFailures([core, start, failed])).toEqual([failed]);
  });

  test('is not chilled when nobody orders it cold, or it was never hot', () => {
    expect(missing([CURRY], [core], '18:00')).toEqual([]);
    expect(missing([{ ...cold, coreCelsius: null }], [], '18:00')).toEqual([]);
  });

  test('and was begun to chill though nobody ticked it is followed all the same', () => {
    expect(
      expectedOf({}, [start], at('13:01')).map(({ kind, place, state }) => [kind, place, state]),
    ).toEqual([
      ['chill_start', 'Chicken Curry', 'done'],
      ['reached_21', 'Chicken Curry', 'missing'],
    ]);
  });
});

// bench-vectors, readings-01.
test('a pot and a meal without readings are missing once their time is over, cold food needs neither', () => {
  const day = '2026-11-26';
  const sugo: CookedFood = {
    ...RICE,
    date: '2026-11-25',
    name: 'Lentil sugo',
    isChilled: true,
    doneAt: at('16:00', '2026-11-25'),
  };
  const snapper: CookedFood = {
    ...CURRY,
    date: day,
    window: '11:00-13:00',
    name: 'Goan Snapper Curry',
    doneAt: at('08:10', day),
    packAt: at('09:30', day),
  };
  const tzatziki: CookedFood = {
    ...RICE,
    batchId: 8,
    date: day,
    name: 'Tzatziki',
    coreCelsius: null,
    doneAt: at('07:00', day),
  };
  const core = aReading({
    mealId: null,
    batchId: 7,
    window: null,
    date: '2026-11-25',
    at: at('16:05', '2026-11-25'),
  });
  const foods = [sugo, snapper, tzatziki];
  const found = expectedOf({ foods }, [core], at('09:40', day), [day]);
  expect(
    found.filter(({ state }) => state === 'missing').map(({ place, kind }) => [place, kind]),
  ).toEqual([
    ['Lentil sugo', 'chill_start'],
    ['Goan Snapper Curry', 'core'],
  ]);
});

const FRIDGE: DailyCheck = { kind: 'fridge', place: 'Fridge 1', since: DATE, until: null };
const FLOORS: DailyCheck = { ...FRIDGE, kind: 'cleaning', place: 'Floors' };
const ofPlace = { mealId: null, mealName: null, window: null, kind: 'fridge' } as const;
const line = (time: string, change: Partial<Reading> = {}) =>
  aReading({ ...ofPlace, place: 'Fridge 1', tenths: 40, at: at(time), ...change });

function halves(checks: DailyCheck[], lines: Reading[], time: string, date = DATE) {
  const all = expectedOf({ checks }, lines, at(time, date));
  const inState = (sought: string) =>
    all.filter(({ state }) => state === sought).map(({ half }) => half);
  return { due: inState('due'), gaps: inState('missing') };
}

describe('a fridge', () => {
  test.each<[string, Reading[], string, (string | null)[], (string | null)[]]>([
    ['is due in the morning', [], '08:00', ['morning'], []],
    ['has a gap from noon on, and is due again', [], '12:00', ['afternoon'], ['morning']],
    [
      'read twice before noon is still due after',
      [line('07:00'), line('11:00')],
      '13:00',
      ['afternoon'],
      [],
    ],
    ['read before noon and after is done', [line('07:00'), line('15:00')], '16:00', [], []],
    [
      'of another name does not count',
      [line('07:00', { place: 'Fridge 2' })],
      '08:00',
      ['morning'],
      [],
    ],
    [
      'is known by its name in small letters',
      [line('07:00', { place: ' fridge 1 ' })],
      '08:00',
      [],
      [],
    ],
    ['without a name is the only one', [line('07:00', { place: null })], '08:00', [], []],
  ])('%s', (_, lines, time, due, gaps) => {
    expect(halves([FRIDGE], lines, time)).toEqual({ due, gaps });
  });

  test('without a name is none of two', () => {
    const two = [FRIDGE, { ...FRIDGE, place: 'Fridge 2' }];
    const lines = [line('07:00', { place: null })];
    expect(halves(two, lines, '08:00').due).toEqual(['morning', 'morning']);
  });
});

test('cleaning is due all day, once, and a gap the day after', () => {
  expect(halves([FLOORS], [], '23:00')).toEqual({ due: [null], gaps: [] });
  expect(halves([FLOORS], [], '08:00', NEXT_DATE)).toEqual({ due: [], gaps: [null] });
});

test('a check counts from its first day to the day before its last', () => {
  expect(halves([{ ...FLOORS, since: NEXT_DATE }], [], '08:00').due).toEqual([]);
  expect(halves([{ ...FLOORS, until: DATE }], [], '08:00').due).toEqual([]);
  expect(halves([{ ...FLOORS, until: NEXT_DATE }], [], '08:00').due).toEqual([null]);
});

test('no day to come is expected', () => {
  expect(expectedOf({ checks: [FLOORS] }, [], at('08:00'), [DATE, NEXT_DATE])).toHaveLength(1);
});

test('a day without windows, and a closed one, asks for nothing', () => {
  const monday = '2026-01-12';
  expect(isOpenDay(monday, defaultBusiness)).toBe(true);
  const [window] = defaultBusiness.deliveryWindows;
  const onTuesday = { ...defaultBusiness, deliveryWindows: [{ ...window!, weekdays: [2] }] };
  expect(isOpenDay(monday, onTuesday)).toBe(false);
  const closed = {
    ...defaultBusiness,
    closures: [{ from: monday, until: monday, reason: 'Flood' }],
  };
  expect(isOpenDay(monday, closed)).toBe(false);
});

describe('a fridge that failed', () => {
  const failed = line('07:00', { tenths: 71, pass: false });
  const moved: Reading = { ...failed, action: 'moved_food', actionAt: at('07:05') };
  const states = (lines: Reading[], time: string) =>
    expectedOf({ checks: [FRIDGE] }, lines, at(time)).map(({ half, state }) => `${half} ${state}`);

  test('is open until it is read well or an action ends it, and is read again after that', () => {
    expect(states([failed], '08:00')).toEqual(['morning failed']);
    expect(unanswered([failed])).toEqual([failed]);
    expect(states([moved], '08:00')).toEqual(['morning due']);
    expect(states([moved], '13:00')).toEqual(['morning missing', 'afternoon due']);
    expect(unanswered([moved])).toEqual([]);
    const well = line('09:00', { tenths: 38 });
    expect(states([failed, well], '10:00')).toEqual(['morning done']);
    expect(unanswered([failed, well])).toEqual([]);
    expect(unanswered([failed, { ...well, place: 'Fridge 2' }])).toEqual([failed]);
    expect(unanswered([well, line('09:30', { tenths: 71, pass: false })])).toHaveLength(1);
  });

  test('and was read well only after noon was read late, and bars no food', () => {
    expect(states([failed, line('13:00')], '14:00')).toEqual(['morning late', 'afternoon done']);
    expect(barringFailures([failed])).toEqual([]);
  });
});

test('a failure stands first, completes no check, and is asked after until someone says what was done', () => {
  const fridge = line('06:10', {
    place: 'Walk-in',
    tenths: 71,
    pass: false,
    action: 'moved_food',
    actionAt: at('06:10'),
  });
  const core = aReading({ tenths: 680, at: at('10:40'), recordedAt: at('14:20'), pass: false });
  const passed = aReading({ kind: 'hot_hold', tenths: 650, at: at('12:00') });
  const readings = [passed, fridge, core];
  const checks = [{ ...FRIDGE, place: 'Walk-in' }];
  const all = expectedOf({ checks, foods: [CURRY, CHILLI] }, readings, at('13:00'));
  const gaps = all.filter(({ state }) => state === 'missing');
  expect(inRecordOrder(readings)).toEqual([core, fridge, passed]);
  expect(unanswered(readings)).toEqual([core]);
  expect(gaps.map(({ kind, place, half }) => [kind, place, half])).toEqual([
    ['fridge', 'Walk-in', 'morning'],
    ['core', 'Bean Chilli', null],
  ]);
  expect(gaps.map(expectedName)).toEqual([
    'Fridge: Walk-in, morning',
    'Core: Bean Chilli, 4pm-6pm',
  ]);
  expect([fridge, core].map(latenessOf)).toEqual([null, 'later']);
  expect(recordHeadline(countExpected(all, 1))).toBe(
    '1 reading failed without an action · 2 missing',
  );
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

test.each<[Partial<Reading>, number, string]>([
  [{}, 60, ''],
  [{}, 61, 'entered 1 h later, by Ana'],
  [{ source: 'paper' }, 20, 'from paper, entered 20 min later, by Ana'],
  [{ source: 'paper' }, 26 * 60, 'LATE, from paper, entered 26 h later, by Ana'],
  [{ source: 'paper', corrects: 4 }, 26 * 60, 'from paper, entered 26 h later, by Ana'],
])('%j that is written %d minutes later is marked “%s”', (change, minutes, text) => {
  const reading = aReading({ at: 0, recordedAt: minutes * 60_000, ...change });
  expect(enteredText({ ...reading, by: 'Ana' })).toBe(text);
});

test.each([
  [1, 2, 0, 0, '1 reading failed without an action · 2 missing'],
  [2, 0, 0, 0, '2 readings failed without an action'],
  [0, 3, 2, 0, '3 missing, 2 entered later'],
  [0, 0, 1, 1, '1 entered later, 1 measured late'],
  [0, 0, 0, 0, ''],
])(
  '%d failed, %d missing, %d entered later and %d measured late begin the record as “%s”',
  (failed, lacking, enteredLater, measuredLate, text) => {
    const counts = { unanswered: failed, missing: lacking, enteredLater, measuredLate };
    expect(recordHeadline(counts)).toBe(text);
  },
);
