import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { energyAgrees, kilojoules, macroCalories } from './meal-plan.ts';

describe('kilojoules', () => {
  test.each([
    [0, 0],
    [1, 4],
    [100, 418],
    [250, 1046],
    [489, 2046],
    [500, 2092],
  ])('%i Cal are %i kJ', (calories, expected) => {
    expect(kilojoules(calories)).toBe(expected);
  });

  test('are whole and within half a kilojoule', () => {
    assert(
      property(integer({ min: 0, max: 5000 }), (calories) => {
        expect(Number.isInteger(kilojoules(calories))).toBe(true);
        expect(Math.abs(kilojoules(calories) - calories * 4.184)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

describe('energy from macros', () => {
  test.each([
    [{ proteinGrams: 0, carbsGrams: 0, fatGrams: 0 }, 0],
    [{ proteinGrams: 1, carbsGrams: 0, fatGrams: 0 }, 4],
    [{ proteinGrams: 0, carbsGrams: 1, fatGrams: 0 }, 4],
    [{ proteinGrams: 0, carbsGrams: 0, fatGrams: 1 }, 9],
    [{ proteinGrams: 35, carbsGrams: 45, fatGrams: 15 }, 455],
  ])('%o give %i Cal', (macros, expected) => {
    expect(macroCalories(macros)).toBe(expected);
  });
});

describe('declared energy', () => {
  const macros = { proteinGrams: 35, carbsGrams: 45, fatGrams: 14.5 }; // 450.5 Cal
  const wholeMacros = { proteinGrams: 45, carbsGrams: 45, fatGrams: 10 }; // 450 Cal

  test.each([
    [409, false],
    [410, true],
    [450, true],
    [500, true],
    [501, false],
  ])('of %i Cal for macros of 450 Cal agrees: %s', (calories, agrees) => {
    expect(energyAgrees(calories, wholeMacros)).toBe(agrees);
  });

  test('may be compared with macros that have decimals', () => {
    expect(energyAgrees(451, macros)).toBe(true);
  });

  test('of nothing agrees with no macros only', () => {
    expect(energyAgrees(0, { proteinGrams: 0, carbsGrams: 0, fatGrams: 0 })).toBe(true);
    expect(energyAgrees(0, { proteinGrams: 1, carbsGrams: 0, fatGrams: 0 })).toBe(false);
  });

  test('always agrees when it is what the macros give', () => {
    const grams = integer({ min: 0, max: 300 });
    assert(
      property(grams, grams, grams, (proteinGrams, carbsGrams, fatGrams) => {
        const anyMacros = { proteinGrams, carbsGrams, fatGrams };
        expect(energyAgrees(macroCalories(anyMacros), anyMacros)).toBe(true);
      }),
    );
  });
});
