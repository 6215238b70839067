/** Whether somebody holds the recovery key outside this machine, and what follows: encrypted backups. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { BackupKey } from '#platform/server/backup-source-port.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  findIdentities,
  isGivenByEnvironment,
  type RecoveryKey,
  recipientOfKey,
} from '#platform/server/recovery-key.ts';

const KEY = 'recoverySheet';
/** Of the key that the sheet has: a new key needs a new sheet. */
const KeptSheet = z.object({ recipient: z.string() });

/** What it takes to find the key of backups: also of a tool, without the other services. */
export type BackupKeySource = {
  db: Database;
  recoveryKey: RecoveryKey;
  backup: { passphrase: string | null };
};

/** What encrypts backups now; null: nothing, because nobody could open them once this machine is gone. */
export async function backupKeyOf(source: BackupKeySource): Promise<BackupKey | null> {
  const { passphrase } = source.backup;
  const identities = await findIdentities(source.recoveryKey);
  return passphrase !== null || (await isSheetSaved(source)) ? { passphrase, identities } : null;
}

/** A key or passphrase that the environment gives counts as saved: someone put it there. */
export async function isSheetSaved(source: BackupKeySource): Promise<boolean> {
  if (source.backup.passphrase !== null || isGivenByEnvironment(source.recoveryKey)) return true;
  if ((await findIdentities(source.recoveryKey)).length === 0) return false;
  const [row] = await source.db.select().from(settings).where(eq(settings.key, KEY));
  const kept = KeptSheet.safeParse(row?.value);
  return kept.success && kept.data.recipient === (await recipientOfKey(source.recoveryKey));
}

/** From now on, new backups are encrypted. */
export async function markSheetSaved(
  context: Pick<Context, 'clock' | 'recoveryKey'>,
  tx: Pick<Database, 'insert'>,
): Promise<void> {
  const row = {
    key: KEY,
    value: { recipient: await recipientOfKey(context.recoveryKey) },
    updatedAt: new Date(context.clock()),
  };
  await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row });
}
