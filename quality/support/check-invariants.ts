/** What must be true of money, orders and slots after any event. Throws with every violation. */
import { ofAllAreas } from '#app/server/areas.ts';
import type { Database } from '#platform/server/db/client.ts';
import { findBrokenRules } from '#areas/payments/server/invariants.ts';

/** `clock`: the one of a test that moves it; what may still be eaten depends on it. */
export async function checkInvariants(db: Database, clock = Date.now): Promise<void> {
  const broken = await findBrokenRules({ db, clock, ...ofAllAreas });
  if (broken.length === 0) return;
  throw new Error(broken.map(({ rule, examples }) => `${rule}: ${examples.join(', ')}`).join('\n'));
}
