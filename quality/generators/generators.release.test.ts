/**
 * `npm run generators`: what three widely used generators make of /api/openapi.json compiles by TypeScript's strict rules, and
 * a stranger's program on top of it lists meals, sends one back and knows a refusal by its code.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp } from '#quality/support/test-app.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
/** With packages of its own: its TypeScript is not ours. */
const folder = path.resolve(here, '../../node_modules/.cache/generators');
const MINUTES = 60_000;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ESNext',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: [],
  },
};

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(here, 'packages', file), path.join(folder, file));
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  const t = await startTestApp();
  await writeFile(
    path.join(folder, 'openapi.json'),
    (await t.app.inject('/api/openapi.json')).body,
  );
  await t.close();
}, 5 * MINUTES);

/** What the compiler says of a program on a generated client; empty: nothing. */
async function compile(name: string, program: string): Promise<string> {
  const config = { ...TSCONFIG, include: [name] };
  await writeFile(path.join(folder, name, 'program.ts'), program);
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify(config));
  return run('npx', ['tsc', '-p', `${name}.json`], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

async function generate(name: string, command: string[]): Promise<void> {
  await rm(path.join(folder, name), { recursive: true, force: true });
  await mkdir(path.join(folder, name));
  await run('npx', command, { cwd: folder });
}

const FETCH_PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

const api = createClient<paths>({ baseUrl: 'https://example.com' });
const { data: meals } = await api.GET('/api/meals');
for (const meal of meals ?? []) {
  const sent = { params: { path: { id: meal.id } }, body: meal };
  const { error } = await api.PUT('/api/meals/{id}', sent);
  if (error?.code === 'stale_version') console.log(error.changedFields.join());
}
`;

test('openapi-typescript', { timeout: 2 * MINUTES }, async () => {
  const name = 'openapi-typescript';
  await generate(name, [name, 'openapi.json', '-o', `${name}/schema.ts`]);
  expect(await compile(name, FETCH_PROGRAM)).toBe('');
  const unknownCode = FETCH_PROGRAM.replace('stale_version', 'stale_versions');
  expect(await compile(name, unknownCode)).toContain('\'"stale_versions"\' have no overlap');
});

test('@hey-api/openapi-ts', { timeout: 2 * MINUTES }, async () => {
  const name = 'hey-api';
  const made = `${name}/client`;
  await generate(name, [
    'openapi-ts',
    '-i',
    'openapi.json',
    '-o',
    made,
    '-c',
    '@hey-api/client-fetch',
  ]);
  const program = `
import { getMeals, putMealsById } from './client/index.ts';

const { data: meals } = await getMeals();
for (const meal of meals ?? []) {
  const { error } = await putMealsById({ path: { id: meal.id }, body: meal });
  if (error?.code === 'stale_version') console.log(error.changedFields.join());
}
`;
  expect(await compile(name, program)).toBe('');
});

test('orval', { timeout: 2 * MINUTES }, async () => {
  const name = 'orval';
  await generate(name, [
    name,
    '--input',
    'openapi.json',
    '--output',
    `${name}/client.ts`,
    '--client',
    'fetch',
  ]);
  const program = `
import { getMeals, putMealsById } from './client.ts';

const listed = await getMeals();
if (listed.status === 200)
  for (const meal of listed.data) {
    const answer = await putMealsById(meal.id, meal);
    if (answer.status === 409 && answer.data.code === 'stale_version')
      console.log(answer.data.changedFields.join());
  }
`;
  expect(await compile(name, program)).toBe('');
});
