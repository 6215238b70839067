import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** In a process of its own: flags of V8 are of the whole process. */
function inOwnProcess(code: string): unknown {
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout);
}

test('contract with node: V8 gives memory back when it is asked to, and nobody else can ask', () => {
  const told = inOwnProcess(`
    import { releaseMemoryOfLoading } from './release-memory.ts';
    let kept = Array.from({ length: 2e6 }, (_, index) => ({ index }));
    const before = process.memoryUsage().heapTotal;
    kept = null;
    releaseMemoryOfLoading();
    const after = process.memoryUsage().heapTotal;
    console.log(JSON.stringify({ shrank: after < before / 2, gc: typeof globalThis.gc }));
  `);
  expect(told).toEqual({ shrank: true, gc: 'undefined' });
});
