/** Plants forbidden imports and requires a report for each: import checkers fail silently when misconfigured. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  globSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import configurationOfLint from '../../.oxlintrc.json' with { type: 'json' };

const MOST_FILES_OF_A_FOLDER = 24;

type Files = Record<string, string>;

const project = fileURLToPath(new URL('../..', import.meta.url));
const configuration = ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json'];
const tiers = ['rules', 'server', 'e2e', 'web'].map((tier) => `tsconfig.${tier}.json`);

/** One small file per element of the import table, and every kind of import that is allowed. */
const cleanTree: Files = {
  'domain/money.ts': `export const cents = 1;`,
  'domain/calendar/plain-date.ts': `export const epoch = new Date(0);`,
  'domain/menu/meal.ts': `import { cents } from '../money.ts'; export const meal = cents;`,
  'domain/menu/meal.test.ts': `import { test } from 'vitest'; import { aMeal } from '#quality/support/a-meal.ts'; test('a', () => aMeal);`,
  'contract/meals.ts': `import { z } from 'zod'; import { meal } from '#areas/menu/rules/meal.ts'; export const Meal = z.literal(meal);`,
  'server/errors.ts': `export const problem = 1;`,
  'server/ports/gateway.ts': `import type { cents } from '#platform/rules/money.ts'; export type Gateway = typeof cents;`,
  'server/context.ts': `import type { Gateway } from '#platform/server/gateway-port.ts'; import type { db } from '#platform/server/db/client.ts'; export type Context = [Gateway, typeof db];`,
  'server/app.ts': `import { mealRoutes } from '#areas/menu/server/meal-routes.ts'; import { page } from '#app/server/pages.ts'; import { job } from '#app/server/start-jobs.ts'; export const app = [mealRoutes, page, job];`,
  'server/main.ts': `import { app } from '#app/server/app.ts'; export const main = app;`,
  'server/db/client.ts': `import pg from 'pg'; import { sql } from 'drizzle-orm'; import { cents } from '#platform/rules/money.ts'; export const db = [pg, sql, cents];`,
  'server/http/pages.ts': `import type { Context } from '#platform/server/context.ts'; export const page: Context | null = null;`,
  'server/audit/record-change.ts': `import { db } from '#platform/server/db/client.ts'; export const recordChange = db;`,
  'server/outbox/write-message.ts': `import type { Context } from '#platform/server/context.ts'; export const write: Context | null = null;`,
  'server/settings/secrets.ts': `import { db } from '#platform/server/db/client.ts'; export const secret = db;`,
  'server/staff/session/session.ts': `import { recordChange } from '#platform/server/audit/record-change.ts'; import { secret } from '#areas/business/server/secrets.ts'; export const session = [recordChange, secret];`,
  'server/menu/meal-queries.ts': `import { db } from '#platform/server/db/client.ts'; export const listMeals = db;`,
  'server/menu/meal-routes.ts': `import { Meal } from '#areas/menu/calls/meals.ts'; import { problem } from '#platform/server/errors.ts'; import { session } from '#areas/staff/server/session.ts'; import { listMeals } from './meal-queries.ts'; export const mealRoutes = [Meal, problem, session, listMeals];`,
  'server/menu/meal-routes.test.ts': `import { test } from 'vitest'; import { app } from '#app/server/app.ts'; import { job } from '#app/server/start-jobs.ts'; test('a', () => [app, job]);`,
  'server/order-book/load-orders.ts': `import { listMeals } from '#areas/menu/server/meal-queries.ts'; export const loadOrders = listMeals;`,
  'server/settlement/settle-payment.ts': `import { loadOrders } from '#areas/order-book/server/load-orders.ts'; export const settle = loadOrders;`,
  'server/checkout/end-checkout.ts': `import { settle } from '#areas/checkout/server/settle-payment.ts'; export const end = settle;`,
  'server/orders/place-order.ts': `import { randomUUID } from 'node:crypto'; import { end } from '#areas/checkout/server/end-checkout.ts'; export const order = [randomUUID, end];`,
  'server/kitchen/make-labels.ts': `import { loadOrders } from '#areas/order-book/server/load-orders.ts'; export const labels = loadOrders;`,
  'server/books/check-books.ts': `import { order } from '#server/orders/place-order.ts'; export const checkBooks = order;`,
  'server/system/describe-system.ts': `import { checkBooks } from '#areas/payments/server/check-books.ts'; export const system = checkBooks;`,
  'server/jobs/start-jobs.ts': `import { system } from '#areas/office/server/describe-system.ts'; export const job = system;`,
  'web/ui/form/button.tsx': `import { useId } from 'react'; export const button = useId;`,
  'web/api/client.ts': `import { Meal } from '#areas/menu/calls/meals.ts'; export const client = Meal;`,
  'web/navigation/paths.ts': `import { cents } from '#platform/rules/money.ts'; export const paths = cents;`,
  'web/site/menu/menu-page.tsx': `import { button } from '#platform/web/ui/form/button.tsx'; import { client } from '#platform/web/api/client.ts'; import { card } from './cards/meal-card.tsx'; export const menu = [button, client, card];`,
  'web/site/menu/cards/meal-card.tsx': `export const card = 1;`,
  'web/site/order/order-page.tsx': `export const order = 1;`,
  'web/portal/bulk/bulk-bar.tsx': `import { button } from '#platform/web/ui/form/button.tsx'; import { client } from '#platform/web/api/client.ts'; export const bar = [button, client];`,
  'web/portal/orders/order-table.tsx': `import { bar } from '#web/portal/bulk/bulk-bar.tsx'; export const table = bar;`,
  'web/day/queue/work-loop.ts': `export const loop = 1;`,
  'web/day/scan/read-codes.ts': `export const codes = 1;`,
  'web/day/drive/drive-page.tsx': `import { loop } from '#platform/web/offline/work-loop.ts'; import { codes } from '#platform/web/offline/read-codes.ts'; export const drive = [loop, codes];`,
  'web/app/page-data.ts': `import { client } from '#platform/web/api/client.ts'; export const data = client;`,
  'web/app/pages.ts': `export const pages = [() => import('#areas/menu/web/site/menu-page.tsx')];`,
  'web/app/routes.tsx': `import { menu } from '#areas/menu/web/site/menu-page.tsx'; export const routes = [menu, () => import('#web/portal/orders/order-table.tsx')];`,
  'web/testing/open-page.tsx': `import { client } from '#platform/web/api/client.ts'; import { menu } from '#areas/menu/web/site/menu-page.tsx'; export const open = [client, menu];`,
  'web/site/menu/menu-page.browser.test.tsx': `import { test } from 'vitest'; import { open } from '#platform/web/testing/open-page.tsx'; test('a', () => open);`,
  'sandbox/main.ts': `import { createServer } from 'node:http'; export const sandbox = createServer;`,
  'quality/support/a-meal.ts': `import { db } from '#platform/server/db/client.ts'; import { meal } from '#areas/menu/rules/meal.ts'; export const aMeal = [meal, db];`,
  'quality/fuzz/fuzz-app.ts': `import { aMeal } from '#quality/support/a-meal.ts'; export const fuzz = aMeal;`,
  'quality/chaos/run.ts': `import { aMeal } from '#quality/support/a-meal.ts'; import { settle } from '#areas/checkout/server/settle-payment.ts'; export const run = [aMeal, settle];`,
  'quality/bench/labels.bench.ts': `import { aMeal } from '#quality/support/a-meal.ts'; export const bench = aMeal;`,
  'quality/e2e/order.e2e.ts': `import { pages } from '#app/web/pages.ts'; import { paths } from '#platform/web/navigation/paths.ts'; import { aMeal } from '#quality/support/a-meal.ts'; import { run } from '#quality/chaos/run.ts'; import { app } from '#app/server/app.ts'; export const journey = [pages, paths, aMeal, run, app];`,
  'tools/setup/prepare.ts': `import { createHash } from 'node:crypto'; export const prepare = createHash;`,
  'tools/checks/licences.ts': `import { prepare } from '#tools/setup/prepare.ts'; export const licences = prepare;`,
  'tools/operator/doctor.ts': `import { db } from '#platform/server/db/client.ts'; export const doctor = db;`,
  'tools/fuzz.ts': `import { fuzz } from '#quality/fuzz/fuzz-app.ts'; import { prepare } from './setup/prepare.ts'; export const run = [fuzz, prepare];`,
};

