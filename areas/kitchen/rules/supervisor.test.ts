import { expect, test } from 'vitest';
import { expiryOf } from '#areas/kitchen/rules/readings.ts';

test.each([
  ['2024-03-10', '2029-03-10'],
  ['2024-02-29', '2029-03-01'],
])('a certificate of %s counts until the day before %s', (certifiedOn, day) => {
  expect(expiryOf(certifiedOn)).toBe(day);
});
