/** `npm run release-data` is needed after each release only, and has to work then. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { aStaffAccount } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { KEPT_HOUSEHOLDS } from './households.ts';
import { storefrontOf } from './storefront-of-app.ts';
import { OWNER, readBusiness, writeDeliveryDay, writeOrderDay } from './write-business.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await aStaffAccount(t, { email: OWNER.email });
});
afterAll(() => t.close());

test('this version, too, can be worked with for two weeks, and shows what became of it', async () => {
  const site = storefrontOf(t);
  const orders = await writeOrderDay(site);
  t.setNow('2026-01-13T23:00:00Z');
  await expireCheckouts(t.context);
  await writeDeliveryDay(site, orders);
  const seen = await readBusiness(site, { version: 'this', now: '2026-01-13T23:00:00Z', orders });
  const statuses = seen.orders.map(({ admin }) => admin['status']);
  expect(statuses).toHaveLength(KEPT_HOUSEHOLDS.length);
  expect(new Set(statuses)).toEqual(new Set(['delivered', 'confirmed', 'cancelled']));
  expect(seen.money).toHaveLength(KEPT_HOUSEHOLDS.length + 1);
  expect(seen.waitlist).toHaveLength(2);
  expect(await findBrokenRules(t.context)).toEqual([]);
});
