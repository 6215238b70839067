/** The log of a real server after a day's work, read by the very commands of docs/operations.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { createTestDatabase } from '#quality/support/test-database.ts';
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';
import { householdOrders } from '../household.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { STAFF } from '#quality/chaos/app-process.ts';

type Line = { [field: string]: unknown; msg: string; time: string };

const CUSTOMER = {
  firstName: 'Quokkabeth',
  lastName: 'Zyxwell',
  email: 'quokkabeth@customer.example',
  phone: '0499 888 777',
};
const GUIDE = 'docs/operations.md';
const JOURNAL = 'journalctl --unit mealrun --output cat';

/** What each recipe finds. */
const FINDS: Record<string, RegExp[]> = {
  'Everything about one purchase': [
    /"route":"\/api\/create-payment-intent"/,
    /"msg":"order settled"/,
    /"msg":"email sent"/,
    /"printout":"receipt"/,
    /"msg":"refund made"/,
  ],
  'Everything about one request': [/"msg":"staff change"/, /"msg":"request"/],
  'Alarms and errors': [/"alarm":"webhook_signature"/],
  'Starts, with version and settings': [/"payments":"sandbox","emails":"kept"/],
  'Orders, refunds and emails': [/order settled/, /refund made/, /email sent/],
  'Sign-ins, and attempts that were refused': [/"msg":"signed in"/, /"msg":"sign-in refused"/],
  'What staff changed and printed, and backups': [
    /"msg":"staff change"/,
    /"printout":"prep_sheet"/,
    /"msg":"backed up"/,
  ],
  'Addresses that were turned away, the most frequent first': [/^ +\d+ 127\.0\.0\.1$/m],
  'The slowest API calls, in milliseconds': [/^\d+\t[A-Z]+\t\/api\/\S+\t2\d\d\t\S+$/m],
  'Orders by hour (UTC)': [/^ +2 \d{4}-\d\d-\d\dT\d\d$/m],
};

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let dataDir: string;
let logFile: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ServerProcess;
let said = '';
/** For the cancelled order, and of the request that cancelled it. */
let checkoutId: string;
let requestId: string;

test.beforeAll(async ({ playwright }) => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-log-'));
  const port = await findFreePort();
  const variables = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password };
  const settings = { port, dataDir, databaseUrl: database.url, now: AN_ORDINARY_WEDNESDAY };
  server = await startServer({ ...settings, variables }, (text) => (said += text));
  const baseURL = `http://127.0.0.1:${port}`;
  const request = await playwright.request.newContext({ baseURL });
  await aDay(request);
  await request.dispose();
  await server.stop();
  logFile = path.join(dataDir, 'log');
  await writeFile(logFile, said);
});
test.afterAll(async () => {
  await server.stop();
  await database.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const lines = (): Line[] =>
  said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** Two orders, one of them cancelled with its refund, paper, a backup, and strangers at the door. */
async function aDay(request: APIRequestContext): Promise<void> {
  const order = await householdOrders(request, CUSTOMER);
  await householdOrders(request, {
    ...CUSTOMER,
    email: 'another@customer.example',
    phone: '0499 888 778',
  });
  await request.get(`/api/orders/track/${order.trackingToken}/receipt.pdf`);
  await request.get('/menu');
  await request.get('/livez');
  await request.get('/api/admin/orders');
  await request.post('/api/stripe/webhook', { data: { planted: CUSTOMER.email } });
  await request.post('/api/auth/sign-in/email', { data: { ...STAFF, password: 'not this one' } });
  expect((await request.post('/api/auth/sign-in/email', { data: STAFF })).status()).toBe(200);
  const found = await request.get(`/api/admin/orders?q=${order.orderNumber}`);
  const [listed] = (await found.json()) as AdminOrderReply[];
  const [item] = listed?.orderItems ?? [];
  const sheet = await request.get(`/api/admin/prep-sheet?date=${item?.deliveryDate}`);
  expect(sheet.status()).toBe(200);
  await sheet.body();
  const cancelled = await request.delete(`/api/admin/orders/${listed?.id}?refund=full`);
  expect(cancelled.status()).toBe(200);
  requestId = cancelled.headers()['x-request-id'] ?? '';
  expect((await request.post('/api/admin/system/backups')).status()).toBe(201);
  const emails = () => lines().filter(({ msg }) => msg === 'email sent').length;
  await expect.poll(emails, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  await expect.poll(() => lines().some(({ msg }) => msg === 'refund made')).toBe(true);
  const settled = lines().find(
    ({ msg, orderId }) => msg === 'order settled' && orderId === listed?.id,
  );
  checkoutId = String(settled?.['checkoutId']);
}

test('everything printed is JSON, with a time, a level and a message', () => {
  for (const line of lines()) {
    expect(line).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
    expect(Number.isNaN(Date.parse(line.time))).toBe(false);
  }
});

test('each thing that was done is told once', () => {
  const countOf = (message: string) => lines().filter(({ msg }) => msg === message).length;
  expect(lines().filter(({ msg }) => msg.startsWith('Mealrun is serving at'))).toHaveLength(1);
  expect(countOf('order settled')).toBe(2);
  expect(countOf('refund made')).toBe(1);
  expect(countOf('signed in')).toBe(1);
  expect(countOf('backed up')).toBe(1);
  expect(countOf('printout made')).toBe(2);
});

test('API calls have a line each; pages and health checks have none', () => {
  const calls = lines().filter(({ msg }) => msg === 'request');
  for (const call of calls) {
    expect(call).toMatchObject({
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
      method: expect.stringMatching(/^[A-Z]+$/),
      route: expect.stringMatching(/^\/(api|sandbox)\//),
      status: expect.any(Number),
      ms: expect.any(Number),
    });
  }
  expect(calls.filter(({ route }) => route === '/api/orders')).toHaveLength(2);
  expect(said).not.toContain('/menu"');
  expect(said).not.toContain('/livez');
});

test('no line names a customer', () => {
  for (const planted of [
    ...Object.values(CUSTOMER),
    STAFF.email,
    STAFF.password,
    'customer.example',
  ])
    expect(said).not.toContain(planted);
});

test('every recipe of the guide finds what it promises', async () => {
  const recipes = await readRecipes();
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(FINDS));
  const hasJq = spawnSync('jq', ['--version']).status === 0;
  for (const { title, command } of recipes) {
    if (!hasJq && command.includes('| jq ')) continue;
    const here = command
      .replace(JOURNAL, `cat '${logFile}'`)
      .replace('CHECKOUT', checkoutId)
      .replace('REQUEST', requestId);
    const found = execFileSync('bash', ['-c', here], { encoding: 'utf8' });
    for (const promise of FINDS[title] ?? []) expect(found, title).toMatch(promise);
  }
});

async function readRecipes(): Promise<{ title: string; command: string }[]> {
  const guide = await readFile(GUIDE, 'utf8');
  const section = guide.slice(guide.indexOf('## Read the log'));
  const block = /^```\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '';
  return [...block.matchAll(/^# (.+)\n(.+)$/gm)].map(([, title = '', command = '']) => {
    expect(command.startsWith(`${JOURNAL} | `), command).toBe(true);
    return { title, command };
  });
}