type Planted = { file: string; code: string };

const forbidden: Record<string, Planted> = {
  'domain imports contract': { file: 'domain/a.ts', code: `import '#areas/menu/calls/meals.ts';` },
  'domain imports server by a relative path': {
    file: 'domain/menu/b.ts',
    code: `import '#platform/server/errors.ts';`,
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
    code: `import type { db } from '#platform/server/db/client.ts'; export type D = typeof db;`,
  },
  'the database imports a module': {
    file: 'server/db/i.ts',
    code: `import '#areas/menu/server/meal-queries.ts';`,
  },
  'the database imports another package than its own': {
    file: 'server/db/j.ts',
    code: `import 'fastify';`,
  },
  'a port imports the module that implements it': {
    file: 'server/ports/j2.ts',
    code: `import type { write } from '#areas/messages/server/write-message.ts'; export type W = typeof write;`,
  },
  'the context imports a module, as a type': {
    file: 'server/j3.ts',
    code: `import type { session } from '#areas/staff/server/session.ts'; export type S = typeof session;`,
  },
  'http imports a module': {
    file: 'server/http/k.ts',
    code: `import '#areas/menu/server/meal-queries.ts';`,
  },
  "pages import a module's routes": {
    file: 'server/http/pages-m.ts',
    code: `import '../menu/meal-routes.ts';`,
  },
  "a module imports a lower module's routes": {
    file: 'server/orders/l.ts',
    code: `import '#areas/menu/server/meal-routes.ts';`,
  },
  'a module imports the app': { file: 'server/orders/l2.ts', code: `import '#app/server/app.ts';` },
  'a job imports the app': { file: 'server/jobs/l3.ts', code: `import '#app/server/app.ts';` },
  'the server imports web': {
    file: 'server/menu/n.ts',
    code: `import '#platform/web/navigation/paths.ts';`,
  },
  'production code imports test builders': {
    file: 'server/menu/o.ts',
    code: `import '#quality/support/a-meal.ts';`,
  },
  'the server imports the sandbox': {
    file: 'server/gateway/p.ts',
    code: `import '../../sandbox/main.ts';`,
  },
  'the sandbox imports domain': { file: 'sandbox/q.ts', code: `import '../domain/money.ts';` },
  'ui imports an api': { file: 'web/ui/form/r.tsx', code: `import '#platform/web/api/client.ts';` },
  'ui imports domain': { file: 'web/ui/s.tsx', code: `import '#platform/rules/money.ts';` },
  'the theme imports ui': { file: 'web/theme/r2.ts', code: `import '../ui/form/button.tsx';` },
  'the api imports ui': { file: 'web/api/t.ts', code: `import '../ui/form/button.tsx';` },
  'a feature imports another feature': {
    file: 'web/site/order/u.tsx',
    code: `import '../menu/cards/meal-card.tsx';`,
  },
  'a page of the day imports another': {
    file: 'web/day/pack/u2.tsx',
    code: `import '#areas/delivery/web/day/drive/drive-page.tsx';`,
  },
  'what pages of the day share imports one of them': {
    file: 'web/day/queue/u3.ts',
    code: `import '#areas/delivery/web/day/drive/drive-page.tsx';`,
  },
  'the site imports what pages of the day share': {
    file: 'web/site/order/u4.ts',
    code: `import '#platform/web/offline/work-loop.ts';`,
  },
  'the site imports the portal': {
    file: 'web/site/menu/v.tsx',
    code: `export const later = () => import('#web/portal/orders/order-table.tsx');`,
  },
  'what bulk pages share imports one of them': {
    file: 'web/portal/bulk/v2.tsx',
    code: `import '#web/portal/orders/order-table.tsx';`,
  },
  'the site imports what bulk pages of the portal share': {
    file: 'web/site/menu/v3.tsx',
    code: `import '#web/portal/bulk/bulk-bar.tsx';`,
  },
  'a feature imports the server': {
    file: 'web/portal/orders/w.tsx',
    code: `import type { order } from '#server/orders/place-order.ts'; export type O = typeof order;`,
  },
  'a feature imports what composes features': {
    file: 'web/site/order/xx.tsx',
    code: `import '#app/web/routes.tsx';`,
  },
  'a feature imports a Node module': {
    file: 'web/site/menu/x.tsx',
    code: `import 'node:path';`,
  },
  'a feature imports what component tests stand on': {
    file: 'web/site/menu/xy.tsx',
    code: `import '#platform/web/testing/open-page.tsx';`,
  },
  'component tests import the server': {
    file: 'web/testing/xz.ts',
    code: `import '#platform/server/errors.ts';`,
  },
  'the composition of pages imports the server': {
    file: 'web/app/x2.ts',
    code: `import '#platform/server/errors.ts';`,
  },
  'test support imports web': {
    file: 'quality/support/y.ts',
    code: `import '#platform/web/navigation/paths.ts';`,
  },
  'test support imports the sandbox': {
    file: 'quality/support/y2.ts',
    code: `import '../../sandbox/main.ts';`,
  },
  'a journey imports a feature': {
    file: 'quality/e2e/z.ts',
    code: `import '#areas/menu/web/site/menu-page.tsx';`,
  },
  'a journey imports more of the pages than their table': {
    file: 'quality/e2e/z0.ts',
    code: `import '#app/web/routes.tsx';`,
  },
  'chaos imports web': {
    file: 'quality/chaos/z1.ts',
    code: `import '#platform/web/api/client.ts';`,
  },
  'chaos imports the sandbox': {
    file: 'quality/chaos/z2.ts',
    code: `import '../../sandbox/main.ts';`,
  },
  'a benchmark imports a journey': {
    file: 'quality/bench/z3.ts',
    code: `import '../e2e/order.e2e.ts';`,
  },
  'the fuzzer imports chaos': { file: 'quality/fuzz/z4.ts', code: `import '../chaos/run.ts';` },
  'set-up imports the server': {
    file: 'tools/setup/z5.ts',
    code: `import '#platform/server/errors.ts';`,
  },
  'a check imports the server': {
    file: 'tools/checks/z6.ts',
    code: `import '#platform/server/errors.ts';`,
  },
  'an operator tool imports test support': {
    file: 'tools/operator/z7.ts',
    code: `import '#quality/support/a-meal.ts';`,
  },
  'a tool imports the sandbox': { file: 'tools/z8.ts', code: `import '../sandbox/main.ts';` },
  'the server imports tools': { file: 'server/aa.ts', code: `import '#tools/fuzz.ts';` },
  'a default export': { file: 'server/bb.ts', code: `export default 1;` },
  'a file name that is not kebab-case': { file: 'server/ccDd.ts', code: `export const c = 1;` },
  'two files that import each other': {
    file: 'web/site/order/dd.ts',
    code: `import { ee } from '#web/site/order/ee.ts'; export const dd = () => ee;`,
  },
  'the other of the two, for a type alone': {
    file: 'web/site/order/ee.ts',
    code: `import type { dd } from './dd.ts'; export const ee: typeof dd | null = null;`,
  },
};

