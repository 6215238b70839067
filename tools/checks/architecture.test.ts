/** Plants forbidden imports and requires a report for each: import checkers fail silently when misconfigured. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  areaGraph,
  countHouse,
  findCircles,
  findExcess,
  findForbiddenImports,
  findHomeless,
  readHouse,
} from './house.ts';

type Files = Record<string, string>;

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Every kind of import that is allowed. */
const cleanTree: Files = {
  'platform/rules/money.ts': `export const cents = 1;`,
  'platform/server/db/client.ts': `import pg from 'pg'; export const db = pg;`,
  'platform/server/db/tables/staff.ts': `import { pgTable } from 'drizzle-orm/pg-core'; export const staff = pgTable;`,
  'platform/web/ui/button.tsx': `import { useId } from 'react'; export const button = useId;`,
  'areas/menu/rules/meal.ts': `import { cents } from '#platform/rules/money.ts';\nexport const meal = cents;`,
  'areas/menu/rules/meal.test.ts': `import { test } from 'vitest';\nimport { app } from '#app/server/app.ts';\ntest('a', () => app);`,
  'areas/menu/calls/meals.ts': `import { z } from 'zod';\nimport { meal } from '../rules/meal.ts';\nexport const Meal = z.literal(meal);`,
  'areas/menu/server/tables/meals.ts': `import { pgTable } from 'drizzle-orm/pg-core';\nimport { staff } from '#platform/server/db/tables/staff.ts';\nexport const meals = [pgTable, staff];`,
  'areas/menu/server/meal-routes.ts': `import { readFile } from 'node:fs/promises';\nimport { meals } from './tables/meals.ts';\nimport { Meal } from '../calls/meals.ts';\nexport const routes = [readFile, meals, Meal];`,
  'areas/menu/web/meal-card.tsx': `import { button } from '#platform/web/ui/button.tsx';\nexport const card = button;`,
  'areas/menu/web/site/menu-page.tsx': `import { card } from '../meal-card.tsx';\nexport const page = card;`,
  'areas/menu/web/portal/meals-tab.tsx': `import { card } from '../meal-card.tsx';\nexport const tab = card;`,
  'areas/menu/web/day/bench.tsx': `import { card } from '../meal-card.tsx';\nexport const bench = card;`,
  'areas/order-book/rules/order.ts': `import type { meal } from '#areas/menu/rules/meal.ts';\nexport type Order = typeof meal;`,
  'areas/orders/server/place.ts': `import { routes } from '#areas/menu/server/meal-routes.ts';\nexport const place = routes;`,
  'app/server/app.ts': `import { place } from '#areas/orders/server/place.ts';\nexport const app = place;`,
  'app/web/pages.ts': `export const pages = [() => import('#areas/menu/web/site/menu-page.tsx')];`,
  'quality/support/a-meal.ts': `import { meal } from '#areas/menu/rules/meal.ts';\nexport const aMeal = meal;`,
  'quality/e2e/order.e2e.ts': `import { aMeal } from '#quality/support/a-meal.ts';\nexport const journey = aMeal;`,
  'sandbox/main.ts': `import { createServer } from 'node:http';\nexport const sandbox = createServer;`,
  'tools/operator/doctor.ts': `import { db } from '#platform/server/db/client.ts';\nexport const doctor = db;`,
};

type Planted = [what: string, file: string, code: string];

const forbidden: Planted[] = [
  ['rules import calls', 'areas/menu/rules/a.ts', `import '../calls/meals.ts';`],
  ['rules import server', 'areas/menu/rules/b.ts', `import '../server/meal-routes.ts';`],
  [
    'rules import web',
    'areas/menu/rules/c.ts',
    `import type { card } from '../web/meal-card.tsx';`,
  ],
  ['rules import a package', 'areas/menu/rules/d.ts', `import { z } from 'zod';`],
  ['rules import Node', 'platform/rules/e.ts', `export { readFileSync } from 'node:fs';`],
  ['rules import Node by its short name', 'platform/rules/e2.ts', `import 'fs';`],
  [
    'calls import server',
    'areas/menu/calls/f.ts',
    `import type { meals } from '../server/tables/meals.ts';`,
  ],
  ['calls import another package', 'areas/menu/calls/g.ts', `import type { Pool } from 'pg';`],
  ['server imports web', 'areas/menu/server/h.ts', `import '../web/meal-card.tsx';`],
  [
    'web imports server',
    'areas/menu/web/i.tsx',
    `import type { db } from '#platform/server/db/client.ts';`,
  ],
  ['web imports Node', 'areas/menu/web/j.tsx', `import 'node:path';`],
  ['site imports portal', 'areas/menu/web/site/k.tsx', `import '../portal/meals-tab.tsx';`],
  [
    'portal imports site later',
    'areas/menu/web/portal/l.tsx',
    `export const a = () => import('../site/menu-page.tsx');`,
  ],
  ['site imports day', 'areas/menu/web/site/l2.tsx', `import '../day/bench.tsx';`],
  ['tables import the server', 'areas/menu/server/tables/m.ts', `import '../meal-routes.ts';`],
  ['tables import a package', 'areas/menu/server/tables/n.ts', `import 'pg';`],
  [
    'an area imports one above',
    'areas/menu/rules/o.ts',
    `import type { Order } from '#areas/order-book/rules/order.ts';`,
  ],
  [
    'an area imports its neighbour',
    'areas/needs/rules/p.ts',
    `import '#areas/business/rules/facts.ts';`,
  ],
  ['an area imports the app', 'areas/office/server/q.ts', `import '#app/server/app.ts';`],
  [
    'the platform imports an area',
    'platform/server/r.ts',
    `export { meals } from '#areas/menu/server/tables/meals.ts';`,
  ],
  [
    'what we ship imports test support',
    'areas/menu/server/s.ts',
    `import '#quality/support/a-meal.ts';`,
  ],
  [
    'what we ship imports what tests stand on',
    'areas/menu/web/t.tsx',
    `import '#platform/web/testing/open-page.tsx';`,
  ],
  ['the server imports the sandbox', 'platform/server/u.ts', `import '../../sandbox/main.ts';`],
  ['the server imports tools', 'platform/server/v.ts', `import '#tools/fuzz.ts';`],
  ['the sandbox imports the house', 'sandbox/w.ts', `import '../platform/rules/money.ts';`],
  ['test support imports web', 'quality/support/x.ts', `import '#platform/web/ui/button.tsx';`],
  ['test support imports the sandbox', 'quality/support/y.ts', `import '../../sandbox/main.ts';`],
  ['the fuzzer imports chaos', 'quality/fuzz/z.ts', `import '../chaos/run.ts';`],
  ['set-up imports the server', 'tools/setup/z1.ts', `import '#platform/server/db/client.ts';`],
  [
    'an operator tool imports test support',
    'tools/operator/z2.ts',
    `import '#quality/support/a-meal.ts';`,
  ],
];

