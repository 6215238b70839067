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
    import { releaseMemoryWhenQuiet } from './release-memory.ts';
    let kept = Array.from({ length: 2e6 }, (_, index) => ({ index }));
    const before = process.memoryUsage().heapTotal;
    kept = null;
    releaseMemoryWhenQuiet();
    const after = process.memoryUsage().heapTotal;
    console.log(JSON.stringify({ shrank: after < before / 2, gc: typeof globalThis.gc }));
  `);
  expect(told).toEqual({ shrank: true, gc: 'undefined' });
});

test('what a rush leaves is given back once it is over, and not during it', () => {
  const told = inOwnProcess(`
    import { setTimeout as sleep } from 'node:timers/promises';
    import { releaseMemoryWhenQuiet } from './release-memory.ts';
    const heap = () => process.memoryUsage().heapTotal;
    releaseMemoryWhenQuiet(200);
    const atRest = heap();
    let kept = Array.from({ length: 4e6 }, (_, index) => ({ index }));
    kept = null;
    const rushUntil = Date.now() + 1000;
    while (Date.now() < rushUntil) {
      const sliceUntil = Date.now() + 50;
      while (Date.now() < sliceUntil);
      await sleep(1);
    }
    const during = heap();
    const deadline = Date.now() + 20_000;
    while (heap() > during / 2 && Date.now() < deadline) await sleep(50);
    console.log(JSON.stringify({ grew: during > atRest * 2, shrank: heap() <= during / 2 }));
  `);
  expect(told).toEqual({ grew: true, shrank: true });
});
