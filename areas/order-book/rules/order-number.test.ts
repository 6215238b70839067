import { assert, constantFrom, integer, property, string, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderNumberFrom, parseOrderNumber } from '#areas/order-book/rules/order-number.ts';

const eightBytes = uint8Array({ minLength: 8, maxLength: 8 });

function charactersOf(orderNumber: string): string {
  return orderNumber.slice('RT-'.length).replace('-', '');
}

/** Which byte gives which character, read off whole numbers. */
function characterOfEveryByte(): string[] {
  return Array.from(
    { length: 256 },
    (_, byte) => charactersOf(orderNumberFrom(new Uint8Array(8).fill(byte), 'RT'))[0] ?? '',
  );
}

describe('an order number', () => {
  test('is the prefix and twice four characters', () => {
    assert(
      property(eightBytes, (bytes) => {
        expect(orderNumberFrom(bytes, 'RT')).toMatch(/^RT-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
        expect(orderNumberFrom(bytes, 'MRN')).toMatch(/^MRN-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      }),
    );
  });

  test('uses no two characters that look alike', () => {
    const used = new Set(characterOfEveryByte());
    for (const lookAlikes of [
      ['0', 'O'],
      ['1', 'I', 'L'],
    ]) {
      expect(lookAlikes.filter((character) => used.has(character)).length).toBeLessThanOrEqual(1);
    }
  });

  test('gives every character the same chance: each comes from as many of the 256 bytes', () => {
    const timesUsed = new Map<string, number>();
    for (const character of characterOfEveryByte())
      timesUsed.set(character, (timesUsed.get(character) ?? 0) + 1);
    expect(timesUsed.size).toBe(32);
    expect([...timesUsed.values()].every((times) => times === 8)).toBe(true);
  });

  test('takes each of its eight characters from a byte of its own', () => {
    const index = integer({ min: 0, max: 7 });
    assert(
      property(eightBytes, index, integer({ min: 1, max: 31 }), (bytes, at, change) => {
        const changed = Uint8Array.from(bytes, (byte, position) =>
          position === at ? byte ^ change : byte,
        );
        const [before, after] = [
          charactersOf(orderNumberFrom(bytes, 'RT')),
          charactersOf(orderNumberFrom(changed, 'RT')),
        ];
        const differing = [...before].flatMap((character, position) =>
          character === after[position] ? [] : [position],
        );
        expect(differing).toEqual([at]);
      }),
    );
  });

  test('is refused when there are too few random bytes', () => {
    expect(() => orderNumberFrom(new Uint8Array(7), 'RT')).toThrow(RangeError);
  });
});

describe('an order number as typed', () => {
  test.each([
    'RT-7K3F-9Q2X',
    'rt-7k3f-9q2x',
    'rt 7k3f9q2x',
    'RT7K3F9Q2X',
    '  RT - 7K3F - 9Q2X  ',
    'RT–7K3F–9Q2X',
    'RT_7K3F_9Q2X',
    '#RT-7K3F-9Q2X.',
    'rt-7k3f\n9q2x',
    '7K3F-9Q2X',
    '7k3f9q2x',
  ])('"%s" is RT-7K3F-9Q2X', (typed) => {
    expect(parseOrderNumber(typed, 'RT')).toBe('RT-7K3F-9Q2X');
  });

  test.each([
    ['nothing', ''],
    ['the prefix alone', 'RT'],
    ['seven characters', 'RT-7K3F-9Q2'],
    ['nine characters', 'RT-7K3F-9Q2XX'],
    ['another prefix', 'AB-7K3F-9Q2X'],
    ['a zero', 'RT-7K3F-9Q20'],
    ['a one', 'RT-7K3F-9Q21'],
    ['the letter O', 'RT-7K3F-9Q2O'],
    ['the letter I', 'RT-7K3F-9Q2I'],
    ['a name', 'Ben Lee'],
    ['a phone number', '0412 345 678'],
  ])('%s ("%s") is none', (_what, typed) => {
    expect(parseOrderNumber(typed, 'RT')).toBeNull();
  });

  test('is found again however it was typed', () => {
    const upperOrLower = constantFrom(
      (text: string) => text,
      (text: string) => text.toLowerCase(),
    );
    const separator = constantFrom('-', ' ', '', ' - ', '–', '.');
    const around = string({ unit: constantFrom(' ', '\t', '#', '.'), maxLength: 3 });
    assert(
      property(eightBytes, upperOrLower, separator, around, (bytes, write, between, space) => {
        const orderNumber = orderNumberFrom(bytes, 'RT');
        const typed = space + write(orderNumber.replaceAll('-', between)) + space;
        expect(parseOrderNumber(typed, 'RT')).toBe(orderNumber);
      }),
    );
  });

  test.each(['RT-RT7K-3F9Q', 'RT-RTRT-RTRT'])(
    '%s, whose signs begin like the prefix, is found without the prefix',
    (orderNumber) => {
      expect(parseOrderNumber(orderNumber, 'RT')).toBe(orderNumber);
      expect(parseOrderNumber(orderNumber.slice('RT-'.length), 'RT')).toBe(orderNumber);
    },
  );
});
