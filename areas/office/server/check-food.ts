import type { Context } from '#platform/server/context.ts';
import { failure, type Finding, ok, runCheck } from '#areas/office/server/finding.ts';
import { findFaults } from '#areas/payments/server/invariants.ts';

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** The rules of food alone, each with the order and what is wrong in it. */
export async function checkFood({
  db,
  clock,
  faults: findAll,
}: Pick<Context, 'db' | 'clock' | 'faults'>): Promise<Finding> {
  return runCheck('food', async () => {
    const faults = await db.transaction((tx) => findFaults(tx, findAll, clock()), SNAPSHOT);
    if (faults.length === 0) return ok('food', 'every portion, menu and printout says what is so');
    return failure('food', faults.map(({ rule, example }) => `${rule}: ${example}`).join('; '));
  });
}
