/**
 * What must be true of money, orders and slots after any event. Throws with every violation. Not of the menu, whose lists
 * take a quarter of a second to read: tests of meals and recipes ask `checkMenu`.
 */
import { ofAllAreas } from '#app/server/areas.ts';
import { findMenuFaults } from '#areas/menu/server/site.ts';
import { issueMarkedDocuments } from '#areas/order-book/server/lock-order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';

/** `clock`: the one of a test that moves it; what may still be eaten depends on it. */
export async function checkInvariants(db: Database, clock = Date.now): Promise<void> {
  await issueMarkedDocuments(db);
  const faults = ofAllAreas.faults.filter((find) => find !== findMenuFaults);
  const broken = await findBrokenRules({ db, clock, ...ofAllAreas, faults });
  if (broken.length === 0) return;
  throw new Error(broken.map(({ rule, examples }) => `${rule}: ${examples.join(', ')}`).join('\n'));
}

/** What visitors are shown agrees with itself. Throws with every meal that does not. */
export async function checkMenu({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const faults = await db.transaction((tx) => findMenuFaults(tx, clock()));
  if (faults.length > 0) throw new Error(faults.map(({ example }) => example).join('\n'));
}
