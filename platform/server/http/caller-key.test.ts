import { expect, test } from 'vitest';
import { callerNetwork } from '#platform/server/http/throttle.ts';

test.each([
  ['an IPv6 address is its /48', '2001:db8:1:2::1', '2001:db8:1:ff:ffff::9', true],
  ['however it is written', '2001:DB8:1:2:0:0:0:1', '2001:db8:1:2::1', true],
  ['another /48 is another caller', '2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['an IPv4 address is itself', '203.0.113.7', '203.0.113.8', false],
  ['also where it is written as IPv6', '::ffff:203.0.113.7', '203.0.113.7', true],
  ['what is no address is itself', 'unknown', 'unknown', true],
])('contract with @better-auth/core, normalizeIP: %s', (_, one, other, isSame) => {
  expect(callerNetwork(one) === callerNetwork(other)).toBe(isSame);
});
