/** What every way into the software has to do with what people may eat. A new one is red until it has its line. */
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { areas } from '#app/server/areas.ts';
import { MESSAGE_KINDS } from '#areas/messages/rules/messages.ts';
import { PRINTOUT_KINDS } from '#areas/printouts/rules/printout-state.ts';
import data from '#quality/food/cases.json' with { type: 'json' };
import { DOUBLE_DOORS, FOOD_DOORS } from '#quality/food/food-doors.ts';
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

test('what a door names goes through it: an act of the worked sequences, or a test that is there', () => {
  const acts = new Set(data.cases.flatMap((one) => one.acts.map((act) => act.do)));
  const named = [...FOOD_DOORS.values()].flatMap((door) => ('by' in door ? door.by : []));
  expect(named.filter((by) => !acts.has(by) && !existsSync(by))).toEqual([]);
});
