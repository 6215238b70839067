import { resealConnections } from '#platform/server/connections/reseal-connections.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import {
  purgeReplacedKeys,
  readIdentities,
  type RecoveryKey,
  replaceRecoveryKey,
} from '#platform/server/recovery-key.ts';

/**
 * A new recovery key, and everything sealed again with it in one transaction. The old one stays beside it for the backups
 * that it opens; the recovery sheet is to be saved again. Where `RECOVERY_KEY` has a new and an old key, the new one counts.
 */
export async function rotateRecoveryKey(
  context: Pick<Context, 'db' | 'clock'>,
  key: RecoveryKey,
): Promise<{ resealed: number; locked: number }> {
  const isReplacedElsewhere = 'identities' in key && key.identities.length > 1;
  if (!isReplacedElsewhere) await replaceRecoveryKey(key, new Date(context.clock()));
  return context.db.transaction(async (tx) => {
    const done = await resealConnections(tx, key);
    await recordChange(tx, context, {
      staff: null,
      action: 'system.rotate_secret',
      entityId: 'recovery',
    });
    return done;
  });
}

/**
 * Purges replaced keys once nothing needs them: no backup is older than the key in force, here or elsewhere, and nothing in
 * the database is sealed with them. `findOldest`: when the oldest known
 * backup was made; null keeps them, as nobody knows.
 */
export async function purgeUnneededKeys(
  context: Pick<Context, 'db' | 'recoveryKey' | 'log'>,
  findOldest: () => Promise<string | null>,
): Promise<void> {
  const [, ...replaced] = await readIdentities(context.recoveryKey);
  if (replaced.length === 0) return;
  const oldest = await findOldest();
  if (oldest === null) return;
  const { locked } = await context.db.transaction((tx) =>
    resealConnections(tx, context.recoveryKey),
  );
  if (locked > 0) return;
  const purged = await purgeReplacedKeys(context.recoveryKey, oldest);
  if (purged > 0) context.log.info({ purged }, 'replaced recovery keys are not needed any more');
}