let parent: string;
let scratch: string;

beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'mealrun-architecture-'));
  // Above the scratch copy, so that imports find it but it is not linted.
  symlinkSync(path.join(project, 'node_modules'), path.join(parent, 'node_modules'));
  scratch = path.join(parent, 'project');
  write({ 'house.json': readFileSync(path.join(project, 'house.json'), 'utf8'), ...cleanTree });
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a tree that follows the rules gives no finding', () => {
  const house = readHouse(scratch);
  expect(findForbiddenImports(house)).toEqual([]);
  expect(findHomeless(house)).toEqual([]);
  expect(findCircles(areaGraph(house))).toEqual([]);
});

test.each(forbidden)('%s: found', (_what, file, code) => {
  write({ [file]: `/** A comment. */\n${code}` });
  expect(findForbiddenImports(readHouse(scratch))).toMatchObject([
    expect.stringContaining(`${file}:2 may not import`),
  ]);
  rmSync(path.join(scratch, file));
});

test('areas in a circle are found, with their names', () => {
  const file = 'areas/menu/server/circle.ts';
  write({ [file]: `import type { place } from '#areas/orders/server/place.ts';` });
  expect(findCircles(areaGraph(readHouse(scratch)))).toEqual([['menu', 'orders']]);
  rmSync(path.join(scratch, file));
});

test.each(['areas/sweets/rules/a.ts', 'areas/menu/helpers/a.ts', 'areas/menu/a.ts'])(
  'a file outside the areas and their tiers is found: %s',
  (file) => {
    write({ [file]: '' });
    expect(findHomeless(readHouse(scratch))).toEqual([file]);
    rmSync(path.join(scratch, file));
  },
);

test('a house that grows beyond a limit is found, with the count and the limit', () => {
  const counts = countHouse(readHouse(scratch));
  expect(counts).toMatchObject({ files: 16, folders: 16 });
  expect(findExcess(counts)).toEqual([]);
  expect(findExcess({ ...counts, files: 1451 })).toEqual(['files: 1451, at most 1450']);
});

test.each([
  ['rules that ask the clock', 'areas/menu/rules/clock.ts', 'export const now = Date.now();'],
  ['rules that use Temporal', 'platform/rules/plain-date.ts', 'export const now = Temporal.Now;'],
  ['pages that use what Node has', 'areas/menu/web/a.ts', 'export const a = process.env;'],
  ['a server that uses what browsers have', 'areas/menu/server/a.ts', 'export const a = window;'],
  ['a default export', 'areas/menu/server/one.ts', 'export default 1;'],
  ['a file name that is not kebab-case', 'areas/menu/server/ccDd.ts', 'export const c = 1;'],
  [
    'two files that import each other',
    'areas/menu/server/dd.ts',
    `import type { ee } from './ee.ts'; export const dd: typeof ee | null = null;`,
  ],
  [
    'a change of the portal that goes round the kit',
    'areas/menu/web/portal/meals-tab.tsx',
    `import { useMutation } from '@tanstack/react-query'; export const meals = useMutation;`,
  ],
  [
    'a page of the portal with grey of its own',
    'areas/menu/web/portal/meals-tab.tsx',
    `import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx'; export const meals = Skeleton;`,
  ],
  [
    'a page of the portal with a dialog of its own',
    'areas/menu/web/portal/meals-tab.tsx',
    `export const meals = <dialog open>Sure?</dialog>;`,
  ],
])('lint finds %s', (_what, file, code) => {
  for (const name of [
    '.oxlintrc.json',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.json',
    'tsconfig.rules.json',
    'tsconfig.code.json',
  ])
    copyFileSync(path.join(project, name), path.join(scratch, name));
  const other = 'areas/menu/server/ee.ts';
  write({ [other]: `import { dd } from './dd.ts'; export const ee = () => dd;`, [file]: code });
  expect(lint()).toContain(file);
  rmSync(path.join(scratch, file));
});

function write(files: Files): void {
  for (const [name, code] of Object.entries(files)) {
    const file = path.join(scratch, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${code}\n`);
  }
}

/** Files with findings of the rules under test, or of a checker that crashed. */
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
        !code ||
        /restricted-globals|restricted-imports|forbid-elements|default-export|filename-case|no-cycle/.test(
          code,
        ),
    )
    .map(({ filename }) => filename);
}
