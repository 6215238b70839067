import type { SQL } from 'drizzle-orm';
import {
  claimDue,
  type DueWork,
  type WorkContext,
  type WorkRow,
} from '#platform/server/queue/due-work.ts';
import { type Result, tellOf, tryClaimed } from '#platform/server/queue/try-work.ts';

type Limits = {
  /** Narrows what is tried. */
  only?: SQL;
  /** So many rows, and the rest is left to the next run. */
  most?: number;
  /** So many in a row without an answer mean that nobody answers: the rest waits for the next run. */
  stopAfterSilent?: number;
  /** Once it is aborted, the rest is left to anyone who runs next. */
  ending?: AbortSignal | undefined;
};

/** Tries everything of a kind that is due, one after the other, each once. To be called by the clock, in several processes at once if need be. */
export async function doDueWork<Row extends WorkRow, Needs extends WorkContext, End extends string>(
  context: Needs,
  work: DueWork<Row, Needs, End>,
  { only, most = Infinity, stopAfterSilent = Infinity, ending }: Limits = {},
): Promise<Result<End>[]> {
  const results: Result<End>[] = [];
  const unfinished: Row['id'][] = [];
  let silent = 0;
  while (results.length < most && silent < stopAfterSilent && !ending?.aborted) {
    const row = await claimDue(context, work, { only, except: unfinished });
    if (!row) break;
    const result = await tryClaimed(context, work, row);
    tellOf(context, work, row, result);
    results.push(result);
    if (result.nextAttemptAt) unfinished.push(row.id);
    silent = result.isSilent ? silent + 1 : 0;
  }
  return results;
}
