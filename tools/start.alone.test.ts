/** The launcher with a small app in place of the server, in its own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const APP = `
  let signals = 0;
  function stop(why) {
    console.log('stop ' + why);
    if (++signals > 1) process.exit(1);
    setTimeout(() => process.exit(7), 300);
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  process.on('disconnect', () => stop('disconnect'));
  setInterval(() => {}, 1000);
  console.log('serving ' + process.pid + ' ' + process.env.WORD + ' SEED=' + process.env.SEED);
  if (process.env.WORD === 'fail') process.exit(3);
`;

let project: string;
let launchers: ChildProcess[];

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'mealrun start '));
  launchers = [];
  cpSync(import.meta.dirname, path.join(project, 'tools'), { recursive: true });
  const memoryVariables = 'platform/server/memory-variables.mjs';
  cpSync(
    path.join(import.meta.dirname, '..', memoryVariables),
    path.join(project, memoryVariables),
  );
  write('app/server/main.ts', APP);
  mkdirSync(path.join(project, 'areas'));
  write('package-lock.json', '{"packages":{}}');
  write('node_modules/.package-lock.json', '{"packages":{}}');
  mkdirSync(path.join(project, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, path.join(project, 'node_modules/node/bin/node'));
});

afterEach(() => {
  for (const launcher of launchers) launcher.kill('SIGKILL');
  rmSync(project, { recursive: true, force: true });
});

test('Ctrl-C, which npm repeats, stops the app once and with its exit code', async () => {
  const { launcher, lines } = await start();
  launcher.kill('SIGINT');
  launcher.kill('SIGINT');
  expect(await lines.rest()).toEqual(['stop SIGINT']);
  expect(await exitCodeOf(launcher)).toBe(7);
});

test('SIGTERM stops the app', async () => {
  const { launcher, lines } = await start();
  launcher.kill('SIGTERM');
  expect(await lines.rest()).toEqual(['stop SIGTERM']);
});

test('a killed launcher does not leave the app behind', async () => {
  const { launcher, lines } = await start();
  launcher.kill('SIGKILL');
  expect(await lines.rest()).toEqual(['stop disconnect']);
});

test('an app that fails ends the launcher with its exit code', async () => {
  const { launcher } = await start({ WORD: 'fail' });
  expect(await exitCodeOf(launcher)).toBe(3);
});

test('in development a changed file restarts the app', async () => {
  const { lines } = await start({}, ['--dev']);
  write('app/server/main.ts', `${APP} // changed`);
  expect(await lines.next()).toBe('Restarting…');
  expect(await lines.next()).toBe('stop SIGTERM');
  expect(await lines.next()).toMatch(/^serving/);
});

test('--demo asks the app for a made-up business, whatever SEED says', async () => {
  const { serving } = await start({ SEED: 'none' }, ['--demo']);
  expect(serving).toMatch(/ SEED=demo$/);
});

test('packages installed manually are not installed again', async () => {
  const { before } = await start();
  expect(before).toEqual([]);
});

test('what only development needs is installed for development and tests, not to run the shop', async () => {
  write('package-lock.json', '{"packages":{"node_modules/vitest":{"version":"5.0.0","dev":true}}}');
  write(
    'npm-cli.js',
    `require('node:fs').writeFileSync('npm-was-told', process.argv.slice(2).join(' '));`,
  );
  const npm = { npm_execpath: path.join(project, 'npm-cli.js') };
  const { before, launcher } = await start(npm);
  expect(before).toEqual([]);
  launcher.kill('SIGTERM');
  const development = await start(npm, ['--dev']);
  expect(development.before[0]).toMatch(/^Installing packages/);
  // The packages of a shop that may be open are added to, not replaced.
  expect(readFileSync(path.join(project, 'npm-was-told'), 'utf8')).toMatch(
    /^install --no-save --include=dev /,
  );
});

test('a missing package is installed', async () => {
  write('package-lock.json', '{"packages":{"node_modules/zod":{"version":"4.0.0"}}}');
  const launcher = launch({}, []);
  const lines = readLines(launcher);
  expect(await lines.next()).toMatch(/^Installing packages/);
  launcher.kill('SIGTERM');
  expect(await exitCodeOf(launcher)).toBe(130);
});

/** An npm that has nothing from before, and says `words` when it asks the registry. */
function npmWithout(words: string): Record<string, string> {
  write(
    'npm-cli.js',
    `const args = process.argv.slice(2);
     require('node:fs').appendFileSync('npm-was-told', args.join(' ') + '\\n');
     console.error(args[0] === 'view' ? ${JSON.stringify(words)} : 'npm error code ENOTCACHED');
     process.exit(1);`,
  );
  return { npm_execpath: path.join(project, 'npm-cli.js') };
}
const toldNpm = () =>
  readFileSync(path.join(project, 'npm-was-told'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0]);

