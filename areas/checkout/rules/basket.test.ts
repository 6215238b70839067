import { expect, test } from 'vitest';
import { isAhead } from './basket.ts';

test.each([
  ['with more changes is ahead, whenever it was used', { rev: 4, usedAt: 1 }, true],
  ['with fewer is not, though it was used later', { rev: 2, usedAt: 99 }, false],
  ['with as many is ahead if it was used later', { rev: 3, usedAt: 11 }, true],
  ['with as many that was used before is not', { rev: 3, usedAt: 9 }, false],
  ['that is the same is not', { rev: 3, usedAt: 10 }, false],
])('an order %s', (_, theirs, expected) => {
  expect(isAhead(theirs, { rev: 3, usedAt: 10 })).toBe(expected);
});
