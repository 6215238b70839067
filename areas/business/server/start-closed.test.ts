import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startClosed } from './installation.ts';
import { loadBusiness } from './load-business.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { aStaffAccount } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

const isOpen = async () => (await loadBusiness(t.context.db)).business.ordersOpen;

test('a new kitchen is closed, and stays as its owner left it', async () => {
  await startClosed(t.context.db);
  expect(await isOpen()).toBe(false);
  await t.context.db.update(settings).set({ value: {} }).where(eq(settings.key, 'business'));
  await startClosed(t.context.db);
  expect(await isOpen()).toBe(true);
});

test('one that someone already runs is not closed by an upgrade', async () => {
  await aStaffAccount(t);
  await startClosed(t.context.db);
  expect(await isOpen()).toBe(true);
});
