import { array, assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centsFromDollars,
  formatAmount,
  formatDollars,
  includedGst,
  parseAmount,
  sumCents,
} from '#platform/rules/money.ts';

const anyCents = integer({ min: 0, max: 99_999_999 });

describe('cents as text', () => {
  test.each([
    [0, '0.00', '$0.00'],
    [1, '0.01', '$0.01'],
    [10, '0.10', '$0.10'],
    [99, '0.99', '$0.99'],
    [100, '1.00', '$1.00'],
    [299, '2.99', '$2.99'],
    [1499, '14.99', '$14.99'],
    [123_456_789, '1234567.89', '$1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91', '$90,071,992,547,409.91'],
    [99_999, '999.99', '$999.99'],
    [3_366_077, '33660.77', '$33,660.77'],
    [-123_400, '-1234.00', '-$1,234.00'],
    [-1, '-0.01', '-$0.01'],
    [-100, '-1.00', '-$1.00'],
    [-599, '-5.99', '-$5.99'],
  ])('%i cents are %s on the wire and %s on screen', (cents, amount, dollars) => {
    expect(formatAmount(cents)).toBe(amount);
    expect(formatDollars(cents)).toBe(dollars);
  });

  test('always has two decimals', () => {
    assert(
      property(integer(), (cents) => {
        expect(formatAmount(cents)).toMatch(/^-?\d+\.\d{2}$/);
        expect(Math.round(Number(formatAmount(cents)) * 100)).toBe(cents);
      }),
    );
  });

  test('of a discount is that of the price with a minus before it', () => {
    assert(
      property(integer({ min: 1 }), (cents) => {
        expect(formatAmount(-cents)).toBe(`-${formatAmount(cents)}`);
        expect(formatDollars(-cents)).toBe(`-${formatDollars(cents)}`);
      }),
    );
  });
});

describe('an amount from text', () => {
  test.each([
    ['14.99', 1499],
    ['14.9', 1490],
    ['14', 1400],
    ['14.00', 1400],
    ['14.09', 1409],
    ['0', 0],
    ['0.00', 0],
    ['0.01', 1],
    ['2.99', 299],
    ['999999.99', 99_999_999],
  ])('"%s" is %i cents', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  test.each([
    '',
    ' ',
    '.',
    '.99',
    '14.',
    '14.999',
    '14.990',
    '1.2.3',
    '-14.99',
    '-0.00',
    '+14.99',
    '$14.99',
    'A$14.99',
    '14,99',
    '1,499.00',
    '1_499.00',
    ' 14.99',
    '14.99 ',
    '14.99\n',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'free',
    '１４.９９',
    '١٤.٩٩',
    '1000000000000000.00',
    '9'.repeat(25),
  ])('"%s" is none', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test('gives back the cents it was made from', () => {
    assert(
      property(anyCents, (cents) => {
        expect(parseAmount(formatAmount(cents))).toBe(cents);
      }),
    );
  });

  test('is either refused or worth exactly what it says', () => {
    const keysOnACashRegister = string({
      unit: constantFrom(...'0123456789.,-+e $'),
      maxLength: 10,
    });
    assert(
      property(keysOnACashRegister, (text) => {
        const cents = parseAmount(text);
        if (cents !== null) expect(cents).toBe(Math.round(Number(text) * 100));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('dollars as a number', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [4.35, 435],
    [8.2, 820],
    [30.97, 3097],
    [1999.99, 199_999],
    [2000, 200_000],
    [100_000, 10_000_000],
  ])('%d are %i cents', (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents);
  });

  test('are understood for every cent up to $2,000.00', () => {
    const misread = [];
    for (let cents = 0; cents <= 200_000; cents += 1) {
      const dollars: unknown = JSON.parse(formatAmount(cents));
      if (typeof dollars !== 'number' || centsFromDollars(dollars) !== cents) misread.push(dollars);
    }
    expect(misread).toEqual([]);
  });

  test.each([0.001, 0.005, 0.009, 30.971, 30.975, 30.9701, 1999.999, 1999.9999, 99_999.995, 1 / 3])(
    '%d hold a fraction of a cent and are refused',
    (dollars) => {
      expect(centsFromDollars(dollars)).toBeNull();
    },
  );

  test.each([
    -0.01,
    -1,
    -30.97,
    Number.NaN,
    Infinity,
    -Infinity,
    1e300,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
  ])('%d are refused', (dollars) => {
    expect(centsFromDollars(dollars)).toBeNull();
  });

  test('are refused with any tenth of a cent, understood with none', () => {
    assert(
      property(
        integer({ min: 0, max: 10_000_000 }),
        integer({ min: 0, max: 9 }),
        (cents, tenths) => {
          expect(centsFromDollars((cents * 10 + tenths) / 1000)).toBe(tenths === 0 ? cents : null);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a sum', () => {
  test.each([
    [[], 0],
    [[1499], 1499],
    [[1249, 1249, 599], 3097],
    [[598, -598], 0],
  ])('of %j is %i', (amounts, total) => {
    expect(sumCents(amounts)).toBe(total);
  });

  test('does not depend on the order', () => {
    assert(
      property(array(anyCents), (amounts) => {
        expect(sumCents(amounts.toReversed())).toBe(sumCents(amounts));
      }),
    );
  });
});

describe('the GST in a total', () => {
  test.each([
    [0, 0],
    [5, 0],
    [6, 1],
    [11, 1],
    [1100, 100],
    [3097, 282],
  ])('of %i cents is %i cents', (total, gst) => {
    expect(includedGst(total)).toBe(gst);
  });

  test('is the whole number of cents nearest to one eleventh', () => {
    assert(
      property(anyCents, (total) => {
        expect(Number.isInteger(includedGst(total))).toBe(true);
        expect(Math.abs(includedGst(total) * 11 - total)).toBeLessThanOrEqual(5);
      }),
    );
  });
});
