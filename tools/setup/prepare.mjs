/** Everything a fresh clone needs before it can run: the packages, including the Node 26 runtime. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLongStep, StepError } from './progress.mjs';
import { withSetupLock } from './setup-lock.mjs';

export const project = fileURLToPath(new URL('../..', import.meta.url));
export const lockFile = path.join(project, '.setup.lock');

const packagesLock = path.join(project, 'package-lock.json');
const modules = path.join(project, 'node_modules');
// Inside node_modules, so that deleting or replacing that folder deletes the stamp too.
const stampFile = path.join(modules, '.mealrun-installed');
const installedRuntime = path.join(
  modules,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const RUNTIME_MAJOR = 26;

/** @typedef {'to run' | 'to develop'} Purpose */

/**
 * Installs what is missing. Cheap when nothing is. What only development needs is twice as large as the rest.
 * @param {Purpose} purpose
 * @returns {Promise<string>} the path of the Node that runs the app
 */
export async function prepare(purpose) {
  if (!isStamped(purpose)) {
    await withSetupLock(lockFile, async () => {
      if (isStamped(purpose)) return;
      if (isInstalledByHand('to develop')) return stamp('to develop');
      if (purpose === 'to develop') await refuseBesideShop();
      if (!isInstalledByHand(purpose)) await install(purpose);
      stamp(purpose);
    });
  }
  return findRuntime();
}

/** Prints the error's message, which says what to do, and ends the process. */
export function giveUp(/** @type {unknown} */ error) {
  if (error instanceof StepError) console.error(error.output.trim());
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

/** @param {Purpose} purpose */
function isStamped(purpose) {
  const stamped = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  return (
    stamped === describeInstallation('to develop') || stamped === describeInstallation(purpose)
  );
}

/** @param {Purpose} purpose */
function stamp(purpose) {
  try {
    writeFileSync(stampFile, describeInstallation(purpose));
  } catch {
    // A read-only folder: the next start checks again.
  }
}

/** @param {Purpose} purpose */
function describeInstallation(purpose) {
  const lock = createHash('sha256').update(readFileSync(packagesLock)).digest('hex');
  return `${process.platform}-${process.arch} ${lock} ${purpose}\n`;
}

/**
 * Whether `npm ci` or `npm install` has already been run here: npm records what it installed.
 * @param {Purpose} purpose
 */
function isInstalledByHand(purpose) {
  const note = path.join(modules, '.package-lock.json');
  if (!existsSync(note) || !canRun(installedRuntime)) return false;
  const locked = readPackages(packagesLock);
  const installed = readPackages(note);
  return Object.entries(locked).every(
    ([folder, { version, optional, dev }]) =>
      folder === '' ||
      optional ||
      (dev && purpose === 'to run') ||
      installed[folder]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string; optional?: boolean; dev?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {Purpose} purpose */
async function install(purpose) {
  const npm = findNpm();
  const dev = purpose === 'to run' ? '--omit=dev' : '--include=dev';
  const options = [dev, '--include=optional', '--ignore-scripts=false'];
  // `npm ci` begins by deleting everything, also under a shop that is open.
  const isAddition = isInstalledByHand('to run');
  const command = isAddition ? ['install', '--no-save'] : ['ci'];
  const ask = (/** @type {string} */ title, /** @type {string[]} */ args) =>
    runLongStep(
      title,
      npm.command,
      [...npm.args, ...args, '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: project, shell: npm.shell },
      // Half of the packages are worse than none.
      isAddition ? undefined : () => rmSync(modules, { recursive: true, force: true }),
    );
  const all = [...command, ...options];
  try {
    // npm may have all of them from before. Without a network it would wait for minutes.
    await ask('Installing packages (about a minute, once)', [...all, '--offline']);
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    askRegistry(npm);
    await fetchPackages(() => ask('Fetching packages', all));
  }
}

/** @param {() => Promise<void>} ask */
async function fetchPackages(ask) {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    const advice = 'Check the network and `npm config get registry`, then start again.';
    throw new StepError(`npm could not install the packages. ${advice}`, error.output);
  }
}

const NO_ANSWER =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;
const ANSWER_MS = 5000;

/**
 * Once, and by npm, which knows the proxy. Throws when nobody answers; a registry that refuses says itself what is wrong.
 * @param {ReturnType<typeof findNpm>} npm
 */
function askRegistry(npm) {
  const args = ['view', 'zod', 'version', '--fetch-retries=0', `--fetch-timeout=${ANSWER_MS}`];
  const { status, stdout, stderr } = spawnSync(npm.command, [...npm.args, ...args], {
    cwd: project,
    shell: npm.shell,
    encoding: 'utf8',
    timeout: 2 * ANSWER_MS,
  });
  if (status === 0) return;
  const said = `${stdout}${stderr}`;
  if (status === null || NO_ANSWER.test(said))
    throw new Error(
      "No packages yet, and the package registry doesn't answer. Connect once, then start again.",
    );
  throw new StepError('npm could not ask the package registry.', said);
}

/** Installing under a shop that is open would change the packages that it runs on. */
async function refuseBesideShop() {
  if (!isInstalledByHand('to run')) return;
  const env = readEnvFile();
  const isProduction = (process.env.NODE_ENV || env.NODE_ENV) === 'production';
  if (!isProduction && !(await isServing(process.env.PORT || env.PORT || '3000'))) return;
  throw new Error(
    'This needs packages that only development has, and a shop runs here. Run this in another checkout.',
  );
}

/** @returns {Record<string, string | undefined>} */
function readEnvFile() {
  const file = path.join(project, '.env');
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').matchAll(/^\s*(NODE_ENV|PORT)\s*=\s*["']?([\w]+)/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

/** @param {string} port */
async function isServing(port) {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/livez`, {
      signal: AbortSignal.timeout(1000),
    });
    return ok;
  } catch {
    return false;
  }
}

/** The npm that runs us, otherwise the one on the PATH. */
function findNpm() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running)) {
    return { command: process.execPath, args: [running], shell: false };
  }
  // npm is a script file on Windows, which only a shell can run.
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

function findRuntime() {
  if (existsSync(installedRuntime)) return installedRuntime;
  if (Number.parseInt(process.versions.node, 10) >= RUNTIME_MAJOR) return process.execPath;
  throw new Error(
    `Node ${RUNTIME_MAJOR} is missing in node_modules/node: npm did not run that package's install script. ` +
      'Delete node_modules and start again. If that does not help, install Node 26 from https://nodejs.org and use it to start.',
  );
}

/** @param {string} node */
function canRun(node) {
  return spawnSync(node, ['--version']).status === 0;
}
