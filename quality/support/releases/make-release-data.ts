/**
 * `npm run release-data -- FOLDER`, after each release: keeps what this release wrote for the upgrade tests of all later
 * ones. FOLDER is a checkout of the release's tag, as an operator has it. Runs its own server and its own backup.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { releasesFolder, saveSeen } from './release-data.ts';
import { signInAt, type Storefront, siteAt } from './site.ts';
import { OWNER, readBusiness, writeDeliveryDay, writeOrderDay } from './write-business.ts';

/** Wednesday midday in Brisbane: the week from Tue 13 January 2026 is open. Then that Wednesday morning. */
const ORDER_DAY = '2026-01-07T02:00:00.000Z';
const DELIVERY_DAY = '2026-01-13T23:00:00.000Z';
/** A first start installs and builds. */
const START_MS = 15 * 60_000;
const SETTLE_MS = 3 * 60_000;
const POLL_MS = 500;

const [folder] = process.argv.slice(2).map((given) => path.resolve(given));
if (!folder) throw new Error('npm run release-data -- FOLDER   FOLDER: a checkout of the release');
const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
  version: string;
};
const dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun-release-'));
const target = path.join(releasesFolder, version);

try {
  const orders = await withRelease(ORDER_DAY, async (site) => {
    const placed = await writeOrderDay(site);
    await untilSettled(site, placed.length + 1);
    return placed;
  });
  await withRelease(DELIVERY_DAY, async (site) => {
    await writeDeliveryDay(site, orders);
    await untilSettled(site, orders.length + 1);
    const seen = await readBusiness(site, { version, now: DELIVERY_DAY, orders });
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    saveSeen(target, seen);
    backUp();
  });
  // After the stop, its file is complete.
  const sandbox = path.join(dataDir, 'sandbox');
  const [file = ''] = readdirSync(sandbox).filter((name) => name.endsWith('.sqlite'));
  writeFileSync(path.join(target, `${file}.gz`), gzipSync(readFileSync(path.join(sandbox, file))));
  console.log(`Kept what ${version} wrote in ${path.relative(process.cwd(), target)}.`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts the release at an instant, works with it, and stops it as Ctrl-C would. */
async function withRelease<T>(now: string, work: (site: Storefront) => Promise<T>): Promise<T> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: folder,
    stdio: 'inherit',
    env: environment({ PORT: String(port), MEALRUN_NOW: now }),
  });
  try {
    const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
    await until('the release serves', isReady, START_MS);
    return await work(siteAt(url));
  } finally {
    const ended = once(app, 'exit');
    if (app.exitCode === null && app.kill('SIGTERM')) await ended;
  }
}

/** Emails written and kept, refunds made, the closed browser's order found. */
async function untilSettled(site: Storefront, orderCount: number): Promise<void> {
  const owner = await signInAt(site, OWNER);
  await until(
    'everything that is due has happened',
    async () => {
      const { waiting } = await owner<{ waiting: number }>('GET', '/api/admin/messages');
      const orders = await owner<{ refunds: { state: string }[] }[]>('GET', '/api/admin/orders');
      const refunds = orders.flatMap((order) => order.refunds);
      const isBack = refunds.every(({ state }) => state === 'succeeded');
      return waiting === 0 && orders.length === orderCount && isBack;
    },
    SETTLE_MS,
  );
}

function backUp(): void {
  const made = spawnSync('npm', ['run', 'backup', '--silent'], {
    cwd: folder,
    env: environment({}),
  });
  const backups = path.join(dataDir, 'backups');
  const [file] = made.status === 0 ? readdirSync(backups) : [];
  if (!file) throw new Error(`the release made no backup: ${made.stderr.toString()}`);
  writeFileSync(path.join(target, 'backup.zip'), readFileSync(path.join(backups, file)));
}

function environment(more: Record<string, string>): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    DATA_DIR: dataDir,
    THROTTLE: 'off',
    STAFF_EMAIL: OWNER.email,
    STAFF_PASSWORD: OWNER.password,
    ...more,
  };
}

async function until(what: string, isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}
