import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

describe('The file .env', () => {
  const MODULE = 'platform/server/process-environment.ts';
  let project: string;

  beforeAll(() => {
    project = mkdtempSync(path.join(tmpdir(), 'mealrun-env-'));
    cpSync(path.join(import.meta.dirname, '../..', MODULE), path.join(project, MODULE));
    writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(project, { recursive: true }));

  function read(file: Buffer, variables: Record<string, string> = {}) {
    writeFileSync(path.join(project, '.env'), file);
    const program = `const { givenEnvironment: given } = await import('./${MODULE}');
      console.log(JSON.stringify([given.PORT, given.PUBLIC_URL, given.MAIL_FROM]));`;
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: project,
      env: { PATH: process.env.PATH, ...variables },
      encoding: 'utf8',
    });
    return { code: ran.status, said: ran.status === 0 ? JSON.parse(ran.stdout) : ran.stderr };
  }
  const TEXT =
    '# ours\r\nPORT=4001\r\nPUBLIC_URL=https://a.example\r\nMAIL_FROM="Mia <m@a.example>"\r\n';

  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark at its beginning', Buffer.from(`\uFEFF${TEXT.slice(8)}`)],
  ])('is read as %s, and what is set already wins', (_, file) => {
    const rest = ['https://a.example', 'Mia <m@a.example>'];
    expect(read(file)).toEqual({ code: 0, said: ['4001', ...rest] });
    expect(read(file, { PORT: '5' })).toEqual({ code: 0, said: ['5', ...rest] });
  });

  test.each([
    ['little-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['big-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
    ['without a mark', Buffer.from(TEXT, 'utf16le')],
  ])('is refused as UTF-16, %s', (_, file) => {
    expect(read(file)).toEqual({ code: 1, said: '.env is UTF-16. Save it as UTF-8.\n' });
  });
});
