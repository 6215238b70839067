/**
 * `npm run sbom`: the app's components, as CycloneDX JSON in dist/sbom.cdx.json, for a scanner or an auditor. It reads the lock
 * file alone, and installs nothing.
 */
import './setup/check-node-version.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { giveUp, project } = await import('./setup/prepare.mjs');

try {
  const bom = askNpm();
  const file = path.join(project, 'dist', 'sbom.cdx.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${bom.bomFormat} ${bom.specVersion}, ${bom.components.length} components: ${file}`);
} catch (error) {
  giveUp(error);
}

/**
 * The npm that runs us, otherwise the one on the PATH. Throws if it fails.
 * @returns {{ bomFormat: string; specVersion: string; components: unknown[] }}
 */
function askNpm() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const running = process.env.npm_execpath;
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const options = { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr } = running
    ? spawnSync(process.execPath, [running, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm could not list the packages: ${stderr}`);
  return JSON.parse(stdout);
}
