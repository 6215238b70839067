import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { runLongStep, StepError } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const MAC_APPS = ['Chromium', 'Google Chrome'];
/** Without a network a mirror is not waited for. */
const APT_OPTIONS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];

const ADVICE =
  'The browser tests need Chromium, and none was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program, then run again.';

/**
 * CHROMIUM_PATH, a system browser, Playwright's own, or the distribution's package when root.
 * @returns {Promise<string>} the path of a Chromium that runs
 */
export async function findChromium() {
  const found = findChosen() ?? search();
  if (found) return found;
  if (canInstall()) await installOrAdvise();
  const installed = search();
  if (!installed) throw new Error(ADVICE);
  return installed;
}

/**
 * For tests: the same browser built without windows, the “headless shell”, which needs about 60% of the CPU time.
 * Where there is none, findChromium's.
 * @returns {Promise<string>} the path of a Chromium that runs
 */
export async function findHeadlessChromium() {
  const found = findChosen() ?? searchShell();
  if (found) return found;
  if (canInstall()) {
    try {
      await installPackage('chromium-headless-shell');
    } catch {
      console.log('The headless shell of Chromium could not be installed: the tests take longer.');
    }
  }
  return searchShell() ?? (await findChromium());
}

function findChosen() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !canRun(chosen)) throw new Error(`CHROMIUM_PATH=${chosen} does not run.`);
  return chosen || undefined;
}

function search() {
  const apps = MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  return [...onPath(NAMES), ...apps, ...listPlaywrightBrowsers('chromium-', 'chrome')].find(canRun);
}

function searchShell() {
  const downloaded = listPlaywrightBrowsers('chromium_headless_shell-', 'chrome-headless-shell');
  return [...onPath(SHELL_NAMES), ...downloaded].find(canRun);
}

function onPath(/** @type {string[]} */ names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/**
 * @param {string} prefix of the browser's folder
 * @param {string} program
 */
function listPlaywrightBrowsers(prefix, program) {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) =>
      [`${program}-linux64`, 'chrome-linux64', 'chrome-linux'].map((sub) =>
        path.join(cache, name, sub, program),
      ),
    );
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function installOrAdvise() {
  try {
    await installPackage('chromium');
  } catch (error) {
    throw new StepError(ADVICE, error instanceof StepError ? error.output : String(error));
  }
}

/** @param {string} name a package of Debian's */
async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runLongStep('Reading the package lists', 'apt-get', [...APT_OPTIONS, 'update'], { env });
  // What is there stays: another Chromium may be of another version.
  const install = ['install', '--yes', '--no-install-recommends', '--no-remove', name];
  await runLongStep(`Installing ${name} (once)`, 'apt-get', [...APT_OPTIONS, ...install], { env });
}

/** Some distributions install a placeholder that only prints how to install the real one. */
function canRun(/** @type {string} */ program) {
  return existsSync(program) && spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}
