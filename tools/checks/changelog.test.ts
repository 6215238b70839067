/** What an operator reads before an upgrade. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const changelog = readFileSync(path.join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
const sections = changelog.split(/^## /m).slice(1);
const versions = sections.map((section) => section.slice(0, section.indexOf('\n')));

test('the newest version in the changelog is the version of the package', () => {
  expect(versions[0]).toBe(manifest.version);
});

test('versions are semantic and descend', () => {
  for (const name of versions) expect(name).toMatch(/^\d+\.\d+\.\d+$/);
  const sorted = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  expect(versions).toEqual(sorted);
  expect(new Set(versions).size).toBe(versions.length);
});

test('every version but the first says what operators must know', () => {
  for (const section of sections.slice(0, -1)) expect(section).toMatch(/### For operators\n\n- /);
});
