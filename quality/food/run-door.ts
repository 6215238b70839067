/** Doors that nobody opens: what runs by the clock, and kinds of work. */
import { areas } from '#app/server/areas.ts';
import type { DueKind } from '#platform/server/queue/queue.ts';
import type { Kitchen } from '#quality/food/kitchen.ts';

/** "job follow_food", "work checkouts"; null: it is no such door. */
export function runOf(door: string): DueKind['run'] | null {
  const job = areas.flatMap(({ jobs = [] }) => jobs).find(({ name }) => door === `job ${name}`);
  const work = areas.flatMap(({ due = [] }) => due).find(({ kind }) => door === `work ${kind}`);
  return job?.run ?? work?.run ?? null;
}

export async function runDoor(k: Kitchen, door: string): Promise<void> {
  const run = runOf(door);
  if (!run) throw new Error(`no door ${door}`);
  k.passes(door);
  await run(k.t.context, { line: '', ending: new AbortController().signal });
}
