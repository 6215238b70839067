/** The pages, built from exactly the files that the container image gets. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const rules = readFileSync(path.join(project, '.dockerignore'), 'utf8');
const letIn = [...rules.matchAll(/^!(.+)$/gm)].map(([, pattern = '']) => pattern);
const kept = [...rules.matchAll(/^(\*\*\/.+)$/gm)].map(([, pattern = '']) => pattern);

/** As a container engine reads .dockerignore: everything is kept out but what is let in, tests apart. */
function isLetIn(file: string): boolean {
  const isNamed = letIn.some((name) => path.matchesGlob(file, name) || file.startsWith(`${name}/`));
  return isNamed && !kept.some((pattern) => path.matchesGlob(file, pattern));
}

test('the image’s pages have all of the handbook, with its pictures', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'mealrun-image-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  }).stdout.split('\n');
  for (const file of files.filter(isLetIn))
    cpSync(path.join(project, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'));
  const built = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(built.stderr).not.toContain('error');
  expect(built.status).toBe(0);

  const dist = path.join(copy, 'dist', 'browser');
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(dist, name), 'utf8'))
    .join('\n');
  const handbook = path.join(project, 'docs/handbook');
  const pages = readdirSync(handbook).filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) {
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(path.join(handbook, page), 'utf8')) ?? [];
    expect(scripts, page).toContain(`# ${title}`);
  }
});
