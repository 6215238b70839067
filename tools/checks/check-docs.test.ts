import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrokenReferences, findLongReadmes } from './check-docs.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'mealrun-docs-'));
  write('package.json', JSON.stringify({ scripts: { start: 'x', bench: 'x' } }));
  write('server/orders/place-order.ts', '');
  write('docs/rulebook.md', '');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each([
  'See `server/orders/place-order.ts`, `server/orders/`, `place-order.ts:12` and `#server/orders/place-order.ts`.',
  'Globs work: `server/*/place-order.ts`, `server/{orders,gone}/*.ts`.',
  'Run `npm start`, `npm run start` or `npm run bench -- all`.',
  'Read [the rulebook](docs/rulebook.md#money) or [elsewhere](https://example.com/x.md).',
  'Not ours: `application/json`, `/api/meals`, `@scope/package`, `DATA_DIR/backups`, `dist/browser`, `2026/11`.',
  '```\nserver/gone.ts and `server/gone.ts` in an example\n```',
])('%s', (text) => {
  write('README.md', text);
  expect(findBrokenReferences(root)).toEqual([]);
});

test.each([
  ['`server/gone.ts`', 'server/gone.ts'],
  ['`gone/gone.ts`', 'gone/gone.ts'],
  ['`gone.ts`', 'gone.ts'],
  ['`#server/gone.ts`', 'server/gone.ts'],
  ['`server/*/gone.ts`', 'server/*/gone.ts'],
  ['`domain/ordering/`', 'domain/ordering/'],
  ['`web/portal/orders`', 'web/portal/orders'],
  ['[gone](docs/gone.md)', './docs/gone.md'],
  ['Run npm run gone', 'npm run gone'],
  ['```\nnpm test\n```', 'npm test'],
])('%s is reported', (text, name) => {
  write('docs/page.md', text.replace('](docs/', ']('));
  const expected = name.replace('./docs/', './');
  expect(findBrokenReferences(root)).toEqual([
    expect.stringMatching(
      new RegExp(`^docs/page\\.md:\\d names ${RegExp.escape(expected)}, which`),
    ),
  ]);
});

test.each(['areas/orders/README.md', 'platform/README.md', 'app/README.md'])(
  '%s is read too',
  (document) => {
    write(document, '`server/gone.ts`');
    expect(findBrokenReferences(root)).toEqual([
      `${document}:1 names server/gone.ts, which does not exist`,
    ]);
  },
);

test('the README of an area that is longer than a screen or two is found', () => {
  write('areas/orders/README.md', 'a line\n'.repeat(60));
  expect(findLongReadmes(root)).toEqual([]);
  write('areas/orders/README.md', 'a line\n'.repeat(61));
  expect(findLongReadmes(root)).toEqual(['areas/orders/README.md has 61 lines, at most 60']);
});

test('what stands beside a README may be named from there', () => {
  write('areas/orders/rules/run-out.ts', '');
  write('areas/orders/README.md', '`rules/run-out.ts`, and `rules/gone.ts`');
  expect(findBrokenReferences(root)).toEqual([
    'areas/orders/README.md:1 names rules/gone.ts, which does not exist',
  ]);
});

function write(name: string, text: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
