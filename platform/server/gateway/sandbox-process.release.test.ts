import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anOpenCheckout, pay, place } from '#quality/support/an-order.ts';
import { startTestApp } from '#quality/support/test-app.ts';
import { type SandboxProcess, startSandbox } from './sandbox-process.ts';

/** Another process of the app, as far as the sandbox is concerned. */
const USES_IT = `
  const { startSandbox } = await import('#platform/server/gateway/sandbox-process.ts');
  await startSandbox({ dataDir: process.argv.at(-1), log() {} });
  console.log('uses it');
  setInterval(() => {}, 1000);`;

const IN_SECONDS = { timeout: 15_000 };

let dataDir: string;
let lines: string[];
let running: SandboxProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun sandbox '));
  lines = [];
  running = [];
});

afterEach(async () => {
  for (const sandbox of running) await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a started sandbox responds on the loopback address with its keys', async () => {
  const sandbox = await start();
  expect(sandbox.baseUrl).toBe(`http://127.0.0.1:${sandbox.port}`);
  expect(sandbox.secretKey).toMatch(/^sk_test_/);
  expect(sandbox.publishableKey).toMatch(/^pk_test_/);
  expect(sandbox.webhookSecret).toMatch(/^whsec_/);
  expect(await isHealthy(sandbox)).toBe(true);
});

test('the address for webhooks can be set', async () => {
  const sandbox = await start();
  await expect(
    sandbox.setWebhook('http://127.0.0.1:9/api/stripe/webhook', []),
  ).resolves.toBeUndefined();
});

test('a sandbox left behind by an app is taken over', async () => {
  const first = await start();
  const second = await start();
  expect({ port: second.port, key: second.secretKey }).toEqual({
    port: first.port,
    key: first.secretKey,
  });
  expect(lines.join()).toContain('Taking over the running payment sandbox');
});

test('a stopped sandbox is gone and keeps its keys for the next start', async () => {
  const first = await start();
  await first.stop();
  await expect(isHealthy(first)).rejects.toThrow('fetch failed');
  const second = await start();
  expect(second.secretKey).toBe(first.secretKey);
});

test('facts left by a killed sandbox are not trusted', async () => {
  const first = await start();
  await first.stop();
  const { port, secretKey, publishableKey, webhookSecret } = first;
  const stale = { pid: process.pid, port, secretKey, publishableKey, webhookSecret };
  writeFileSync(path.join(dataDir, 'sandbox', 'server.json'), JSON.stringify(stale));
  const second = await start();
  expect(await isHealthy(second)).toBe(true);
});

test('a sandbox that dies is back on the same address, with its keys; one that is stopped stays away', async () => {
  const sandbox = await start();
  process.kill(pidOf(dataDir), 'SIGKILL');
  await expect.poll(() => lines.join(), IN_SECONDS).toContain('The payment sandbox is back.');
  expect(await isHealthy(sandbox)).toBe(true);
  await sandbox.stop();
  await sleep(1000);
  await expect(isHealthy(sandbox)).rejects.toThrow('fetch failed');
  expect(lines.join().match(/Lost the payment sandbox/g)).toHaveLength(1);
});

test('a customer whose card provider dies part-way pays as soon as it is back', async () => {
  const t = await startTestApp();
  try {
    const { checkout } = await anOpenCheckout(t);
    process.kill(pidOf(t.context.backup.dataDir), 'SIGKILL');
    await expect.poll(() => isHealthy(t.sandbox).catch(() => false), IN_SECONDS).toBe(true);
    await pay(t, checkout);
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
  } finally {
    await t.close();
  }
});

test('while another uses it, it goes on; the last one that stops, stops it', async () => {
  const first = await start();
  const second = await start();
  await first.stop();
  expect(await isHealthy(second)).toBe(true);
  const third = await start();
  await third.leave();
  expect(await isHealthy(second)).toBe(true);
  await second.stop();
  await expect(isHealthy(second)).rejects.toThrow('fetch failed');
});

test('while another process uses it, it goes on, but not for one that was killed', async () => {
  const other = spawn(process.execPath, ['--input-type=module', '--eval', USES_IT, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(other.stdout, 'data');
    const first = await start();
    expect(first.isTakenOver).toBe(true);
    await first.stop();
    expect(await isHealthy(first)).toBe(true);
    const last = await start();
    const killed = once(other, 'exit');
    other.kill('SIGKILL');
    await killed;
    await last.stop();
    await expect(isHealthy(last)).rejects.toThrow('fetch failed');
    expect(readdirSync(path.join(dataDir, 'sandbox', 'users'))).toEqual([]);
  } finally {
    other.kill('SIGKILL');
  }
});

test('a use noted under the number of a process that is now another one does not keep it running', async () => {
  const sandbox = await start();
  const left = path.join(dataDir, 'sandbox', 'users', `${process.pid} left`);
  writeFileSync(left, '1');
  await sandbox.stop();
  await expect(isHealthy(sandbox)).rejects.toThrow('fetch failed');
});

test('two concurrent starts use the same sandbox', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(first.port).toBe(second.port);
});

test('strangers cannot read its folder', async () => {
  await start();
  expect(statSync(path.join(dataDir, 'sandbox')).mode & 0o077).toBe(0);
});

function pidOf(folder: string): number {
  const file = path.join(folder, 'sandbox', 'server.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
}

async function start(): Promise<SandboxProcess> {
  const sandbox = await startSandbox({ dataDir, log: (line) => lines.push(line) });
  running.push(sandbox);
  return sandbox;
}

async function isHealthy(sandbox: SandboxProcess): Promise<boolean> {
  const response = await fetch(`${sandbox.baseUrl}/_sandbox/health`, {
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
  });
  return response.ok;
}
