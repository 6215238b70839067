import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { half, up } from './rounding.ts';
import {
  BASE_UNITS,
  convert,
  formatExactQuantity,
  formatQuantity,
  INPUT_UNITS,
  type InputUnit,
  quantityMessage,
  readQuantity,
  toBase,
} from './units.ts';

const UNWEIGHED = { gramsPerLitre: null, gramsPer100Pieces: null };

describe('an amount in one field', () => {
  test.each<[string, ReturnType<typeof readQuantity>]>([
    ['1.5 kg', { amount: '1.5', unit: 'kg' }],
    ['1.5kg', { amount: '1.5', unit: 'kg' }],
    [' 2  tbsp ', { amount: '2', unit: 'tbsp' }],
    ['2 Tablespoons', { amount: '2', unit: 'tbsp' }],
    ['1 L', { amount: '1', unit: 'l' }],
    ['500 ML', { amount: '500', unit: 'ml' }],
    ['3', { amount: '3', unit: null }],
    ['3 pcs', { amount: '3', unit: 'piece' }],
    ['1,280 g', { amount: '1280', unit: 'g' }],
    ['12,500', { amount: '12500', unit: null }],
    ['½ cup', { amount: '0.5', unit: 'cup' }],
    ['1½ tsp.', { amount: '1.5', unit: 'tsp' }],
    ['1 1/2 cups', { amount: '1.5', unit: 'cup' }],
    ['1/3 cup', { amount: '0.333333', unit: 'cup' }],
    ['1,5 kg', null],
    ['1/0 cup', null],
    ['2 handfuls', null],
    ['kg', null],
    ['-1 kg', null],
    ['', null],
  ])('%s', (text, read) => {
    expect(readQuantity(text)).toEqual(read);
  });
});

describe('a quantity that a chef enters', () => {
  test.each([
    ['1,5', 'kg', 'not_a_number'],
    ['', 'g', 'not_a_number'],
    ['1e9', 'g', 'not_a_number'],
    ['a few', 'piece', 'not_a_number'],
    ['0', 'g', 'not_positive'],
    ['0.000', 'g', 'not_positive'],
    ['1000000000', 'g', 'too_large'],
    ['2', 'piece', 'no_conversion'],
  ])('%s %s is refused: %s', (amount, unit, error) => {
    const result = toBase(amount, unit as InputUnit, 'g', UNWEIGHED);
    expect(result).toEqual({ error });
    if ('error' in result) expect(quantityMessage(result.error, 'flour')).not.toBe('');
  });

  test.each([
    ['1.5', 'cup', 'ml', 375],
    ['3', 'tsp', 'ml', 15],
    ['0.5', 'g', 'g', 1],
    ['10000', 'kg', 'g', 10_000_000],
  ])('%s %s is %s %s', (amount, unit, base, qty) => {
    expect(toBase(amount, unit as InputUnit, base as 'g' | 'ml', UNWEIGHED)).toEqual({ qty });
  });

  test('pieces become millilitres through grams: 4 lemons of 50 g, 1,000 g a litre', () => {
    const weights = { gramsPerLitre: 1000, gramsPer100Pieces: 5000 };
    expect(toBase('4', 'piece', 'ml', weights)).toEqual({ qty: 200 });
  });

  test('there and back is the same amount, in every pair of units', () => {
    const unit = constantFrom(...BASE_UNITS);
    const weight = integer({ min: 1, max: 20_000 });
    assert(
      property(
        integer({ min: 1, max: 100_000 }),
        unit,
        unit,
        weight,
        weight,
        (qty, from, to, a, b) => {
          const weights = { gramsPerLitre: a, gramsPer100Pieces: b };
          const there = convert(qty, from, to, weights) ?? 0;
          expect(convert(there, to, from, weights)).toBeCloseTo(qty, 6);
        },
      ),
    );
  });

  test('every unit has its base', () => {
    for (const { base, amount } of Object.values(INPUT_UNITS)) {
      expect(BASE_UNITS).toContain(base);
      expect(amount).toBeGreaterThan(0);
    }
  });
});

test.each([
  [350 / 0.7, 500],
  [(11 / 10) * 100, 110],
  [0, 0],
  [-3, 0],
  [0.1, 1],
])('%d must suffice: %i', (value, expected) => {
  expect(up(value)).toBe(expected);
});

test.each([
  [772.5, 773],
  [-0.2, 0],
  [-634.24, -634],
  [1.4999, 1],
])('%d is shown as %i', (value, expected) => {
  expect(half(value)).toBe(expected);
});

test.each([
  [57, 'g', '57 g', '57 g'],
  [4164, 'g', '4.2 kg', '4,164 g'],
  [999, 'ml', '999 ml', '999 ml'],
  [1250, 'ml', '1.3 l', '1,250 ml'],
  [1_234_000, 'g', '1,234.0 kg', '1,234,000 g'],
  [1, 'piece', '1 piece', '1 piece'],
  [30, 'piece', '30 pieces', '30 pieces'],
] as const)('%i %s reads "%s", or to weigh by "%s"', (qty, unit, short, exact) => {
  expect(formatQuantity(qty, unit)).toBe(short);
  expect(formatExactQuantity(qty, unit)).toBe(exact);
});