test.each([
  [
    'nobody answers',
    'npm error code ENOTFOUND',
    "No packages yet, and the package registry doesn't answer. Connect once, then start again.",
  ],
  ['a proxy needs a sign-in', 'npm error code E407', 'npm error code E407'],
])(
  'without packages where %s, it ends with one word of why',
  async (_, words, says) => {
    write('package-lock.json', '{"packages":{"node_modules/zod":{"version":"4.0.0"}}}');
    const launcher = launch(npmWithout(words), [], 'pipe');
    const errors: string[] = [];
    launcher.stderr?.on('data', (text: Buffer) => errors.push(String(text)));
    expect(await readLines(launcher).next()).toMatch(/^Installing packages/);
    expect(await exitCodeOf(launcher)).toBe(1);
    expect(errors.join('')).toContain(says);
    // The registry is asked once.
    expect(toldNpm()).toEqual(['ci', 'view']);
  },
  60_000,
);

test('what only development needs is not installed under a shop in production', async () => {
  write('package-lock.json', '{"packages":{"node_modules/vitest":{"version":"5.0.0","dev":true}}}');
  write('.env', 'NODE_ENV=production\n');
  const launcher = launch({ ...npmWithout(''), NODE_ENV: '' }, ['--dev'], 'pipe');
  const errors: string[] = [];
  launcher.stderr?.on('data', (text: Buffer) => errors.push(String(text)));
  expect(await exitCodeOf(launcher)).toBe(1);
  expect(errors.join('')).toContain('Run this in another checkout.');
  expect(existsSync(path.join(project, 'npm-was-told'))).toBe(false);
});

test('npm run sbom installs nothing', async () => {
  rmSync(path.join(project, 'node_modules'), { recursive: true });
  write(
    'npm-cli.js',
    `require('node:fs').appendFileSync('npm-was-told', process.argv[2]);
     console.log('{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{}]}');`,
  );
  const env = { ...process.env, npm_execpath: path.join(project, 'npm-cli.js') };
  const made = spawn(process.execPath, [path.join(project, 'tools/sbom.mjs')], { env });
  expect(await readLines(made).next()).toMatch(/^CycloneDX 1\.5, 1 components: /);
  expect(toldNpm()).toEqual(['sbom']);
  expect(existsSync(path.join(project, 'node_modules'))).toBe(false);
});

test('Ctrl-C during the first install ends all of it and leaves nothing half-done', async () => {
  write('package-lock.json', '{"packages":{"node_modules/zod":{"version":"4.0.0"}}}');
  // Like npm: it starts scripts of packages, which do not care that npm is told to stop.
  write(
    'npm-cli.js',
    `const { spawn } = require('node:child_process');
     const { mkdirSync, writeFileSync } = require('node:fs');
     mkdirSync('node_modules/half', { recursive: true });
     const script = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
     writeFileSync('script-pid', String(script.pid));
     setInterval(() => {}, 1000);`,
  );
  const launcher = launch({ npm_execpath: path.join(project, 'npm-cli.js') }, []);
  const pidFile = path.join(project, 'script-pid');
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
  launcher.kill('SIGINT');
  launcher.kill('SIGINT');
  expect(await exitCodeOf(launcher)).toBe(130);
  const isAlive = () => process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
  await vi.waitFor(() => expect(isAlive).toThrow('ESRCH'), { timeout: 5000 });
  expect(existsSync(path.join(project, 'node_modules'))).toBe(false);
  expect(existsSync(path.join(project, '.setup.lock'))).toBe(false);
}, 30_000);

/** A launcher whose app serves; `before` is what was printed until then. */
async function start(env: Record<string, string> = {}, options: string[] = []) {
  const launcher = launch(env, options);
  const lines = readLines(launcher);
  const before: string[] = [];
  for (;;) {
    const line = await lines.next();
    if (line.startsWith('serving')) return { launcher, lines, before, serving: line };
    before.push(line);
  }
}

function launch(
  env: Record<string, string>,
  options: string[],
  errors: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  const { npm_lifecycle_event: _, ...own } = process.env;
  const launcher = spawn(process.execPath, [path.join(project, 'tools', 'start.mjs'), ...options], {
    env: { ...own, WORD: 'ready', ...env },
    stdio: ['ignore', 'pipe', errors],
  });
  launchers.push(launcher);
  return launcher;
}

async function exitCodeOf(launcher: ChildProcess): Promise<number | null> {
  if (launcher.exitCode === null && launcher.signalCode === null) await once(launcher, 'exit');
  return launcher.exitCode;
}

/** What the launcher and the app print; their output stays open until both have ended. */
function readLines(launcher: ChildProcess) {
  if (!launcher.stdout) throw new Error('no output');
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
  return {
    async next(): Promise<string> {
      const { value, done } = await lines.next();
      if (done) throw new Error('the output has ended');
      return value;
    },
    async rest(): Promise<string[]> {
      const found: string[] = [];
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        found.push(line.value);
      }
      return found;
    },
  };
}

function write(name: string, text: string): void {
  const file = path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
