import { expect, test } from 'vitest';
import { isTestPayments } from './payment-mode.ts';

test.each([
  ['sandbox', 'pk_test_1', true],
  ['stripe', 'pk_test_1', true],
  ['stripe', 'pk_live_1', false],
] as const)('%s with %s takes no real money: %s', (mode, publishableKey, isTest) => {
  expect(isTestPayments({ mode, publishableKey })).toBe(isTest);
});
