import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

async function staff(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'staff.ts'), ...args],
    { env: { DATABASE_URL: database.url, PUBLIC_URL: 'https://meals.example.com' } },
  );
  return stdout;
}

test('prints a set-up link while there is no account', async () => {
  expect(await staff('setup')).toMatch(
    /^One-time link, valid until \S+:\nhttps:\/\/meals\.example\.com\/setup#[\w-]{43}\n$/,
  );
});

test('prints an invitation, and lists it; a second one replaces the first', async () => {
  const link =
    /^One-time link for ava@example\.com, valid until \S+:\nhttps:\/\/meals\.example\.com\/invite#[\w-]{43}\n$/;
  const first = await staff('invite', 'Ava@Example.com');
  const second = await staff('invite', 'ava@example.com');
  expect(first).toMatch(link);
  expect(second).toMatch(link);
  expect(second).not.toBe(first);
  expect(await staff('list')).toMatch(
    /^ava@example\.com  \(invited as owner, valid until \S+\)\n$/,
  );
});

test('invites to a role', async () => {
  await staff('invite', 'sam@example.com', 'driver');
  expect(await staff('list')).toMatch(/^sam@example\.com  \(invited as driver, valid/m);
  await expect(staff('invite', 'sam@example.com', 'chef')).rejects.toMatchObject({
    stderr: expect.stringContaining('ROLE is one of owner, manager, kitchen'),
  });
  await expect(staff('role', 'sam@example.com', 'packer')).rejects.toMatchObject({
    stderr: expect.stringContaining('was not found'),
  });
});

test('explains what is wrong, and ends with an error', async () => {
  const failure = (code: string) => ({ code: 1, stderr: expect.stringContaining(code) });
  await expect(staff('reset', 'nobody@example.com')).rejects.toMatchObject(
    failure('was not found'),
  );
  await expect(staff('invite', 'nobody')).rejects.toMatchObject(failure('npm run staff'));
  await expect(staff('invite')).rejects.toMatchObject(failure('npm run staff'));
  await expect(staff()).rejects.toMatchObject(failure('npm run staff'));
});
