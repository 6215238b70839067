import type { Database, Transaction } from '#platform/server/db/client.ts';
import { runUntold } from '#platform/server/log.ts';

class TakenBack extends Error {}

/** Does the work in a transaction that is always rolled back, jobs and notifications included. Throws what the work throws. */
export async function dryRun<Result>(
  db: Database | Transaction,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const found: Result[] = [];
  try {
    await db.transaction(async (tx) => {
      found.push(await runUntold(() => work(tx)));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  const [result] = found;
  if (found.length === 0) throw new Error('the dry run found nothing');
  return result as Result;
}
