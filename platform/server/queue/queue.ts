/**
 * What this process tries of all kinds of work. Each kind, or each line of one, is under way once at most, so that a slow one
 * keeps no other waiting.
 */
import { and, gt, lte, min, type SQL } from 'drizzle-orm';
import type { WorkKind } from '#platform/rules/due-work.ts';
import type { Context } from '#platform/server/context.ts';
import { runAsJob } from '#platform/server/log.ts';
import type { WorkQueue } from '#platform/server/queue/due-work.ts';

/** `ending`: this process is about to stop. What it cuts off is tried again by the person who runs next. */
type Turn = { line: string; ending: AbortSignal };

export type DueKind = {
  kind: WorkKind;
  work: WorkQueue;
  /** What is tried at the same time, each line one after the other. Left out: all of the kind is one line. */
  lines?(context: Context): Promise<string[]>;
  /** Tries what is due. */
  run(context: Context, turn: Turn): Promise<unknown>;
};

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Every kind of work, of all areas. */
    due: readonly DueKind[];
  }
}

export type Queue = {
  /** Tries what is due of a kind, and waits for it. Throws what its tries throw. */
  look(kind: string): Promise<void>;
  /** Begins nothing any more, and waits for what is under way. */
  stop(): Promise<number>;
};

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

export function createQueue(context: Context): Queue {
  const ending = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const renewed = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();

  async function look(name: string): Promise<void> {
    const due = context.due.find(({ kind }) => kind === name);
    // For a newer version, which serves beside this one.
    if (!due) return;
    const lines = due.lines ? await due.lines(context) : [''];
    const ends = await Promise.allSettled(lines.map((line) => follow(due, line)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async function follow(due: DueKind, line: string): Promise<void> {
    const key = `${due.kind} ${line}`;
    renewed.add(key);
    const running = underWay.get(key);
    if (running || ending.signal.aborted) return running;
    const started = workOff(due, line, key);
    underWay.set(key, started);
    await started;
  }

  async function workOff(due: DueKind, line: string, key: string): Promise<void> {
    try {
      // Something was written just when nothing more was found.
      while (renewed.delete(key) && !ending.signal.aborted) {
        await runAsJob(due.kind, () => due.run(context, { line, ending: ending.signal }));
        await comeBack(due);
      }
    } finally {
      underWay.delete(key);
    }
  }

  /** For what is due before the clock looks: put off for seconds, or claimed by a process that may have been killed. */
  async function comeBack({ kind, work }: DueKind): Promise<void> {
    const now = context.clock();
    const next = await soonestAfter(context, work, now);
    clearTimeout(timers.get(kind));
    if (next === null || ending.signal.aborted) return;
    const waitMs = Math.max(SECOND_MS, next.getTime() - now);
    const again = () =>
      look(kind).catch((error: unknown) =>
        context.log.warn(
          { err: error, job: kind },
          'due work could not be tried; it will be again',
        ),
      );
    timers.set(kind, setTimeout(again, waitMs).unref());
  }

  return {
    look,
    async stop() {
      ending.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      const open = underWay.size;
      await Promise.allSettled(underWay.values());
      return open;
    },
  };
}

/** Null: not within a minute. */
async function soonestAfter(
  { db }: Pick<Context, 'db'>,
  { table, isOpen }: WorkQueue,
  now: number,
): Promise<Date | null> {
  const isSoon: SQL | undefined = and(
    isOpen,
    gt(table.nextTryAt, new Date(now)),
    lte(table.nextTryAt, new Date(now + MINUTE_MS)),
  );
  const [row] = await db
    .select({ at: min(table.nextTryAt) })
    .from(table)
    .where(isSoon);
  return (row?.at as Date | null | undefined) ?? null;
}
