import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChange } from '#platform/server/audit/audit.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { AUDIT_ACTIONS, AUDITED_NAMES } from '#platform/rules/audit-actions.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let signedIn: Awaited<ReturnType<typeof signedInStaff>>;

beforeAll(async () => {
  t = await startTestApp();
  signedIn = await signedInStaff(t);
});
afterAll(() => t.close());

async function changeMeal(entityId: number, price: string, staff = signedIn.staff) {
  await t.context.db.transaction((tx) =>
    recordChange(tx, t.context, {
      staff,
      action: 'meal.update',
      entityId,
      before: { price: '14.99' },
      after: { price },
    }),
  );
}

async function listed(query: string) {
  const reply = await t.app.inject({
    url: `/api/admin/audit?${query}`,
    headers: { cookie: signedIn.cookie },
  });
  return { status: reply.statusCode, ...reply.json() };
}

test('a change records who made it, when by the kitchen clock, and the values before and after', async () => {
  await changeMeal(901, '15.99');
  expect(await listed('entity=meal&entityId=901')).toEqual({
    status: 200,
    nextCursor: null,
    changes: [
      {
        id: expect.any(Number),
        at: new Date(AN_ORDINARY_WEDNESDAY).toISOString(),
        tokenName: null,
        staffEmail: signedIn.staff.email,
        action: 'meal.update',
        entity: 'meal',
        entityId: '901',
        before: { price: '14.99' },
        after: { price: '15.99' },
        subject: null,
      },
    ],
  });
});

test('a change that is rolled back leaves no trace', async () => {
  const failing = t.context.db.transaction(async (tx) => {
    await recordChange(tx, t.context, {
      staff: null,
      action: 'meal.delete',
      entityId: 77,
      before: {},
    });
    throw new Error('the write failed');
  });
  await expect(failing).rejects.toThrow('the write failed');
  expect((await listed('entity=meal&entityId=77')).changes).toEqual([]);
});

test('the newest come first, a page at a time', async () => {
  for (const price of ['1.00', '2.00', '3.00']) await changeMeal(2, price);
  const first = await listed('entity=meal&entityId=2&limit=2');
  expect(first.changes.map((change: { after: unknown }) => change.after)).toEqual([
    { price: '3.00' },
    { price: '2.00' },
  ]);
  const second = await listed(`entity=meal&entityId=2&limit=2&cursor=${first.nextCursor}`);
  expect(second.changes).toMatchObject([{ after: { price: '1.00' } }]);
  expect(second.nextCursor).toBeNull();
});

test('records cannot be changed, deleted or truncated', async () => {
  await changeMeal(3, '1.00');
  const { db } = t.context;
  const refused = { cause: { message: 'audit_log only takes new rows' } };
  await expect(db.update(auditLog).set({ staffEmail: 'x' })).rejects.toMatchObject(refused);
  await expect(db.delete(auditLog)).rejects.toMatchObject(refused);
  await expect(db.execute(sql`truncate ${auditLog}`)).rejects.toMatchObject(refused);
});

test('a senseless query is refused and names the field', async () => {
  expect(await listed('entity=secrets')).toMatchObject({
    status: 400,
    fields: { entity: expect.any(String) },
  });
  expect(await listed('entityId=1')).toMatchObject({
    status: 400,
    fields: { entity: expect.any(String) },
  });
  expect(await listed('cursor=abc')).toMatchObject({ status: 400 });
});

test('the trail is filtered by who, what and the days of the kitchen', async () => {
  const other = await signedInStaff(t, { role: 'manager' });
  t.setNow('2026-03-01T14:30:00Z'); // In Brisbane, already the 2nd.
  await changeMeal(4, '1.00');
  t.setNow('2026-03-02T13:59:00Z'); // Still the 2nd.
  await changeMeal(4, '2.00', other.staff);
  t.setNow('2026-03-02T14:00:00Z');
  await changeMeal(4, '3.00', other.staff);
  const prices = async (query: string) =>
    (await listed(query)).changes.map((change: { after: { price: string } }) => change.after.price);

  expect(await prices('from=2026-03-02&what=meal')).toEqual(['3.00', '2.00', '1.00']);
  expect(await prices('from=2026-03-02&to=2026-03-02&what=meal')).toEqual(['2.00', '1.00']);
  expect(
    await prices(`from=2026-03-01&who=${other.staff.email.toUpperCase()}&what=meal.update`),
  ).toEqual(['3.00', '2.00']);
  expect(await prices('from=2026-03-01&what=order')).toEqual([]);
  expect(await prices('from=2026-03-02&to=2026-03-02&who=&what=meal&limit=1')).toEqual(['2.00']);
  expect(await prices('from=2026-03-01&who=system')).toEqual([]);
});

test('wrong filters name their field', async () => {
  for (const [query, field] of [
    ['from=2026-02-30', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['what=secrets', 'what'],
    ['what=meals', 'what'],
  ] as const) {
    expect(await listed(query), query).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  }
});

test('people see of the trail what they may see themselves', async () => {
  await changeMeal(5, '1.00');
  const phone = await signedInStaff(t, { role: 'phone' });
  const as = (query: string) =>
    t.app.inject({ url: `/api/admin/audit?${query}`, headers: { cookie: phone.cookie } });
  expect((await as('what=staff')).statusCode).toBe(403);
  expect((await as('what=system.export')).statusCode).toBe(403);
  const all = (await as('limit=200')).json<{ changes: { entity: string }[] }>();
  expect(all.changes.map(({ entity }) => entity)).toContain('meal');
  expect(all.changes.map(({ entity }) => entity)).not.toContain('staff');
});

test('every action that the code records has words', () => {
  const entities = Object.keys(AUDITED_NAMES).join('|');
  const recorded = globSync('{areas/*,platform,app}/server/**/*.ts', {
    exclude: ['**/*.test.ts'],
  }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`'((?:${entities})\\.[a-z_]+)'`, 'g'))].map(
      ([, action = '']) => action,
    ),
  );
  expect(recorded.length).toBeGreaterThan(60);
  expect(recorded.filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
});