const elements = configurationOfLint.settings['boundaries/elements'].map(
  ({ pattern }) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}/`),
);

/** The modules of the server by floor, as lint knows them; the first is next to the ground. */
const floors = configurationOfLint.settings['boundaries/elements']
  .filter(({ type }) => type.startsWith('floor-'))
  .map(({ pattern }) => pattern.replace(/^server\/\(|\)$/g, '').split('|'));

/** For every module: an import of one on the floor above, and of its neighbour on the same floor. */
const betweenModules: Record<string, Planted> = Object.fromEntries(
  floors.flatMap((modules, level) =>
    modules.flatMap((module, index) => {
      const others = [modules[index + 1], floors[level + 1]?.[0]].filter(
        (other) => other !== undefined,
      );
      return others.map((other) => [
        `${module} imports ${other}`,
        {
          file: `server/${module}/imports-${other}.ts`,
          code: `import type { target } from '#server/${other}/target.ts'; export type T = typeof target;`,
        },
      ]);
    }),
  ),
);
const targets: Files = Object.fromEntries(
  floors.flat().map((module) => [`server/${module}/target.ts`, 'export const target = 1;']),
);

let parent: string;
let scratch: string;

beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'mealrun-architecture-'));
  // Above the scratch copy, so that imports find it but it is not linted.
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
  write({ ...cleanTree, ...targets });
  expect(lint()).toEqual([]);
});

test('every element of the import rules has a forbidden import planted in it', () => {
  const planted = [...Object.values(forbidden), ...Object.values(betweenModules)];
  const unguarded = elements.filter(
    (inElement) => !planted.some(({ file }) => inElement.test(file)),
  );
  expect(unguarded).toEqual([]);
});

test('every planted violation is reported', () => {
  write({ ...cleanTree, ...targets });
  const planted = Object.entries({ ...forbidden, ...betweenModules });
  write(Object.fromEntries(planted.map(([, { file, code }]) => [file, code])));
  const reported = new Set(lint());
  const missed = planted.filter(([, { file }]) => !reported.has(file)).map(([name]) => name);
  expect(missed).toEqual([]);
});

test('ARCHITECTURE.md draws the floors that lint enforces', () => {
  const drawn = readFileSync(path.join(project, 'ARCHITECTURE.md'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (\d+) \| ([\w, -]+) \|/.exec(line)?.[2] ?? [])
    .map((modules) => modules.split(', '));
  expect(drawn.toReversed()).toEqual(floors);
});

test('no folder has more than 24 files of its own, tests not counted', () => {
  const counts = new Map<string, number>();
  const folders = '{container,contract,docs,domain,quality,sandbox,server,tools,web}';
  for (const file of globSync(`${folders}/**/*.*`, { cwd: project })) {
    if (/\.(test|e2e)\.tsx?$|\/migrations\//.test(file)) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES_OF_A_FOLDER);
  expect(crowded).toEqual([]);
});

test('every source file belongs to an element of the import rules', () => {
  const folders = '{contract,domain,quality,sandbox,server,tools,web}';
  const homeless = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: project })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !elements.some((inElement) => inElement.test(file)));
  expect(homeless).toEqual([]);
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
    maxBuffer: 64 * 1024 * 1024,
  });
  const report: { diagnostics: { filename: string; code?: string }[] } = JSON.parse(
    run.stdout.slice(run.stdout.indexOf('{')),
  );
  return report.diagnostics
    .filter(
      ({ code }) =>
        !code || /boundaries|restricted-globals|default-export|filename-case|no-cycle/.test(code),
    )
    .map(({ filename }) => filename);
}
