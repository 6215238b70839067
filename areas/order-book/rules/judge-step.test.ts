import { expect, test } from 'vitest';
import {
  type Confirmable,
  judgeStep,
  type DeliveryStep,
  type StepGate,
  stepOf,
  CONFIRMABLE,
} from './judge-step.ts';
import type { Reporter } from './delivery.ts';

const NOTHING_IN_THE_WAY: StepGate = {
  held: null,
  failedFood: null,
  isUndecided: false,
  portions: { open: 0, missing: [], all: 2 },
  unchecked: [],
  lacksCard: false,
  minutesEarly: 120,
  opensAt: 16 * 60,
  mayLeaveEarly: 120,
};
const portions = (change: Partial<StepGate['portions']>) => ({
  portions: { ...NOTHING_IN_THE_WAY.portions, ...change },
});
const judge = (
  step: DeliveryStep,
  gate: Partial<StepGate>,
  by: Reporter = 'office',
  confirm: readonly Confirmable[] = [],
  isShort: readonly number[] = [],
) => judgeStep(step, { ...NOTHING_IN_THE_WAY, ...gate }, { by, confirm, isShort });
const missing = (...itemIds: number[]) =>
  itemIds.map((itemId) => ({ itemId, mealName: 'Laksa', personName: 'Ben' }));

const ROWS: [code: string, step: DeliveryStep, gate: Partial<StepGate>, confirmedBy: Reporter[]][] =
  [
    ['allergy_open', 'cook', { held: 'Curry for Mia contains milk' }, []],
    ['allergy_open', 'pack', { held: 'Curry for Mia contains milk' }, []],
    ['allergy_open', 'leave', { held: 'Curry for Mia contains milk' }, []],
    ['allergy_open', 'leave_unpacked', { held: 'Curry for Mia contains milk' }, []],
    ['reading_open', 'pack', { failedFood: 'Curry: core 68 °C failed' }, []],
    ['reading_open', 'leave_unpacked', { failedFood: 'Curry: core 68 °C failed' }, []],
    ['undecided', 'leave', { isUndecided: true }, []],
    ['undecided', 'leave_unpacked', { isUndecided: true }, []],
    ['too_early', 'leave', { minutesEarly: 121 }, ['office', 'driver']],
    ['too_early', 'leave_unpacked', { minutesEarly: 121 }, ['office', 'driver']],
    ['not_ticked', 'pack', portions({ open: 1 }), ['office']],
    ['not_checked', 'pack', { unchecked: ['Mia'] }, ['office']],
    ['not_checked', 'leave', { unchecked: ['Mia'] }, ['office']],
    ['not_checked', 'leave_unpacked', { unchecked: ['Mia'] }, ['office']],
    ['no_card', 'pack', { lacksCard: true }, ['office']],
    ['nothing_packed', 'pack', portions({ missing: missing(1, 2) }), []],
    ['not_packed', 'leave_unpacked', {}, ['office', 'driver']],
    ['given_held', 'hand_over', { held: 'Curry for Mia contains milk' }, ['driver']],
  ];

const REPORTERS: Reporter[] = ['office', 'kitchen', 'packer', 'driver'];

test.each(ROWS)('%s is in the way of “%s”', (code, step, gate, confirmedBy) => {
  for (const by of REPORTERS) {
    const canConfirm = confirmedBy.includes(by);
    const before = CONFIRMABLE.filter((one) => one !== code);
    expect(judge(step, gate, by, before), by).toMatchObject({ code, canConfirm });
    expect(judge(step, gate, by, CONFIRMABLE)?.code === code, by).toBe(!canConfirm);
  }
});

test('nothing else is in the way of a step', () => {
  expect(
    judge('cook', { ...portions({ open: 2 }), unchecked: ['Mia'], lacksCard: true }),
  ).toBeNull();
  expect(judge('pack', { minutesEarly: 600, isUndecided: true })).toBeNull();
  expect(judge('leave', portions({ missing: missing(1) }))).toBeNull();
});

test('two hours before its window is early enough', () => {
  expect(judge('leave', { minutesEarly: 120 })).toBeNull();
  expect(judge('leave', { minutesEarly: 121 })?.message).toBe(
    'This run starts at 4pm. Does it leave now?',
  );
});

test.each(REPORTERS)('a bag goes short only by naming all that is missing: %s', (by) => {
  const gate = portions({ missing: missing(7, 9), all: 3 });
  const canConfirm = by === 'office' || by === 'packer';
  for (const named of [[], [7], [9, 8]])
    expect(judge('pack', gate, by, CONFIRMABLE, named)).toEqual({
      code: 'short',
      message: 'Laksa for Ben, Laksa for Ben are missing. Send it short?',
      canConfirm,
      missing: missing(7, 9),
    });
  expect(judge('pack', gate, by, CONFIRMABLE, [9, 7]) === null).toBe(canConfirm);
});

test('each thing is asked in turn', () => {
  const gate = { ...portions({ open: 1 }), unchecked: ['Mia'] };
  expect(judge('pack', gate)).toMatchObject({ code: 'not_ticked' });
  expect(judge('pack', gate, 'office', ['not_ticked'])).toMatchObject({ code: 'not_checked' });
  expect(judge('pack', gate, 'office', ['not_ticked', 'not_checked'])).toBeNull();
});

test('a driver reads nothing of anyone’s health', () => {
  expect(judge('hand_over', { held: 'Curry for Mia contains milk' }, 'driver')?.message).toBe(
    'HOLD: do not hand over. Call the kitchen.',
  );
  const refused = judge('leave_unpacked', { unchecked: ['Mia'] }, 'driver');
  expect(refused?.message).toBe('This bag isn’t checked yet. Ask the kitchen.');
});

test('what has happened, and what comes back, is no step', () => {
  expect(stepOf('planned', 'delivered')).toBeNull();
  expect(stepOf('packed', 'missed')).toBeNull();
  expect(stepOf('out', 'packed')).toBeNull();
  expect(stepOf('packed', 'cooked')).toBeNull();
  expect(stepOf('cooked', 'planned')).toBeNull();
  expect(stepOf('delivered', 'out')).toBeNull();
  expect(stepOf('missed', 'out')).toBe('leave');
  expect(stepOf('planned', 'out')).toBe('leave_unpacked');
});
