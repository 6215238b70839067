/** `npm run sbom`: the app's components, as CycloneDX JSON in dist/sbom.cdx.json, for a scanner or an auditor. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './operator/operator-tool.ts';

type Bom = { bomFormat: string; specVersion: string; components: unknown[] };

await runTool(async () => {
  const root = path.dirname(import.meta.dirname);
  const bom = askNpm(root);
  const file = path.join(root, 'dist', 'sbom.cdx.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${bom.bomFormat} ${bom.specVersion}, ${bom.components.length} components: ${file}`);
});

/** The npm that runs us, otherwise the one on the PATH. Throws if it fails. */
function askNpm(root: string): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const running = process.env['npm_execpath'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = running
    ? spawnSync(process.execPath, [running, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm could not list the packages: ${stderr}`);
  return JSON.parse(stdout) as Bom;
}
