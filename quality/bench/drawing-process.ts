/** Draws the document it receives several times, in a process that does nothing else, and reports time and memory. */
import { createDocumentDrawer } from '#areas/printouts/server/draw-document.ts';
import type { PrintedDocument } from '#areas/printouts/server/drawer-port.ts';

export type DrawingCost = {
  /** Outside the main thread, drawing by drawing; the first starts the thread. */
  cpuSeconds: number[];
  /** Peak memory, less what the idle process needs. */
  addedMb: number;
};

const DRAWINGS = 5;
const MB = 1024 * 1024;

process.once('message', async (document: PrintedDocument) => {
  process.send?.(await measure(document));
  process.disconnect?.();
});

async function measure(document: PrintedDocument): Promise<DrawingCost> {
  const drawer = createDocumentDrawer();
  const cpuSeconds: number[] = [];
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  for (let drawing = 0; drawing < DRAWINGS; drawing += 1) {
    const all = process.cpuUsage();
    const own = process.threadCpuUsage();
    for await (const _chunk of await drawer.draw(document));
    cpuSeconds.push(secondsOf(process.cpuUsage(all)) - secondsOf(process.threadCpuUsage(own)));
  }
  clearInterval(watch);
  await drawer.close();
  return { cpuSeconds, addedMb: (peak - before) / MB };
}

function secondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}
