import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';

/** Any number, as long as every process of every version uses the same one. */
const STAFF_LOCK = 726_327_802;

/**
 * Staff accounts change one at a time: two concurrent set-ups create one account, and when two people disable each
 * other one stays.
 */
export async function lockStaff(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STAFF_LOCK})`);
}
