/** What `npm ci` checks of the packages that it downloads. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../setup/prepare.mjs';

type Locked = {
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const packages = Object.entries(lock.packages).filter(([folder]) => folder !== '');

/** A 64-bit Linux of today: the platform of our container, and of the machines these checks run on. */
function isForServers({ os, cpu, libc }: Locked): boolean {
  const isListed = (list: string[] | undefined, name: string) => !list || list.includes(name);
  const isCpu = isListed(cpu, 'x64') || isListed(cpu, 'arm64');
  return isListed(os, 'linux') && isCpu && isListed(libc, 'glibc');
}

test('every package that a Linux server may install is locked to a hash of its contents', () => {
  const unchecked = packages.filter(([, locked]) => isForServers(locked) && !locked.integrity);
  expect(unchecked.map(([folder]) => folder)).toEqual([]);
});

test('what has no hash is an optional build for another platform', () => {
  for (const [folder, locked] of packages)
    if (!locked.integrity) expect(locked, folder).toMatchObject({ optional: true });
});

test('no address is locked, so packages come from the registry that npm is told to use', () => {
  expect(packages.filter(([, locked]) => 'resolved' in locked)).toEqual([]);
});
