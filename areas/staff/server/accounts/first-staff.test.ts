import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffLinks } from '#areas/staff/server/tables/staff.ts';
import { EnvironmentError } from '#platform/server/env.ts';
import { createFirstStaff, makeSetupLink } from '#areas/staff/server/accounts/first-staff.ts';
import { aStaffAccount, signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  await t.close();
});
beforeEach(async () => {
  await t.context.db.execute(sql`truncate ${staff}, ${staffLinks} cascade`);
});

const PERSON = {
  email: 'Ines@Example.com',
  firstName: '  Ines ',
  lastName: 'Owner',
  password: 'red soil and bay light',
};

const publicUrl = 'http://localhost';
const newLink = async () => (await makeSetupLink(t.context, publicUrl))?.url ?? null;

async function newToken(): Promise<string> {
  const [, token = ''] = (await newLink())?.split('#') ?? [];
  return token;
}

async function setUp(change: Record<string, unknown>) {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/staff/setup',
    body: { ...PERSON, ...change },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const allStaff = () => t.context.db.select().from(staff);

describe('the set-up link', () => {
  test('creates the first account, which can sign in immediately', async () => {
    expect(await setUp({ token: await newToken() })).toEqual({
      status: 201,
      body: { email: 'ines@example.com' },
    });
    expect(await allStaff()).toMatchObject([
      { email: 'ines@example.com', firstName: 'Ines', isActive: true },
    ]);
    expect((await signInWith(t, PERSON.email, PERSON.password)).statusCode).toBe(200);
  });

  test('has 256 bits in its fragment, and is stored as a hash', async () => {
    const link = await newLink();
    const url = new URL(link ?? '');
    expect([url.origin, url.pathname, url.search]).toEqual([publicUrl, '/setup', '']);
    const token = url.hash.slice(1);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const kept = JSON.stringify(await t.context.db.select().from(staffLinks));
    expect(kept).not.toContain(token);
  });

  test('can be inspected without being used up', async () => {
    const token = await newToken();
    const look = () =>
      t.app.inject({ method: 'POST', url: '/api/staff/open-link', body: { token } });
    expect((await look()).json()).toMatchObject({ purpose: 'setup', email: '' });
    expect((await look()).statusCode).toBe(200);
  });

  test('expires after 30 minutes', async () => {
    const token = await newToken();
    const [link] = await t.context.db.select().from(staffLinks);
    const minutes = (link!.expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30.1);
    await t.context.db.update(staffLinks).set({ expiresAt: sql`now() - interval '1 second'` });
    expect(await setUp({ token })).toMatchObject({ status: 410, body: { code: 'link_gone' } });
    expect(await allStaff()).toEqual([]);
  });

  test('is replaced by the next one', async () => {
    const old = await newToken();
    const fresh = await newToken();
    expect(await setUp({ token: old })).toMatchObject({ status: 410 });
    expect(await setUp({ token: fresh })).toMatchObject({ status: 201 });
  });

  test('creates one account when sent ten times concurrently', async () => {
    const token = await newToken();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        setUp({ token, email: `owner-${index}@example.com` }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404 || status === 410)).toHaveLength(9);
    expect(await allStaff()).toHaveLength(1);
  });

  test('does not exist once there is an account, however it was created', async () => {
    const token = await newToken();
    await aStaffAccount(t);
    expect(await setUp({ token })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await newLink()).toBeNull();
  });

  test('refuses guesses and bad fields, and stays usable for a correct request', async () => {
    const token = await newToken();
    expect(await setUp({ token: `${token}x` })).toMatchObject({ status: 410 });
    const bad: [Record<string, unknown>, string][] = [
      [{ email: 'nobody' }, 'email'],
      [{ firstName: ' ' }, 'firstName'],
      [{ firstName: 'x'.repeat(500) }, 'firstName'],
      [{ lastName: undefined }, 'lastName'],
      [{ password: 'short' }, 'password'],
      [{ password: 'password1234' }, 'password'],
      [{ password: 7 }, 'password'],
      [{ isActive: true }, 'isActive'],
    ];
    for (const [change, field] of bad) {
      const { status, body } = await setUp({ token, ...change });
      expect([status, Object.keys(body.fields ?? {})], field).toEqual([400, [field]]);
    }
    expect(await setUp({ token, firstName: '<script>alert(1)</script>' })).toMatchObject({
      status: 201,
    });
  });
});

describe('STAFF_EMAIL and STAFF_PASSWORD', () => {
  const given = { email: 'Chef@Example.com', password: 'red soil and bay light' };

  test('create the first account, which has no name yet and can sign in', async () => {
    await createFirstStaff(t.context, given);
    await createFirstStaff(t.context, given);
    expect(await allStaff()).toMatchObject([{ email: 'chef@example.com', firstName: '' }]);
    expect((await signInWith(t, given.email, given.password)).statusCode).toBe(200);
    expect(await newLink()).toBeNull();
  });

  test('create one account when two processes start concurrently', async () => {
    await Promise.all([createFirstStaff(t.context, given), createFirstStaff(t.context, given)]);
    expect(await allStaff()).toHaveLength(1);
  });

  test('change nothing once an account exists', async () => {
    await aStaffAccount(t);
    await createFirstStaff(t.context, given);
    expect(await allStaff()).toHaveLength(1);
    expect((await signInWith(t, given.email, given.password)).statusCode).toBe(401);
  });

  test('stop the app from starting when the password is too easy to guess', async () => {
    for (const password of ['password123', '1234567', 'short', 'rain coast', 'chef@example.com']) {
      const starting = createFirstStaff(t.context, { ...given, password });
      await expect(starting).rejects.toThrow(EnvironmentError);
      await expect(starting).rejects.toThrow('STAFF_PASSWORD');
    }
  });
});
