import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maybeDone, nearestStop, splitEvenly } from './split-stops.ts';

const aStop = (suburb: string, addressLine1: string) => ({
  suburb,
  addressLine1,
  addressLine2: '',
  orderNumber: 'RT-0000-0000',
});

test('stops are split into contiguous parts that differ by one at most', () => {
  expect(splitEvenly([1, 2, 3, 4, 5], 2)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      (all, n) => {
        const parts = splitEvenly(all, n);
        expect(parts.flat()).toEqual(all);
        const sizes = parts.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('a late stop is near its neighbour in the street, else near one of its suburb', () => {
  const low = aStop('Cleveland', '2 Shore Street West');
  const high = aStop('Cleveland', '40 Shore Street West');
  const far = aStop('Capalaba', '9 Redland Bay Road');
  expect(nearestStop(aStop('Cleveland', '6 Shore Street West'), [high, far, low])).toBe(low);
  expect(nearestStop(aStop('Cleveland', '1 Shore Street West'), [high, far, low])).toBe(low);
  expect(nearestStop(far, [])).toBeNull();
});

test('a silent driver may have done what they drove past, and what there was time for', () => {
  const at = Date.parse('2026-01-13T06:00:00Z');
  const stops = [
    { stop: 1, status: 'delivered' as const },
    { stop: 2, status: 'out' as const },
    { stop: 3, status: 'delivered' as const },
    { stop: 4, status: 'out' as const },
    { stop: 5, status: 'out' as const },
    { stop: 6, status: 'packed' as const },
  ];
  const numbersAfter = (minutes: number) =>
    maybeDone(stops, at, at + minutes * 60_000).map(({ stop }) => stop);
  expect(numbersAfter(0)).toEqual([2]);
  expect(numbersAfter(7)).toEqual([2, 4]);
  expect(numbersAfter(600)).toEqual([2, 4, 5]);
  expect(maybeDone(stops, null, at)).toEqual([]);
});
