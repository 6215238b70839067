import { expect, test } from 'vitest';
import { countByStatus, describeCounts, progressText, totalOf } from './driver-reports.ts';

test('says how many are delivered, then what went wrong, then what is nearest to the door', () => {
  expect(
    progressText(['planned', 'delivered', 'out', 'missed', 'delivered', 'out', 'cooked']),
  ).toBe('2 of 7 delivered, 1 not delivered, 2 on the way, 1 cooked, 1 planned');
});

test('a cancelled delivery is no stop', () => {
  const counts = countByStatus(['cancelled', 'packed']);
  expect(totalOf(counts)).toBe(1);
  expect(describeCounts(counts)).toBe('0 of 1 delivered, 1 packed');
});
