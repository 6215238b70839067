/**
 * What pages load first, from the build alone: no browser, so each `npm test` can ask. `script-sizes.phone.release.e2e.ts`
 * counts what a browser really fetches.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { pages } from '#app/web/pages.ts';
import { exampleOf, READING_KILOBYTES } from './site-walk.ts';

const DIST = path.join(import.meta.dirname, '..', '..', 'dist');
const START = 'app/web/start-scripts.ts';
const ENTRY = 'app/web/entry-browser.tsx';
const READING_STYLE = 'platform/web/theme/reading.css';

/** Source file -> the built file, and the sources it imports statically. */
type Manifest = Record<string, { file: string; imports?: string[] }>;
type Renderer = {
  findPage: (url: string, slugs: ReadonlySet<string>) => { modules: string[] };
};

/** What these sources load at once, each file as browsers that accept brotli get it, the largest first. */
function loadedBy(sources: readonly string[]): { kilobytes: number; files: string } {
  const manifest = JSON.parse(
    readFileSync(path.join(DIST, 'browser', '.vite', 'manifest.json'), 'utf8'),
  ) as Manifest;
  const sizes = new Map<string, number>();
  const follow = (source: string) => {
    const { file = '', imports = [] } = manifest[source] ?? {};
    expect(file, `${source} is in the build`).not.toBe('');
    if (sizes.has(file)) return;
    sizes.set(file, statSync(path.join(DIST, 'browser', `${file}.br`)).size / 1000);
    for (const imported of imports) follow(imported);
  };
  for (const source of sources) follow(source);
  const largestFirst = [...sizes].toSorted(([, a], [, b]) => b - a);
  return {
    kilobytes: largestFirst.reduce((sum, [, size]) => sum + size, 0),
    files: largestFirst.map(([file, size]) => `${file} ${size.toFixed(1)} kB`).join(', '),
  };
}

for (const { path: address, maxScriptKilobytes: budget } of pages) {
  if (budget === undefined) continue;
  test(`the first load of ${address} is within ${budget} kB of script`, async () => {
    const renderer = (await import(
      pathToFileURL(path.join(DIST, 'server', 'entry-server.js')).href
    )) as Renderer;
    const { modules } = renderer.findPage(exampleOf(address), new Set());
    const { kilobytes, files } = loadedBy([START, ENTRY, ...modules]);
    // The framework alone is larger than this.
    expect(kilobytes, files).toBeGreaterThan(50);
    expect(kilobytes, `What it needs only later was joined with the rest: ${files}`).toBeLessThan(
      budget,
    );
  });
}

test('what pages to read load before a use is within their budget', () => {
  const { kilobytes, files } = loadedBy([START]);
  expect(kilobytes, files).toBeGreaterThan(1);
  expect(kilobytes, files).toBeLessThanOrEqual(READING_KILOBYTES.script);
  const whole = loadedBy([START, READING_STYLE]);
  expect(whole.kilobytes, whole.files).toBeLessThan(READING_KILOBYTES.total);
});
