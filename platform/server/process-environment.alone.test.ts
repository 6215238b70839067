import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Only React's development build has `act`. */
const PROGRAM = `
  const { givenEnvironment } = await import('./platform/server/process-environment.ts');
  const react = await import('react');
  console.log(JSON.stringify([react.act === undefined ? 'production' : 'development', givenEnvironment.NODE_ENV ?? 'unset']));
`;

function start(variables: Record<string, string>): string[] {
  const { NODE_ENV: _, ...inherited } = process.env;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { ...inherited, ...variables },
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

describe('Libraries run their production builds', () => {
  test('under npm start, which leaves NODE_ENV unset, and the shop is still a rehearsal', () => {
    expect(start({})).toEqual(['production', 'unset']);
  });

  test('unless the operator asks for development', () => {
    expect(start({ NODE_ENV: 'development' })).toEqual(['development', 'development']);
    expect(start({ MEALRUN_DEV: '1' })).toEqual(['development', 'unset']);
  });

  test('because NODE_ENV is decided before the server loads anything else', () => {
    const main = readFileSync(path.join(import.meta.dirname, '../../app/server/main.ts'), 'utf8');
    expect(/^import .*$/m.exec(main)?.[0]).toBe(
      "import '#platform/server/process-environment.ts';",
    );
  });
});
