/** What a build makes of the tables of pages, for browsers and for the server; and what it must not read. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { checkChunks, checkContext } from './check-build.ts';
import { namePageModules, stripServerFields } from './edit-calls.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

type Component = { load: () => Promise<unknown>; component: string; module?: string };
type Built = { allPages: Component[]; allLayouts: Record<string, Component> };

/** The table as built, with the imports of components left as they are. */
async function buildTable(plugin: Plugin, { ssr }: { ssr: boolean }) {
  const built = (await build({
    configFile: false,
    root: project,
    logLevel: 'silent',
    plugins: [plugin],
    build: {
      ssr,
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(project, 'app/web/all-pages.ts'),
        external: /\.tsx$/,
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = built.output[0];
  const table = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return { code, ...(table as Built) };
}

test('browsers get of a page what shows it, and nothing that only the server needs', async () => {
  const { code, allPages } = await buildTable(stripServerFields(), { ssr: false });
  expect(allPages.length).toBeGreaterThan(20);
  const fields = new Set(allPages.flatMap((page) => Object.keys(page)));
  expect([...fields].toSorted()).toEqual([
    'component',
    'isPrerendered',
    'layout',
    'load',
    'ofOrder',
    'path',
    'startsAtPaint',
    'title',
  ]);
  expect(code).not.toMatch(/definePage|defineLayout|delivered across/);
});

test('the server knows the file that each page and layout loads', async () => {
  const { allPages, allLayouts } = await buildTable(namePageModules(), { ssr: true });
  const all = [...allPages, ...Object.values(allLayouts)];
  expect(all.length).toBeGreaterThan(20);
  for (const { load, module = '' } of all) {
    expect(existsSync(path.join(project, module)), module).toBe(true);
    expect(String(load)).toContain(`/${path.basename(module)}"`);
  }
});

test('a build that reads a file outside its sources fails, and names the file', async () => {
  const entry = (file: string): Plugin => ({
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? id : null),
    load: (id) => (id === 'entry' ? `export { default } from '/${file}?raw';` : null),
  });
  const buildOf = (file: string) =>
    build({
      configFile: false,
      root: project,
      logLevel: 'silent',
      plugins: [entry(file), checkContext()],
      build: { write: false, rolldownOptions: { input: 'entry' } },
    });
  await expect(buildOf('docs/tour.md')).rejects.toThrow('reads: docs/tour.md');
  await expect(buildOf('docs/handbook/recipes.md')).resolves.toBeDefined();
});

test('a build of which files wait for each other fails, and names them', async () => {
  const modules: Record<string, string> = {
    a: `import { b } from 'b'; export const a = [b];`,
    b: 'export const b = [1];',
    c: `import { d } from 'd'; export const c = [d];`,
    d: 'export const d = [2];',
    entry: `export { a } from 'a'; export { c } from 'c';`,
  };
  const virtual: Plugin = {
    name: 'virtual',
    resolveId: (id) => (id in modules ? id : null),
    load: (id) => modules[id] ?? null,
  };
  const buildIn = (groups: { name: string; test: RegExp }[]) =>
    build({
      configFile: false,
      root: project,
      logLevel: 'silent',
      plugins: [virtual, checkChunks()],
      build: {
        write: false,
        rolldownOptions: {
          input: 'entry',
          preserveEntrySignatures: 'allow-extension',
          output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
        },
      },
    });
  await expect(
    buildIn([
      { name: 'one', test: /^[ad]$/ },
      { name: 'two', test: /^[bc]$/ },
    ]),
  ).rejects.toThrow(/wait for each other: \S*(one|two)\S* > \S*(one|two)\S* > /);
  await expect(
    buildIn([
      { name: 'one', test: /^[ac]$/ },
      { name: 'two', test: /^[bd]$/ },
    ]),
  ).resolves.toBeDefined();
});
