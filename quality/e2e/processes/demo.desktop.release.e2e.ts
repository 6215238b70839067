/** `npm start -- --demo` from an empty folder to the portal, and its books by the operator's own tool. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { createTestDatabase } from '#quality/support/test-database.ts';
import { type KeptEmail, readLatestEmail } from '../kept-email.ts';
import { startServer } from '../server-process.ts';
import { signInAsStaff } from '../staff-sign-in.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

test.setTimeout(240_000);

test('someone who only wants to look signs in to a living business, whose books agree', async ({
  browser,
}) => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-demo-'));
  const port = await findFreePort();
  // Within a window: in the evening what is still out is late, and its customer is asked to call.
  const now = `${new Date().toISOString().slice(0, 10)}T02:00:00.000Z`;
  const settings = { port, dataDir, databaseUrl: database.url, now, variables: { SEED: 'demo' } };
  let said = '';
  const server = await startServer(settings, (text) => (said += text));
  try {
    const file = path.join(dataDir, 'demo-sign-in.txt');
    const [email = '', password = ''] = (await readFile(file, 'utf8')).trim().split('\n');
    expect(said).toContain(file);
    expect(said).not.toContain(password);
    const page = await open(browser, port);
    await lookAround(page, { email, password });
    await follow(page, await readLatestEmail(dataDir, 'delivery_out'));
    const { NODE_ENV: _runner, ...inherited } = process.env;
    const env = { ...inherited, DATA_DIR: dataDir, DATABASE_URL: database.url, SEED: 'sample' };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['tools/operator/doctor.ts', '--ledger'],
      { cwd: ROOT, env },
    );
    expect(stdout).not.toMatch(/apart|broken/i);
  } finally {
    await server.stop();
  }
  expect(said).toMatch(/"signal":"SIGTERM","msg":"stopping"/);
  expect(said).toMatch(/"seconds":[\d.]+,"requests":\d+,"jobs":\d+,"msg":"stopped"/);
  said = '';
  const again = await startServer(settings, (text) => (said += text));
  expect(said).toMatch(
    /The demo business is already here, made on .*For a fresh one, delete DATA_DIR/,
  );
  await again.stop();
  await database.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(browser: Browser, port: number): Promise<Page> {
  return browser.newPage({ baseURL: `http://localhost:${port}`, locale: 'en-AU' });
}

/** Today, orders, deliveries and figures have the made-up business in them. */
async function lookAround(page: Page, owner: { email: string; password: string }): Promise<void> {
  await page.goto('/');
  await expect(page.getByText('test payments', { exact: false }).first()).toBeVisible();
  await signInAsStaff(page, owner);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Needs a hand' })).toBeVisible();
  await page.goto('/admin?tab=orders');
  for (const status of ['Confirmed', 'Delivered', 'Pending', 'Cancelled'])
    await expect(page.getByText(new RegExp(`^${status} \\([1-9]`)).first()).toBeVisible();
  await page.goto('/admin?tab=deliveries');
  for (const status of ['On the way', 'Packed', 'Not delivered'])
    await expect(page.getByText(status, { exact: true }).last()).toBeVisible();
  await page.goto('/admin?tab=figures');
  await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible();
  await expect(page.getByText(/\$[1-9][\d,]*\.\d\d/).first()).toBeVisible();
  await page.goto('about:blank');
}

/** The customer whose meals are on their way, by the link in their email. */
async function follow(page: Page, { link }: KeptEmail): Promise<void> {
  await page.goto(link);
  await expect(page.getByText('On its way').first()).toBeVisible();
  await page.goto('about:blank');
}
