/** `npm run bench`: runs all benchmarks, or those named (`npm run bench -- place-order`). `--list` names them. */
import './setup/check-node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const { prepare, giveUp, project } = await import('./setup/prepare.mjs');
const { buildWeb } = await import('./setup/build-web.mjs');
const { findChromium } = await import('./setup/find-chromium.mjs');

const IN_BROWSER = ['web', 'slow-order', 'wizard-taps'];
const SUFFIX = '.bench.ts';
const folder = path.join(project, 'quality', 'bench');
const chosenNames = process.argv.slice(2);

try {
  const names = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
  if (chosenNames.includes('--list')) {
    console.log(names.join('\n'));
  } else {
    await run(chosenNames.length > 0 ? chosenNames : names, names);
  }
} catch (error) {
  giveUp(error);
}

/**
 * @param {string[]} chosen
 * @param {string[]} names
 */
async function run(chosen, names) {
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown) throw new Error(`Unknown benchmark ${unknown}. Available: ${names.join(', ')}.`);
  const runtime = await prepare('to develop');
  await buildWeb(runtime);
  const env = {
    ...process.env,
    CHROMIUM_PATH: chosen.some((name) => IN_BROWSER.includes(name)) ? await findChromium() : '',
  };
  for (const name of chosen) {
    console.log(`\n=== ${name}`);
    const { status } = spawnSync(runtime, [path.join('quality', 'bench', name + SUFFIX)], {
      cwd: project,
      stdio: 'inherit',
      env,
    });
    if (status !== 0) process.exitCode = 1;
  }
}
