/** What must be true of money, orders and slots after any event. Throws with every violation. */
import { ofAllAreas } from '#app/server/areas.ts';
import type { Database } from '#platform/server/db/client.ts';
import { findBrokenRules } from '#areas/payments/server/invariants.ts';

export async function checkInvariants(db: Database): Promise<void> {
  const broken = await findBrokenRules({ db, ...ofAllAreas });
  if (broken.length === 0) return;
  throw new Error(broken.map(({ rule, examples }) => `${rule}: ${examples.join(', ')}`).join('\n'));
}
