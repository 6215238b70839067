import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { runLongStep, StepError } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC_APPS = ['Chromium', 'Google Chrome'];

const ADVICE =
  'The browser tests need Chromium, and none was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program, then run again.';

/**
 * CHROMIUM_PATH, a system browser, Playwright's own, or the distribution's package when root.
 * @returns {Promise<string>} the path of a Chromium that runs
 */
export async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (canRun(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH=${chosen} does not run.`);
  }
  const found = search();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installPackage();
  const installed = search();
  if (!installed) throw new Error(ADVICE);
  return installed;
}

function search() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const apps = MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  return [...onPath, ...apps, ...listPlaywrightBrowsers()].find(canRun);
}

function listPlaywrightBrowsers() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .flatMap((name) =>
      ['chrome-linux64', 'chrome-linux'].map((sub) => path.join(cache, name, sub, 'chrome')),
    );
}

async function installPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runLongStep('Reading the package lists', 'apt-get', ['update'], { env });
    const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
    await runLongStep('Installing Chromium (once)', 'apt-get', install, { env });
  } catch (error) {
    throw new StepError(ADVICE, error instanceof StepError ? error.output : String(error));
  }
}

/** Some distributions install a placeholder that only prints how to install the real one. */
function canRun(/** @type {string} */ program) {
  return existsSync(program) && spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}
