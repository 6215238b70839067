import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client.ts';

/** Any number, so long as every process of every version asks for the same. */
const STAFF_LOCK = 726_327_802;

/** Who is staff changes one at a time: two set-ups at once make one account, and of two people who disable each other one stays. */
export async function lockStaff(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STAFF_LOCK})`);
}
