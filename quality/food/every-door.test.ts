/** What every way into the software has to do with what people may eat. A new one is red until it has its line. */
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { areas } from '#app/server/areas.ts';
import { MESSAGE_KINDS } from '#areas/messages/rules/messages.ts';
import { PRINTOUT_KINDS } from '#areas/printouts/rules/printout-state.ts';
import { DOUBLE_DOORS, FOOD_DOORS, isTestFile } from '#quality/food/food-doors.ts';
import { runOf } from '#quality/food/run-door.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let app: FastifyInstance;
const routes: RegisteredRoute[] = [];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  app = await buildApp(t.context, {
    log: null,
    isHttps: false,
    isDev: false,
    sandbox: t.sandbox,
    onRoute: (route) => routes.push(route),
  });
});
afterAll(async () => {
  await app.close();
  await t.close();
});

/** A HEAD is its GET without the body. */
function listDoors(): string[] {
  const calls = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => (url.endsWith('*') ? `any ${url}` : `${method} ${url}`));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  return [
    ...new Set(calls),
    ...areas.flatMap(({ jobs = [] }) => jobs.map(({ name }) => `job ${name}`)),
    ...areas.flatMap(({ due = [] }) => due.map(({ kind }) => `work ${kind}`)),
    ...MESSAGE_KINDS.map((kind) => `message ${kind}`),
    ...PRINTOUT_KINDS.map((kind) => `printout ${kind}`),
    ...Object.keys(scripts)
      .filter((name) => scripts[name]?.includes('tools/operator/'))
      .map((name) => `command ${name}`),
  ];
}

test('every call, job, kind and command says what it has to do with food, and nothing else does', () => {
  expect([...FOOD_DOORS.keys()].toSorted()).toEqual(listDoors().toSorted());
  expect(DOUBLE_DOORS).toEqual([]);
});

/** Each word of a call's path, however a test puts it together, or the function that a job or a kind of work runs. */
function wordsOf(door: string): RegExp[] {
  const run = runOf(door);
  if (run) return [new RegExp(`\\b${run.name}\\b`)];
  const [kind = '', path = ''] = door.split(' ');
  if (kind === 'command') return [];
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
  return words.map((word) => new RegExp(`['"\`/]${word}['"\`/?]`));
}

// What names an act of the worked sequences is proved by them.
test('a test that a door names is there, and calls it', () => {
  const named = [...FOOD_DOORS].flatMap(([door, line]) =>
    'by' in line && isTestFile(line.by) ? [{ door, by: line.by }] : [],
  );
  const silent = named.filter(({ door, by }) => {
    const text = existsSync(by) ? readFileSync(by, 'utf8') : '';
    return text === '' || !wordsOf(door).every((word) => word.test(text));
  });
  expect(silent).toEqual([]);
});
