/** Plants forbidden imports and demands a report for each: import checkers fail silently when misconfigured. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Files = Record<string, string>;

const project = fileURLToPath(new URL('..', import.meta.url));
const configuration = ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json'];
const tiers = ['rules', 'server', 'e2e', 'web'].map((tier) => `tsconfig.${tier}.json`);

/** One small file per place of the import table, and every kind of import that is allowed. */
const cleanTree: Files = {
  'domain/money.ts': `export const cents = 1;`,
  'domain/calendar/plain-date.ts': `export const epoch = new Date(0);`,
  'domain/menu/meal.ts': `import { cents } from '../money.ts'; export const meal = cents;`,
  'domain/menu/meal.test.ts': `import { test } from 'vitest'; import { aMeal } from '#testing/a-meal.ts'; test('a', () => aMeal);`,
  'contract/meals.ts': `import { z } from 'zod'; import { meal } from '#domain/menu/meal.ts'; export const Meal = z.literal(meal);`,
  'server/errors.ts': `export const problem = 1;`,
  'server/app.ts': `import { mealRoutes } from '#server/menu/meal-routes.ts'; import { page } from '#server/http/pages.ts'; export const app = [mealRoutes, page];`,
  'server/db/client.ts': `import pg from 'pg'; import { sql } from 'drizzle-orm'; import { cents } from '#domain/money.ts'; export const db = [pg, sql, cents];`,
  'server/http/pages.ts': `import { listMeals } from '#server/menu/meal-queries.ts'; export const page = listMeals;`,
  'server/menu/meal-queries.ts': `import { db } from '#server/db/client.ts'; export const listMeals = db;`,
  'server/menu/meal-routes.ts': `import { Meal } from '#contract/meals.ts'; import { problem } from '#server/errors.ts'; import { listMeals } from './meal-queries.ts'; export const mealRoutes = [Meal, problem, listMeals];`,
  'server/orders/place-order.ts': `import { randomUUID } from 'node:crypto'; import { listMeals } from '#server/menu/meal-queries.ts'; export const order = [randomUUID, listMeals];`,
  'web/ui/form/button.tsx': `import { useId } from 'react'; export const button = useId;`,
  'web/api/client.ts': `import { Meal } from '#contract/meals.ts'; export const client = Meal;`,
  'web/navigation/paths.ts': `import { cents } from '#domain/money.ts'; export const paths = cents;`,
  'web/site/menu/menu-page.tsx': `import { button } from '#web/ui/form/button.tsx'; import { client } from '#web/api/client.ts'; import { card } from './meal-card.tsx'; export const menu = [button, client, card];`,
  'web/site/menu/meal-card.tsx': `export const card = 1;`,
  'web/site/order/order-page.tsx': `export const order = 1;`,
  'web/portal/orders/list/order-table.tsx': `export const table = 1;`,
  'web/testing/open-page.tsx': `import { client } from '#web/api/client.ts'; import { menu } from '#web/site/menu/menu-page.tsx'; export const open = [client, menu];`,
  'web/site/menu/menu-page.browser.test.tsx': `import { test } from 'vitest'; import { open } from '#web/testing/open-page.tsx'; test('a', () => open);`,
  'web/page-data.ts': `import { client } from '#web/api/client.ts'; export const data = client;`,
  'web/app/routes.tsx': `import { menu } from '#web/site/menu/menu-page.tsx'; export const routes = [menu, () => import('#web/portal/orders/list/order-table.tsx')];`,
  'sandbox/main.ts': `import { createServer } from 'node:http'; export const sandbox = createServer;`,
  'testing/a-meal.ts': `import { db } from '#server/db/client.ts'; import { meal } from '#domain/menu/meal.ts'; export const aMeal = [meal, db];`,
  'tools/operator/doctor.ts': `import { db } from '#server/db/client.ts'; export const doctor = db;`,
  'e2e/order.e2e.ts': `import { paths } from '#web/navigation/paths.ts'; import { aMeal } from '#testing/a-meal.ts'; import { app } from '#server/app.ts'; export const journey = [paths, aMeal, app];`,
};

