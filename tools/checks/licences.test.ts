import path from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed, readLicences } from './licences.ts';

test('everything the app runs on has a licence that lets us use and distribute it', () => {
  const packages = readLicences(path.dirname(import.meta.dirname));
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter((each) => !isAllowed(each))).toEqual([]);
});

test.each([
  ['left-pad', 'MIT', true],
  ['choice', '(MIT OR GPL-3.0-only)', true],
  ['both', 'MIT AND GPL-3.0-only', false],
  ['server', 'AGPL-3.0-only', false],
  ['silent', 'none stated', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['something-else', 'LGPL-3.0-or-later', false],
])('%s under %s: %s', (name, licence, expected) => {
  expect(isAllowed({ name, version: '1.0.0', licence })).toBe(expected);
});
