import { expect, test } from 'vitest';
import { groupCardNumber, readExpiry, spaceExpiry } from './sandbox-payments.tsx';

test.each([
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['', ''],
])('card number %j is shown as %j', (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['12/2030', '12 / 30'],
])('expiry %j is shown as %j', (typed, shown) => {
  expect(spaceExpiry(typed)).toBe(shown);
});

test('an expiry is read once month and year are complete', () => {
  expect(readExpiry('12 / 3')).toBeNull();
  expect(readExpiry('12 / 30')).toEqual({ expMonth: '12', expYear: '30' });
  expect(readExpiry('1/2031')).toEqual({ expMonth: '1', expYear: '2031' });
});
