/** Runs an operator's tool on the right Node: `node tools/run-tool.mjs staff list` runs tools/operator/staff.ts. */
import './setup/check-node-version.mjs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const { prepare, giveUp, project } = await import('./setup/prepare.mjs');
const [tool = '', ...args] = process.argv.slice(2);

try {
  const runtime = await prepare(tool.startsWith('tools/operator/') ? 'to run' : 'to develop');
  const { status } = spawnSync(runtime, [path.join(...`${tool}.ts`.split('/')), ...args], {
    cwd: project,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  giveUp(error);
}
