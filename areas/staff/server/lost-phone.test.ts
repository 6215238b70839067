import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionReply } from '#areas/staff/calls/staff.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { cookiesOf, signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { signedOutPhones } from '#areas/staff/server/tables/staff.ts';
import { purgeOldSignIns } from './manage-tokens.ts';

let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
});
afterAll(() => t.close());

const sessionsOf = async ({ staff }: StaffClient) =>
  (await owner.get(`/api/admin/staff/${staff.id}/sessions`)).json<SessionReply[]>();

test('a lost phone is signed out alone, and told to wipe itself at its next call', async () => {
  const driver = await aStaffClient(t, { role: 'driver' });
  const other = cookiesOf(await signInWith(t, driver.staff.email));
  const [, lost] = await sessionsOf(driver);
  expect(await sessionsOf(driver)).toHaveLength(2);
  const reply = await owner.delete(`/api/admin/staff/${driver.staff.id}/sessions/${lost!.id}`);
  expect(reply.statusCode, reply.body).toBe(204);

  for (const url of ['/api/drive/day', '/api/auth/user']) {
    const refused = await driver.get(url);
    expect(refused.statusCode, url).toBe(401);
  }
  expect((await driver.get('/api/drive/day')).json()).toMatchObject({ code: 'phone_signed_out' });
  const reports = await driver.post('/api/drive/reports', {});
  expect(reports.json()).toMatchObject({ code: 'phone_signed_out' });
  const well = await t.app.inject({ url: '/api/drive/day', headers: { cookie: other } });
  expect(well.statusCode).toBe(200);
  const [entry] = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'staff.sign_out_phone'));
  expect(entry).toMatchObject({ staffId: owner.staff.id, entityId: driver.staff.id });

  // Nobody else learns of it: neither a stranger nor a cookie that we did not sign.
  for (const cookie of ['', 'mealrun.session_token=a.b']) {
    const stranger = await t.app.inject({ url: '/api/drive/day', headers: { cookie } });
    expect(stranger.json()).toMatchObject({ code: 'unauthorized' });
  }
});

test('a signed-out phone is remembered for a month', async () => {
  const driver = await aStaffClient(t, { role: 'driver' });
  const [phone] = await sessionsOf(driver);
  await owner.delete(`/api/admin/staff/${driver.staff.id}/sessions/${phone!.id}`);
  await purgeOldSignIns(t.context);
  expect((await driver.get('/api/drive/day')).json()).toMatchObject({ code: 'phone_signed_out' });
  await t.context.db.update(signedOutPhones).set({ at: sql`now() - interval '31 days'` });
  await purgeOldSignIns(t.context);
  expect((await driver.get('/api/drive/day')).json()).toMatchObject({ code: 'unauthorized' });
});

test('neither one’s own session nor one of someone else’s account can be named', async () => {
  const driver = await aStaffClient(t, { role: 'driver' });
  const [own] = (await sessionsOf(owner)).filter(({ isCurrent }) => isCurrent);
  const [phone] = await sessionsOf(driver);
  for (const [staffId, sessionId] of [
    [owner.staff.id, own!.id],
    [owner.staff.id, phone!.id],
  ])
    expect(
      (await owner.delete(`/api/admin/staff/${staffId}/sessions/${sessionId}`)).statusCode,
    ).toBe(404);
  expect((await driver.get('/api/drive/day')).statusCode).toBe(200);
});
