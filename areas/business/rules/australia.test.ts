import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPhone, normalisePhone, PHONE_MESSAGE } from '#areas/business/rules/australia.ts';

const ALL_DIGITS = [...'0123456789'];
const REST = '12345678';

/** The sentence of the rule, read aloud: 10 digits starting 02, 03, 04, 07 or 08; 11 starting 61 and 2, 3, 4, 5, 7 or 8; 12 starting 061 and one of those. */
function oracle(text: string): string | null {
  const digits = [...text].filter((character) => ALL_DIGITS.includes(character)).join('');
  const starts = (beginnings: string[]) =>
    beginnings.some((beginning) => digits.startsWith(beginning));
  const afterCountry = ['2', '3', '4', '5', '7', '8'];
  const isValid =
    (digits.length === 10 && starts(['02', '03', '04', '07', '08'])) ||
    (digits.length === 11 && starts(afterCountry.map((digit) => `61${digit}`))) ||
    (digits.length === 12 && starts(afterCountry.map((digit) => `061${digit}`)));
  return isValid ? `+61${digits.slice(-9)}` : null;
}

describe('the digit after the start decides', () => {
  test.each(ALL_DIGITS)('in 10 digits starting 0%s', (digit) => {
    const isValid = ['2', '3', '4', '7', '8'].includes(digit);
    expect(normalisePhone(`0${digit}${REST}`)).toBe(isValid ? `+61${digit}${REST}` : null);
  });

  test.each(ALL_DIGITS)('in 11 digits starting 61%s', (digit) => {
    const isValid = ['2', '3', '4', '5', '7', '8'].includes(digit);
    expect(normalisePhone(`61${digit}${REST}`)).toBe(isValid ? `+61${digit}${REST}` : null);
    expect(normalisePhone(`+61${digit}${REST}`)).toBe(isValid ? `+61${digit}${REST}` : null);
  });

  test.each(ALL_DIGITS)('in 12 digits starting 061%s', (digit) => {
    const isValid = ['2', '3', '4', '5', '7', '8'].includes(digit);
    expect(normalisePhone(`061${digit}${REST}`)).toBe(isValid ? `+61${digit}${REST}` : null);
  });
});

describe('an Australian phone number', () => {
  test.each([
    ['0412 345 678', '+61412345678'],
    ['+61 412 345 678', '+61412345678'],
    ['0412345678', '+61412345678'],
    ['0412-345-678', '+61412345678'],
    ['0412.345.678', '+61412345678'],
    ['(07) 5550 0164', '+61755500164'],
    ['07/5550/0164', '+61755500164'],
    ['+61 (7) 5550-0164', '+61755500164'],
    ['061 7 5550 0164', '+61755500164'],
    ['  0412 345 678\n', '+61412345678'],
    ['0412\u00A0345\u00A0678', '+61412345678'],
    ['mobile: 0412 345 678 (Ben)', '+61412345678'],
  ])('"%s" is kept as %s', (typed, kept) => {
    expect(normalisePhone(typed)).toBe(kept);
  });
});

describe('no Australian phone number', () => {
  test.each([
    ['nothing', ''],
    ['letters only', 'call me'],
    ['nine digits', '041234567'],
    ['eleven digits with a leading 0', '04123456789'],
    ['without the leading 0', '412345678'],
    ['a 1300 number', '1300 123 456'],
    ['an 1800 number', '1800 123 456'],
    ['an emergency number', '000'],
    ['with 0011 in front', '0011 61 412 345 678'],
    ['with 00 in front', '0061 412 345 678'],
    ['with the 0 kept after +61', '+61 (0)412 345 678'],
    ['a New Zealand number', '+64 21 123 4567'],
    ['an American number', '+1 212 555 0123'],
    ['digits of another script', '٠٤١٢٣٤٥٦٧٨'],
    ['full-width digits', '０４１２３４５６７８'],
    ['with the letter O for 0', 'O412 345 678'],
    ['two numbers', '0412 345 678, 0412 345 679'],
  ])('%s', (_what, typed) => {
    expect(normalisePhone(typed)).toBeNull();
  });

  test('is answered with the agreed message', () => {
    expect(PHONE_MESSAGE).toBe(
      'Please enter a valid Australian phone number (e.g., 0412 345 678 or +61 412 345 678)',
    );
  });
});

describe('the rule', () => {
  const start = constantFrom('', '0', '04', '61', '+61', '061', '0061', '1');
  const digits = string({ unit: constantFrom(...ALL_DIGITS), minLength: 7, maxLength: 12 });
  const noise = string({
    unit: constantFrom(' ', '-', '(', ')', '.', '+', 'x', 'é', '号'),
    maxLength: 2,
  });

  test('agrees with the words of the requirement for any digits', () => {
    assert(
      property(start, digits, (first, rest) => {
        expect(normalisePhone(first + rest)).toBe(oracle(first + rest));
      }),
      { numRuns: 5000 },
    );
  });

  test('ignores what is between the digits', () => {
    const noises = array(noise, { minLength: 16, maxLength: 16 });
    assert(
      property(start, digits, noises, (first, rest, between) => {
        const typed = [...first, ...rest]
          .map((character, at) => (between[at] ?? '') + character)
          .join('');
        expect(normalisePhone(typed)).toBe(normalisePhone(first + rest));
      }),
    );
  });

  test('keeps +61 and nine digits, which it accepts again', () => {
    assert(
      property(start, digits, (first, rest) => {
        const kept = normalisePhone(first + rest);
        if (kept === null) return;
        expect(kept).toMatch(/^\+61\d{9}$/);
        expect(normalisePhone(kept)).toBe(kept);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a kept number in print', () => {
  test.each([
    ['+61412345678', '0412 345 678'],
    ['+61755500164', '(07) 5550 0164'],
    ['+61298765432', '(02) 9876 5432'],
  ])('%s is %s', (kept, printed) => {
    expect(formatPhone(kept)).toBe(printed);
  });

  test.each(['2', '3', '4', '7', '8'])('starting 0%s can be typed as printed', (digit) => {
    expect(normalisePhone(formatPhone(`+61${digit}${REST}`))).toBe(`+61${digit}${REST}`);
  });
});
