import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#quality/support/test-database.ts';

let full: TestDatabase;
let empty: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  full = await createTestDatabase();
  empty = await createEmptyDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-restore-tool-'));
});
afterAll(async () => {
  await Promise.all([full.remove(), empty.remove()]);
  await rm(dataDir, { recursive: true });
});

async function run(tool: 'backup' | 'restore', args: string[], env: object, typed = '') {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${tool}.ts`), ...args], {
    env: { DATA_DIR: dataDir, ...env },
  });
  child.stdin.end(typed);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

test('restoring an encrypted backup asks for the passphrase, and does not show it', async () => {
  const made = await run('backup', [], {
    DATABASE_URL: full.url,
    BACKUP_PASSPHRASE: 'five boats in a bay',
  });
  expect(made.code, made.err).toBe(0);
  const [file = ''] = made.out.split('\n');
  const into = { DATABASE_URL: empty.url };
  expect(await run('restore', [file], into)).toMatchObject({
    code: 1,
    err: expect.stringContaining('No passphrase'),
  });
  expect(await run('restore', [file], into, 'another one\n')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be decrypted'),
  });
  const restored = await run('restore', [file], into, 'five boats in a bay\n');
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(restored.out).toMatch(/This backup is encrypted\..*\nRestored \d+ rows/s);
  expect(restored.out).not.toContain('five boats');
});

test('a new key file is made once, and not overwritten', async () => {
  const file = path.join(dataDir, 'backup.key');
  expect((await run('backup', ['--new-key', file], {})).out).toContain('keep a copy elsewhere');
  expect((await run('backup', ['--new-key', file], {})).code).toBe(1);
});
