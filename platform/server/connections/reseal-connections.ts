import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import {
  isSealedWithCurrent,
  LockedError,
  openSealed,
  type RecoveryKey,
  sealText,
} from '#platform/server/recovery-key.ts';
import { lockConnections } from './save-connection.ts';

/**
 * Seals with the key in force what a replaced one sealed. Killed before the transaction ends, the replaced key still opens
 * everything. Returns how many were sealed again, and how many no key of this machine opens.
 */
export async function resealConnections(
  tx: Transaction,
  key: RecoveryKey,
): Promise<{ resealed: number; locked: number }> {
  const done = { resealed: 0, locked: 0 };
  for (const { kind, account, sealed } of await lockConnections(tx)) {
    if (await isSealedWithCurrent(key, sealed)) continue;
    const opened = await openUnlessLocked(key, sealed);
    if (opened === null) {
      done.locked += 1;
      continue;
    }
    await tx
      .update(connections)
      .set({ sealed: await sealText(key, opened) })
      .where(and(eq(connections.kind, kind), eq(connections.account, account)));
    done.resealed += 1;
  }
  return done;
}

async function openUnlessLocked(key: RecoveryKey, sealed: string): Promise<string | null> {
  try {
    return await openSealed(key, sealed);
  } catch (error) {
    if (error instanceof LockedError) return null;
    throw error;
  }
}
