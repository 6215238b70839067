import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { readSlotCapacity, slotCapacityProblem } from './slot-capacity.ts';

test.each<[string | number | null, number]>([
  [35, 35],
  ['35', 35],
  [' 35 ', 35],
  ['0', 0],
  ['-1', -1],
  ['3.5', 3.5],
  ['', 20],
  ['abc', 20],
  ['12abc', 20],
  ['1e2', 20],
  [null, 20],
])('%j is read as %d', (typed, capacity) => {
  expect(readSlotCapacity(typed, defaultBusiness)).toBe(capacity);
});

test.each([0, 20, 100])('%d deliveries may be set', (capacity) => {
  expect(slotCapacityProblem(capacity, defaultBusiness)).toBeNull();
});

test.each([-1, 101, 3.5, Number.NaN, Infinity])('%d deliveries may not be set', (capacity) => {
  expect(slotCapacityProblem(capacity, defaultBusiness)).toBe(
    'Please enter a whole number from 0 to 100',
  );
});
