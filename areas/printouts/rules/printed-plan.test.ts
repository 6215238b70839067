import { describe, expect, test } from 'vitest';
import {
  newestPlans,
  planChanges,
  planChangeText,
  planState,
  printedQty,
  withPastOf,
} from './printed-plan.ts';

const [MON, TUE, WED] = ['2026-11-30', '2026-12-01', '2026-12-02'];
const RANGE = { from: TUE, to: WED, forecast: 'on' as const };

const tzatziki = (qty: number, date = TUE, allergens = 'Contains milk') => ({
  date,
  componentId: 1,
  name: 'Tzatziki',
  unit: 'g' as const,
  qty,
  lines: { Yoghurt: `${qty} g`, Garlic: '57 g' },
  allergens,
});
const souvlaki = (portions: number, date = TUE) => ({
  date,
  mealId: 7,
  name: 'Souvlaki',
  portions,
});

describe('changes of a printed plan', () => {
  test('say from how much to how much, and what goes in now', () => {
    const before = planState(RANGE, [tzatziki(4164)], [souvlaki(48)]);
    const after = planState(RANGE, [tzatziki(4079)], [souvlaki(47)]);
    const changes = planChanges(before, after);
    expect(changes.map(planChangeText)).toEqual(['Tzatziki: 4.2 kg → 4.1 kg', 'Souvlaki: 48 → 47']);
    expect(changes[0]?.lines).toEqual(['Yoghurt 4079 g']);
  });

  test('are to the gram when that is all', () => {
    const changes = planChanges(
      planState(RANGE, [tzatziki(4164)], []),
      planState(RANGE, [tzatziki(4160)], []),
    );
    expect(changes.map(planChangeText)).toEqual(['Tzatziki: 4,164 g → 4,160 g']);
  });

  test('tell a cooking that moved as one to leave out and one that is new', () => {
    const changes = planChanges(
      planState(RANGE, [tzatziki(4164)], []),
      planState(RANGE, [tzatziki(4164, WED)], []),
    );
    expect(changes.map(({ kind, date }) => [kind, date])).toEqual([
      ['removed', TUE],
      ['added', WED],
    ]);
    expect(changes.map(planChangeText)).toEqual([
      'Tzatziki: 4.2 kg → none',
      'Tzatziki: none → 4.2 kg',
    ]);
  });

  test('are told of a recipe that contains something else, with the same amount', () => {
    const changes = planChanges(
      planState(RANGE, [tzatziki(4164)], []),
      planState(RANGE, [tzatziki(4164, TUE, 'Contains milk, sesame')], []),
    );
    expect(changes.map(planChangeText)).toEqual(['Tzatziki: 4,164 g']);
    expect(changes[0]?.lines).toEqual(['Contains milk, sesame']);
  });

  test('are none when nothing is different, in whatever sequence it came', () => {
    const parts = [tzatziki(4164), tzatziki(200, WED)];
    const [a, b] = [planState(RANGE, parts, []), planState(RANGE, parts.toReversed(), [])];
    expect(a).toEqual(b);
    expect(planChanges(a, b)).toEqual([]);
  });

  test('are none on days that are over', () => {
    const printout = planState(RANGE, [tzatziki(4164), tzatziki(200, WED)], [souvlaki(48)]);
    const now = planState(RANGE, [tzatziki(100, WED)], []);
    expect(planChanges(printout, withPastOf(printout, now, WED)).map(planChangeText)).toEqual([
      'Tzatziki: 200 g → 100 g',
    ]);
    expect(withPastOf(printout, printout, WED)).toEqual(printout);
  });
});

test.each([
  ['nothing is cooked yet', 1200, [], 1200],
  ['all of it is', 0, [{ plannedQty: 1200, madeQty: 1200 }], 1200],
  ['it gave more', 0, [{ plannedQty: 1200, madeQty: 1250 }], 1200],
  ['it gave less, and the rest is to cook', 396, [{ plannedQty: 1200, madeQty: 800 }], 1200],
  ['more was ordered since', 400, [{ plannedQty: 1200, madeQty: 1200 }], 1600],
  ['some of it was cancelled since', 0, [{ plannedQty: 1200, madeQty: 1200 }], 1200],
])('what a printout asks for when %s', (_what, open, done, qty) => {
  expect(printedQty(open, done)).toBe(qty);
});

test('a newer printout replaces those all of whose days it has', () => {
  const of = (from: string, to: string) => ({ state: planState({ ...RANGE, from, to }, [], []) });
  const [old, part, whole, later] = [of(MON, TUE), of(TUE, TUE), of(MON, WED), of(WED, WED)];
  expect(newestPlans([old, part, whole, later])).toEqual([whole, later]);
  expect(newestPlans([whole, whole])).toEqual([whole]);
});
