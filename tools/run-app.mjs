import { spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { MEMORY_VARIABLES } from '../platform/server/memory-variables.mjs';
import { project } from './setup/prepare.mjs';

const SAME_PRESS_MS = 1000;
const PARENT_CHECK_MS = 1000;
const SETTLE_MS = 150;
const WATCHED = ['areas', 'platform', 'app'];
/** What Node compiled the last time: loading the code takes a third less of a start. Node checks each file's content. */
const COMPILED = path.join(project, 'node_modules', '.cache', 'node');

/**
 * Runs the app until it ends, then exits with its exit code. The app is in its own process group, so
 * only this process tells it about Ctrl-C, once. When this process is killed, the app notices the
 * closed IPC channel and stops.
 * @param {string} runtime
 * @param {{ isDev: boolean }} options
 */
export function runApp(runtime, { isDev }) {
  let app = launch();
  let isReloading = false;
  let lastSignalAt = 0;

  function launch() {
    const child = spawn(runtime, ['app/server/main.ts'], {
      cwd: project,
      detached: true,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        ...MEMORY_VARIABLES,
        NODE_COMPILE_CACHE: COMPILED,
        ...process.env,
        ...(isDev && { MEALRUN_DEV: '1' }),
      },
    });
    child.once('error', (error) => {
      console.error(`${runtime} cannot run here: ${error.message}`);
      console.error(
        'Delete node_modules and start again, or install Node 26 from https://nodejs.org.',
      );
      process.exit(1);
    });
    child.once('exit', (code, signal) => {
      if (isReloading) relaunch();
      else if (isDev && lastSignalAt === 0)
        console.log('The app has stopped; waiting for a change…');
      else process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1));
    });
    return child;
  }

  function relaunch() {
    isReloading = false;
    app = launch();
  }

  // Ctrl-C reaches us from the terminal and again from npm: treat it as one.
  /** @param {NodeJS.Signals} signal */
  function passOn(signal) {
    const now = Date.now();
    if (now - lastSignalAt < SAME_PRESS_MS) return;
    lastSignalAt = now;
    isReloading = false;
    if (hasEnded(app)) process.exit(0);
    app.kill(signal);
  }
  process.on('SIGINT', () => passOn('SIGINT'));
  process.on('SIGTERM', () => passOn('SIGTERM'));
  process.on('SIGHUP', () => passOn('SIGTERM'));
  stopWithNpm(() => passOn('SIGTERM'));

  if (isDev) {
    onChange(() => {
      if (isReloading) return;
      console.log('Restarting…');
      if (hasEnded(app)) return relaunch();
      isReloading = true;
      app.kill('SIGTERM');
    });
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * A killed npm cannot notify us. npm runs scripts through a shell, which may have replaced itself
 * with us or may be our parent.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return;
  const isShell = /^\S*sh\0-c\0/.test(readProcess(process.ppid, 'cmdline'));
  const npm = isShell ? parentOf(process.ppid) : process.ppid;
  const check = setInterval(() => {
    if (readProcess(npm, 'cmdline') !== '') return;
    clearInterval(check);
    stop();
  }, PARENT_CHECK_MS).unref();
}

/** @param {number} pid */
function parentOf(pid) {
  return Number(/^PPid:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1]);
}

/**
 * @param {number} pid
 * @param {string} fact
 */
function readProcess(pid, fact) {
  try {
    return readFileSync(`/proc/${pid}/${fact}`, 'utf8');
  } catch {
    return '';
  }
}

/** @param {() => void} restart */
function onChange(restart) {
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  for (const folder of WATCHED) {
    watch(path.join(project, folder), { recursive: true }, (_event, file) => {
      if (!file || /\.test\.tsx?$|(^|\/)web\//.test(file) || !/\.(ts|json|sql)$/.test(file)) return;
      clearTimeout(settled);
      settled = setTimeout(restart, SETTLE_MS);
    });
  }
}
