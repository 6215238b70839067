import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunningPostgres } from './postgres-cluster.ts';
import { isAlive } from './postgres-binaries.ts';

const isRoot = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
let cleanUps: (() => unknown)[];

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'mealrun embedded '));
  chmodSync(parent, 0o711);
  dataDir = path.join(parent, 'data');
  cleanUps = [];
});

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  rmSync(parent, { recursive: true, force: true });
});

test('the first start creates a durable UTF-8 database closed to strangers, and stopping leaves no process', async () => {
  const postgres = await start();
  const [settings] = await query(
    postgres.url,
    `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
            current_database() as name, lower('ÄPFEL') as lower`,
  );
  expect(settings).toEqual({ fsync: 'on', encoding: 'UTF8', name: 'mealrun', lower: 'äpfel' });
  expect(statSync(path.join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  expect(statSync(clusterFolder()).mode & 0o777).toBe(0o700);
  const { pid } = await runningServer();
  await postgres.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a second start finds what the first one stored', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a database left running by a killed app is taken over and can be stopped', async () => {
  const app = await startInAnotherProcess();
  await query(app.url, 'create table kept as select 42 as answer');
  const before = await runningServer();
  app.process.kill('SIGKILL');
  const adopted = await start();
  expect(adopted).toMatchObject({ adopted: true, url: app.url });
  expect(await query(adopted.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await adopted.stop();
  expect(isAlive(before.pid)).toBe(false);
});

test('a second app on the same data folder is refused and told which process holds it', async () => {
  const app = await startInAnotherProcess();
  await expect(start()).rejects.toThrow(
    `Mealrun is already running on this data folder (pid ${app.process.pid}). Stop it first, or choose another DATA_DIR.`,
  );
  expect(await query(app.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of two concurrent first starts, one serves and the other is refused', async () => {
  const outcomes = await Promise.allSettled([startInAnotherProcess(), startInAnotherProcess()]);
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(String(refused?.reason)).toContain('Mealrun is already running');
});

test('a start right after another app’s stop waits for its turn', async () => {
  const first = await start();
  const [, second] = await Promise.all([first.stop(), start()]);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a first start that was killed half way does not prevent the next one', async () => {
  const app = runInAnotherProcess();
  for await (const line of app.lines) if (line.includes('Creating the database')) break;
  app.process.kill('SIGKILL');
  await once(app.process, 'exit');
  const postgres = await start();
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});

test('a closing pool does not report the shutdown as a failure', async () => {
  const postgres = await start();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 10 });
  const failures: Error[] = [];
  pool.on('error', (error) => failures.push(error));
  await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.05)')));
  await pool.end();
  await postgres.stop();
  expect(failures).toEqual([]);
});

test('a crashed server restarts at the same address', async () => {
  const postgres = await start();
  await query(postgres.url, 'create table kept as select 42 as answer');
  const { pid } = await runningServer();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => query(postgres.url, 'select answer from kept').catch(() => null), {
      timeout: 20_000,
    })
    .toEqual([{ answer: 42 }]);
  await postgres.stop();
  expect(await findRunningPostgres(clusterFolder())).toBeNull();
});

test('a server that cannot restart is retried until it can, and does not block a stop until then', async () => {
  const said: string[] = [];
  const postgres = await start((line) => said.push(line));
  const settings = path.join(clusterFolder(), 'postgresql.conf');
  for (const isRecovered of [true, false]) {
    const { pid } = await runningServer();
    renameSync(settings, `${settings}.away`);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => said.at(-1), { timeout: 20_000 }).toContain('did not restart');
    if (!isRecovered) break;
    renameSync(`${settings}.away`, settings);
    await expect.poll(() => said.at(-1), { timeout: 20_000 }).toBe('The database is back.');
    expect(await query(postgres.url, 'select 42 as answer')).toEqual([{ answer: 42 }]);
  }
  await postgres.stop();
});

test('a process id that now belongs to another program is not taken for the server', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(path.join(clusterFolder(), 'postmaster.pid'), `${process.pid}\n`.repeat(8));
  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database of another major version stops the start with a one-line message', async () => {
  mkdirSync(path.join(dataDir, 'postgres', 'cluster'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 17, but this release runs .+DATA_DIR\.$/,
  );
});

test('a data folder that is a file stops the start with a one-line message', async () => {
  writeFileSync(dataDir, '');
  await expect(start()).rejects.toThrow(`DATA_DIR ${dataDir} is not a folder.`);
});

test.runIf(isRoot)(
  'as root, the server runs under another user, and only that user’s group may enter',
  async () => {
    await start();
    const { pid } = await runningServer();
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0\b/m);
    expect(statSync(dataDir).mode & 0o777).toBe(0o710);
    expect(lstatSync(path.join(dataDir, 'postgres')).isDirectory()).toBe(true);
  },
);

test.runIf(isRoot)(
  'as root, the database of a closed project folder is placed elsewhere',
  async () => {
    chmodSync(parent, 0o700);
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const home = path.join(dataDir, 'postgres');
    expect(lstatSync(home).isSymbolicLink()).toBe(true);
    const folder = realpathSync(home);
    cleanUps.unshift(() => rmSync(folder, { recursive: true }));
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  },
);

test.runIf(isRoot)('as root, a data folder that root copied becomes usable again', async () => {
  const first = await start();
  await first.stop();
  const original = path.join(parent, 'original');
  renameSync(dataDir, original);
  execFileSync('cp', ['-r', original, dataDir]);
  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

async function start(log = (_line: string) => {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function startInAnotherProcess(): Promise<{ url: string; process: ChildProcess }> {
  const app = runInAnotherProcess();
  for await (const line of app.lines) {
    if (line.startsWith('url ')) return { url: line.slice('url '.length), process: app.process };
    if (line.startsWith('refused ')) throw new Error(line);
  }
  throw new Error('the app ended without a message');
}

/** A separate app that runs until its standard input closes. */
function runInAnotherProcess() {
  const module = new URL('embedded-postgres.ts', import.meta.url).href;
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    try {
      const postgres = await startEmbeddedPostgres({
        dataDir: ${JSON.stringify(dataDir)},
        log: console.log,
      });
      console.log('url ' + postgres.url);
      process.stdin.resume().once('end', () => postgres.stop());
    } catch (error) {
      console.log('refused ' + error.message);
      process.exitCode = 1;
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  cleanUps.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin.end();
    await once(child, 'exit');
  });
  return { process: child, lines: createInterface({ input: child.stdout }) };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function clusterFolder(): string {
  return realpathSync(path.join(dataDir, 'postgres', 'cluster'));
}

async function runningServer(): Promise<{ pid: number }> {
  const server = await findRunningPostgres(clusterFolder());
  if (!server) throw new Error('no server is running');
  return server;
}
