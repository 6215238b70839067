/** `npm run chaos`: sets up what is missing, builds the pages and runs the chaos suite; see quality/chaos/run.ts. */
import './setup/check-node-version.mjs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const { prepare, giveUp, project } = await import('./setup/prepare.mjs');
const { buildWeb } = await import('./setup/build-web.mjs');

try {
  const runtime = await prepare('to develop');
  await buildWeb(runtime);
  const command = [path.join('quality', 'chaos', 'run.ts'), ...process.argv.slice(2)];
  const { status } = spawnSync(runtime, command, { cwd: project, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  giveUp(error);
}
