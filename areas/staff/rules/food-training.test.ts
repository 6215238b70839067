import { expect, test } from 'vitest';
import { STAFF_ROLES } from '#platform/rules/roles.ts';
import { countingLines, handlesFood, type TrainingLine, untrained } from './food-training.ts';

const TODAY = '2026-01-12';
const SAM = { id: 'sam', name: 'Sam Hill', role: 'kitchen' } as const;
const aLine = (change: Partial<TrainingLine> = {}): TrainingLine => ({
  id: 1,
  staffId: 'sam',
  name: 'Sam Hill',
  ends: null,
  ...change,
});
const without = (...lines: TrainingLine[]) => untrained([SAM], lines, TODAY);

test('anyone who cooks or packs is asked for training, managers too, drivers and the phone not', () => {
  expect(STAFF_ROLES.filter(handlesFood)).toEqual(['owner', 'manager', 'kitchen', 'packer']);
  const driver = { ...SAM, role: 'driver' } as const;
  expect(untrained([driver], [], TODAY)).toEqual([]);
});

test('someone without a line, or whose training has ended, is named', () => {
  expect(without()).toEqual(['Sam Hill']);
  expect(without(aLine())).toEqual([]);
  expect(without(aLine({ ends: '2026-01-13' }))).toEqual([]);
  expect(without(aLine({ ends: TODAY }))).toEqual(['Sam Hill']);
  expect(without(aLine({ staffId: null }))).toEqual(['Sam Hill']);
});

test('the newest line of a person counts, of those without an account by their name', () => {
  const old = aLine({ ends: TODAY });
  const renewed = aLine({ id: 2 });
  expect(without(old, renewed)).toEqual([]);
  const casual = aLine({ id: 3, staffId: null, name: 'Ana' });
  const again = aLine({ id: 4, staffId: null, name: 'ana' });
  expect(countingLines([old, renewed, casual, again]).map(({ id }) => id)).toEqual([4, 2]);
});
