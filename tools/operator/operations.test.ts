import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALARM_IDS, LOGGED_ALARMS } from '#platform/rules/alarms.ts';

const runbook = readFileSync(
  path.join(path.dirname(path.dirname(import.meta.dirname)), 'docs', 'operations.md'),
  'utf8',
);

test('every alarm has one line in docs/operations.md that says what to do', () => {
  for (const id of [...ALARM_IDS, ...LOGGED_ALARMS]) {
    const rows = runbook.split('\n').filter((line) => line.startsWith(`| \`${id}\``));
    expect([id, rows.length]).toEqual([id, 1]);
  }
});
