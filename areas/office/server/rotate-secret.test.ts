import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffTwoFactors } from '#areas/staff/server/tables/staff.ts';
import { hashTrackingToken, trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { loadSignInSecret, loadTrackingSecret } from '#areas/business/server/installation.ts';
import { rotateSecret } from './rotate-keys.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const isFound = async (token: string) =>
  (await t.app.inject(`/api/orders/track/${token}`)).statusCode === 200;

test('with a new tracking secret, old links stop working and new ones work; the erased stay erased', async () => {
  await aPaidOrder(t);
  await aPaidOrder(t, { customer: { ...A_CUSTOMER, email: 'gone@example.com' } });
  const [kept, gone] = (await t.context.db.select().from(orders).orderBy(orders.id)).map(
    ({ checkoutId }) => checkoutId,
  );
  t.setNow('2026-01-20T02:00:00Z');
  await eraseCustomer(t.context, null, 'gone@example.com');
  const old = trackingTokenFor(kept!, t.context.trackingSecret);
  expect(await isFound(old)).toBe(true);
  await rotateSecret(t.context, 'tracking');
  const secret = await loadTrackingSecret(t.context.db);
  expect(secret).not.toBe(t.context.trackingSecret);
  expect(await isFound(old)).toBe(false);
  expect(await isFound(trackingTokenFor(kept!, secret))).toBe(true);
  const { rows } = await t.context.db.execute<{ hash: string }>(
    sql`select tracking_token_hash as hash from checkouts where id = ${gone}`,
  );
  expect(rows[0]?.hash).not.toBe(hashTrackingToken(trackingTokenFor(gone!, secret)));
});

test('with a new sign-in secret, everyone is signed out, and a second factor locks nobody out', async () => {
  const staffClient = await aStaffClient(t);
  const { id } = staffClient.staff;
  await t.context.db.insert(staffTwoFactors).values({ userId: id, secret: 'x', backupCodes: 'y' });
  await t.context.db.update(staff).set({ twoFactorEnabled: true });
  expect((await staffClient.get('/api/auth/user')).statusCode).toBe(200);
  await rotateSecret(t.context, 'sign-in');
  expect(await loadSignInSecret(t.context.db)).not.toBe(t.context.signIn.secret);
  expect((await staffClient.get('/api/auth/user')).statusCode).toBe(401);
  const { rows } = await t.context.db.execute(sql`select from staff where two_factor_enabled`);
  expect(rows).toEqual([]);
  expect(await t.context.db.$count(staffTwoFactors)).toBe(0);
});

test('the audit trail says which secret was replaced, and not with what', async () => {
  await rotateSecret(t.context, 'tracking');
  const entries = await t.context.db.select().from(auditLog).orderBy(auditLog.id);
  expect(entries.at(-1)).toMatchObject({ action: 'system.rotate_secret', entityId: 'tracking' });
  expect(JSON.stringify(entries)).not.toContain(await loadTrackingSecret(t.context.db));
});
