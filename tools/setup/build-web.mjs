/** Builds the browser's files and the module that renders pages, when either is older than its sources. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { runLongStep } from './progress.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { lockFile, project } from './prepare.mjs';

/** All that the pages are built from: a change of it builds them again, and the container image gets it. */
export const SOURCES = [
  'areas',
  'platform',
  'app',
  'docs/handbook',
  'docs/pictures',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

const vite = path.join('node_modules', 'vite', 'bin', 'vite.js');
const dist = path.join(project, 'dist');
const stampFile = path.join(dist, '.built-from');

/** @param {string} runtime the Node that runs Vite */
export async function buildWeb(runtime) {
  if (!existsSync(path.join(project, 'vite.config.ts')) || isFresh()) return;
  await withSetupLock(lockFile, async () => {
    if (isFresh()) return;
    const sources = hashSources();
    rmSync(stampFile, { force: true });
    await runLongStep('Building the pages', runtime, [vite, 'build'], {
      cwd: project,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    mkdirSync(dist, { recursive: true });
    writeFileSync(stampFile, sources);
  });
}

function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources();
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(project, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} source a file or a folder of the project
 * @returns {string[]} without tests, from the project's folder
 */
function listFiles(source) {
  const stats = statSync(path.join(project, source), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [source];
  return readdirSync(path.join(project, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)));
}
