import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOUBLING_MINUTES, retryWait } from './due-work.ts';

test('minutes double up to an hour', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (attempts) => retryWait(DOUBLING_MINUTES, attempts) / 60_000,
  );
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a factor of one waits alike each time, and nothing waits longer than the longest', () => {
  expect(retryWait({ firstMs: 5000, factor: 1, longestMs: 9000 }, 100)).toBe(5000);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (attempts) => {
      const wait = retryWait(DOUBLING_MINUTES, attempts);
      return wait > 0 && wait <= DOUBLING_MINUTES.longestMs;
    }),
  );
});
