/** container/up, with a docker and a curl that only note what they are asked: the real ones are not here. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = path.dirname(path.dirname(import.meta.dirname));
/** For curl, where nothing is asked of a server yet. */
const FREE = { 'http://127.0.0.1:80': 7, 'https://127.0.0.1:443': 7 };

let folder: string;
let container: string;
let notes: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mealrun-up-'));
  container = path.join(folder, 'container');
  notes = path.join(folder, 'notes');
  mkdirSync(container);
  mkdirSync(path.join(folder, 'bin'));
  copyFileSync(path.join(root, 'container/up'), path.join(container, 'up'));
  writeFileSync(notes, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

function aProgram(name: string, script: string): void {
  const file = path.join(folder, 'bin', name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>'${notes}'\n${script}\n`);
  chmodSync(file, 0o755);
}

/** `running`: services. `codes`: what curl ends with, by address. */
type Server = {
  engine?: 'docker' | 'podman' | null;
  running?: string[];
  codes?: Record<string, number>;
  hasAccount?: boolean;
};

function up(server: Server, ...args: string[]) {
  const { engine = 'docker', running = [], codes = FREE, hasAccount = false } = server;
  const cases = Object.entries(codes).map(([url, code]) => `*" ${url}") exit ${code} ;;`);
  aProgram('curl', `case " $*" in ${cases.join(' ')} esac`);
  aProgram('sleep', '');
  const services = running.map((name) => `echo ${name};`).join('');
  const setUp = hasAccount
    ? 'echo "There is an account already" >&2; exit 1'
    : 'echo https://one-time';
  if (engine)
    aProgram(engine, `case "$*" in *" ps "*) ${services} true ;; *setup) ${setUp} ;; esac`);
  const { status, stdout, stderr } = spawnSync('/bin/sh', [path.join(container, 'up'), ...args], {
    env: { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` },
    encoding: 'utf8',
    timeout: 20_000,
  });
  const asked = readFileSync(notes, 'utf8').trimEnd().split('\n');
  return { status, stdout, stderr: stderr.trim(), asked };
}

const envFile = () => path.join(container, '.env');
const did = (asked: readonly string[], what: RegExp) => asked.filter((line) => what.test(line));

test.each(['docker', 'podman'] as const)(
  'a fresh server gets its settings once, is built with %s, and the link for the first account is printed',
  (engine) => {
    const { status, stdout, asked } = up({ engine }, 'meals.example.com');
    expect(status).toBe(0);
    expect(stdout).toContain('https://one-time');
    expect(readFileSync(envFile(), 'utf8')).toMatch(
      /^DATABASE_PASSWORD=[0-9a-f]{48}\nPUBLIC_URL=https:\/\/meals\.example\.com\n$/,
    );
    expect(statSync(envFile()).mode & 0o777).toBe(0o600);
    expect(did(asked, /up --detach --build/)).toHaveLength(1);
    expect(did(asked, /backup\.ts/)).toEqual([]);
    expect(asked.at(-1)).toContain('staff.ts setup');
  },
);

test('run again it backs up, rebuilds and restarts, and its own ports are no obstacle', () => {
  up({}, 'meals.example.com');
  const before = readFileSync(envFile(), 'utf8');
  writeFileSync(notes, '');
  const running = ['database', 'app-1', 'proxy'];
  const { status, stdout, asked } = up({ running, codes: {}, hasAccount: true });
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('Ready: https://meals.example.com/admin'),
  ]);
  expect(readFileSync(envFile(), 'utf8')).toBe(before);
  const steps = did(asked, /backup\.ts|--build|readyz|setup/).map(
    (line) => /backup|build|readyz|setup/.exec(line)?.[0],
  );
  expect(steps).toEqual(['backup', 'build', 'readyz', 'setup']);
});

test.each<[string, Server, string[], string]>([
  ['there is neither docker nor podman', { engine: null }, ['meals.example.com'], 'Neither'],
  ['no name is given', {}, [], 'Which name do customers type?'],
  ['the name is an address', {}, ['https://meals.example.com'], 'Which name do customers type?'],
  ['the name would be an option', {}, ['-meals.example.com'], 'Which name do customers type?'],
  [
    'the name has no address',
    { codes: { ...FREE, 'http://meals.example.com': 6 } },
    ['meals.example.com'],
    'meals.example.com has no address yet',
  ],
  [
    'port 80 is taken',
    { codes: { ...FREE, 'http://127.0.0.1:80': 0 } },
    ['meals.example.com'],
    'Port 80 is taken',
  ],
  [
    'port 443 is taken by something that speaks otherwise',
    { codes: { ...FREE, 'https://127.0.0.1:443': 35 } },
    ['meals.example.com'],
    'Port 443 is taken',
  ],
])('it refuses, and leaves nothing behind, when %s', (_, server, args, says) => {
  const { status, stderr, asked } = up(server, ...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(says)]);
  expect(stderr.split('\n')).toHaveLength(1);
  expect(existsSync(envFile())).toBe(false);
  expect(did(asked, /--build/)).toEqual([]);
});

test('it refuses another name than the one it was set up for', () => {
  up({}, 'meals.example.com');
  writeFileSync(notes, '');
  const { status, stderr, asked } = up({}, 'other.example.com');
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('another PUBLIC_URL: https://meals.example.com'),
  ]);
  expect(did(asked, /--build/)).toEqual([]);
});

test('a server that never becomes ready is said, with where to look', () => {
  const codes = { ...FREE, 'https://meals.example.com/readyz': 22 };
  const { status, stderr } = up({ codes }, 'meals.example.com');
  expect([status, stderr]).toEqual([1, expect.stringContaining('docker compose')]);
});

test('a build that fails ends it', () => {
  const server = { engine: null };
  aProgram('docker', 'case "$*" in *--build*) exit 17 ;; esac');
  const { status, asked } = up(server, 'meals.example.com');
  expect(status).toBe(17);
  expect(did(asked, /readyz/)).toEqual([]);
});
