import type { Context } from '#platform/server/context.ts';
import { failure, type Finding, ok, runCheck } from '#areas/office/server/finding.ts';
import { findFoodFaults } from '#areas/orders/server/food-faults.ts';

/** The rules of food alone, each with the order and what is wrong in it. */
export async function checkFood({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  return runCheck('food', async () => {
    const faults = await findFoodFaults(db, clock());
    if (faults.length === 0) return ok('food', 'every portion on hold is where it must be');
    return failure('food', faults.map(({ rule, example }) => `${rule}: ${example}`).join('; '));
  });
}