const forbidden: Record<string, { file: string; code: string }> = {
  'domain imports contract': { file: 'domain/a.ts', code: `import '#contract/meals.ts';` },
  'domain imports server by a relative path': {
    file: 'domain/menu/b.ts',
    code: `import '../../server/errors.ts';`,
  },
  'domain imports a package': { file: 'domain/c.ts', code: `import { z } from 'zod'; z;` },
  'domain imports a Node module': {
    file: 'domain/d.ts',
    code: `export { readFileSync } from 'node:fs';`,
  },
  'domain uses Date outside calendar': {
    file: 'domain/e.ts',
    code: `export const now = Date.now();`,
  },
  'domain uses Temporal': {
    file: 'domain/calendar/f.ts',
    code: `export const now = Temporal.Now;`,
  },
  'contract imports another package than zod': {
    file: 'contract/g.ts',
    code: `import type { Pool } from 'pg'; export type P = Pool;`,
  },
  'contract imports server': {
    file: 'contract/h.ts',
    code: `import type { db } from '#server/db/client.ts'; export type D = typeof db;`,
  },
  'the database imports a module': {
    file: 'server/db/i.ts',
    code: `import '#server/menu/meal-queries.ts';`,
  },
  'the database imports another package than its own': {
    file: 'server/db/j.ts',
    code: `import 'fastify';`,
  },
  'http imports a module': {
    file: 'server/http/k.ts',
    code: `import '#server/menu/meal-queries.ts';`,
  },
  "a module imports another module's routes": {
    file: 'server/orders/l.ts',
    code: `import '#server/menu/meal-routes.ts';`,
  },
  "pages import a module's routes": {
    file: 'server/http/pages-m.ts',
    code: `import '../meals/meal-routes.ts';`,
  },
  'the server imports web': {
    file: 'server/meals/n.ts',
    code: `import '#web/navigation/paths.ts';`,
  },
  'production code imports test builders': {
    file: 'server/meals/o.ts',
    code: `import '#testing/a-meal.ts';`,
  },
  'the server imports the sandbox': {
    file: 'server/payments/p.ts',
    code: `import '../../sandbox/main.ts';`,
  },
  'the sandbox imports domain': { file: 'sandbox/q.ts', code: `import '../../domain/money.ts';` },
  'ui imports an api': { file: 'web/ui/r.tsx', code: `import '#web/api/client.ts';` },
  'ui imports domain': { file: 'web/ui/s.tsx', code: `import '#domain/money.ts';` },
  'the api imports ui': { file: 'web/api/t.ts', code: `import '../ui/button.tsx';` },
  'a feature imports another feature': {
    file: 'web/site/order/u.tsx',
    code: `import '../menu/meal-card.tsx';`,
  },
  'the site imports the portal': {
    file: 'web/site/menu/v.tsx',
    code: `export const later = () => import('#web/portal/orders/list/order-table.tsx');`,
  },
  'a feature imports the server': {
    file: 'web/portal/orders/w.tsx',
    code: `import type { order } from '#server/orders/place-order.ts'; export type O = typeof order;`,
  },
  'a feature imports what composes features': {
    file: 'web/site/order/xx.tsx',
    code: `import '#web/app/routes.tsx';`,
  },
  'a feature imports a Node module': {
    file: 'web/site/menu/x.tsx',
    code: `import 'node:path';`,
  },
  'a feature imports what component tests stand on': {
    file: 'web/site/menu/xy.tsx',
    code: `import '#web/testing/open-page.tsx';`,
  },
  'component tests import the server': {
    file: 'web/testing/xz.ts',
    code: `import '#server/errors.ts';`,
  },
  'testing imports web': { file: 'testing/y.ts', code: `import '#web/navigation/paths.ts';` },
  'e2e imports a feature': {
    file: 'e2e/z.ts',
    code: `import '#web/site/menu/menu-page.tsx';`,
  },
  'the server imports tools': { file: 'server/aa.ts', code: `import '#tools/operator/doctor.ts';` },
  'a default export': { file: 'server/bb.ts', code: `export default 1;` },
  'a file name that is not kebab-case': { file: 'server/ccDd.ts', code: `export const c = 1;` },
};

let parent: string;
let scratch: string;

beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'mealrun-architecture-'));
  // Above the scratch copy, so that it is found by imports but not linted.
  symlinkSync(path.join(project, 'node_modules'), path.join(parent, 'node_modules'));
  scratch = path.join(parent, 'project');
  mkdirSync(scratch);
  for (const name of [...configuration, ...tiers]) {
    copyFileSync(path.join(project, name), path.join(scratch, name));
  }
});

afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

test('a tree that follows the import table gives no finding', () => {
  write(cleanTree);
  expect(lint()).toEqual([]);
});

test('every planted violation is reported', () => {
  write(cleanTree);
  const planted = Object.entries(forbidden);
  write(Object.fromEntries(planted.map(([, { file, code }]) => [file, code])));
  const reported = new Set(lint());
  const missed = planted.filter(([, { file }]) => !reported.has(file)).map(([name]) => name);
  expect(missed).toEqual([]);
});

function write(files: Files): void {
  for (const [name, code] of Object.entries(files)) {
    const file = path.join(scratch, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${code}\n`);
  }
}

/** The files with findings of the rules under test, or of a checker that broke. */
function lint(): string[] {
  const oxlint = path.join(project, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const run = spawnSync(process.execPath, [oxlint, '--format=json'], {
    cwd: scratch,
    encoding: 'utf8',
  });
  const report: { diagnostics: { filename: string; code?: string }[] } = JSON.parse(
    run.stdout.slice(run.stdout.indexOf('{')),
  );
  return report.diagnostics
    .filter(
      ({ code }) =>
        !code || /boundaries|restricted-globals|default-export|filename-case/.test(code),
    )
    .map(({ filename }) => filename);
}
