import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;
let db: Database;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-erase-'));
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
  await rm(dataDir, { recursive: true });
});

/** On an app that is not running; `typed` is what the operator types. */
async function erase(args: string[], typed = '') {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'erase.ts'), ...args], {
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir },
  });
  child.stdin.end(typed);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

const aWaitingCustomer = () =>
  db.insert(waitlistEntries).values({ email: 'Ada@Leaving.example', suburb: 'Cleveland' });
const isHeld = async () => (await db.$count(waitlistEntries)) === 1;

test('it asks first, and anything but yes erases nothing', async () => {
  await aWaitingCustomer();
  for (const typed of ['', 'no\n', 'hm\n']) {
    const { out, err, code } = await erase(['ada@leaving.example'], typed);
    expect([out, err, code]).toEqual([
      expect.stringContaining('0 orders, 0 unpaid checkouts, 1 waitlist entries'),
      'Nothing was erased.\n',
      1,
    ]);
    expect(await isHeld()).toBe(true);
  }
});

test('--file writes everything held, for its owner only, and erases nothing', async () => {
  const file = path.join(dataDir, 'ada.json');
  const { out, code } = await erase(['ada@leaving.example', '--file', file]);
  expect([code, out]).toEqual([0, expect.stringContaining('Nothing was erased')]);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    waitlist: [{ email: 'Ada@Leaving.example' }],
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await erase(['ada@leaving.example', '--file', file])).code).toBe(1);
  expect(await isHeld()).toBe(true);
});

test('yes erases, and --yes does not ask', async () => {
  const { out, code } = await erase(['ada@leaving.example'], 'yes\n');
  expect([code, out]).toEqual([0, expect.stringContaining('1 waitlist entries.\nNo backup')]);
  expect(await isHeld()).toBe(false);
  await aWaitingCustomer();
  const unasked = await erase(['ADA@leaving.example', '--yes']);
  expect([unasked.code, unasked.out]).toEqual([0, expect.not.stringContaining('(yes/no)')]);
  expect(await isHeld()).toBe(false);
});

test('it explains what is wrong, and ends with an error', async () => {
  for (const args of [[], ['nobody'], ['a@b.example', 'c@d.example'], ['a@b.example', '--force']]) {
    expect(await erase(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('npm run erase'),
    });
  }
  expect(await erase(['nobody@leaving.example', '--yes'])).toMatchObject({
    code: 1,
    err: 'This customer was not found\n',
  });
}, 120_000);
