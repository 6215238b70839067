/** Whether we may use and distribute everything that is installed to run the app: read from each package itself. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** These require no more than keeping the notice. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PostgreSQL',
  'OFL-1.1',
]);

/** Used unchanged and as a separate file, which is all these licences require. */
const ALLOWED_UNCHANGED: Record<string, RegExp> = {
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'MPL-2.0': /^(lightningcss|fxa-common-password-list$)/,
  'MPL 2.0': /^incremental-encoder$/,
};

/** Packages that state their licence only in a file. */
const STATED_IN_FILE: Record<string, string> = { 'png-js': 'MIT' };

export type Licensed = { name: string; version: string; licence: string };

type Lock = {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
};
type Manifest = { name: string; version: string; license?: unknown };

/** What the lock file lists for running the app and what is installed; packages for other systems are not. */
export function readLicences(root: string): Licensed[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder]) => path.join(root, folder, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => {
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      const { name, version, license } = manifest;
      const stated = typeof license === 'string' ? license : STATED_IN_FILE[name];
      return { name, version, licence: stated ?? 'none stated' };
    });
}

export function isAllowed({ name, licence }: Licensed): boolean {
  // `(MIT OR GPL-2.0)`: we choose.
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some(
    (choice) =>
      ALLOWED_UNCHANGED[choice]?.test(name) ||
      // For parts: each under its own.
      choice.split(' AND ').every((part) => ALLOWED.has(part)),
  );
}

if (import.meta.main) {
  const packages = readLicences(path.dirname(path.dirname(import.meta.dirname)));
  const counts = Map.groupBy(packages, ({ licence }) => licence);
  for (const [licence, group] of counts) console.log(`${licence}: ${group.length}`);
  const forbidden = packages.filter((each) => !isAllowed(each));
  for (const { name, version, licence } of forbidden) {
    console.error(`${name} ${version} has a licence that no one has reviewed: ${licence}`);
  }
  if (forbidden.length > 0) process.exitCode = 1;
}
