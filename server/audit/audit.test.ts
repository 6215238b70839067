import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChange } from '#server/audit/record-change.ts';
import { auditLog } from '#server/db/schema/operation/audit-log.ts';
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
      entity: 'meal',
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
  await changeMeal(1, '15.99');
  expect(await listed('entity=meal&entityId=1')).toEqual({
    status: 200,
    nextCursor: null,
    changes: [
      {
        id: expect.any(Number),
        at: new Date(AN_ORDINARY_WEDNESDAY).toISOString(),
        staffEmail: signedIn.staff.email,
        action: 'meal.update',
        entity: 'meal',
        entityId: '1',
        before: { price: '14.99' },
        after: { price: '15.99' },
      },
    ],
  });
});

test('a change that is rolled back leaves no trace', async () => {
  const failing = t.context.db.transaction(async (tx) => {
    await recordChange(tx, t.context, {
      staff: null,
      action: 'meal.delete',
      entity: 'meal',
      entityId: 77,
      before: {},
      after: null,
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
