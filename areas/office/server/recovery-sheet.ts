/** Whether someone holds the recovery key outside this machine, and what follows: encrypted backups. */
import { hostname } from 'node:os';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { BackupKey, Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { VERSION } from '#platform/server/version.ts';
import type { RecoverySheetContent } from '#areas/printouts/server/drawer-port.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';
import {
  findIdentities,
  isGivenByEnvironment,
  type RecoveryKey,
  readIdentities,
  recipientOfKey,
} from '#platform/server/recovery-key.ts';

const KEY = 'recoverySheet';
/** For the key that the sheet has: a new key needs a new sheet. */
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

type SheetContext = Pick<
  Context,
  'db' | 'clock' | 'site' | 'documents' | 'signIn' | 'backup' | 'recoveryKey'
>;

/** The key on a sheet of A4, with how it brings the installation back. Recorded, because anyone who has it can read backups. */
export async function makeRecoverySheet(
  context: SheetContext,
  staff: StaffMember,
): Promise<SheetFile> {
  const [key] = await readIdentities(context.recoveryKey);
  const { business } = await context.site.current();
  const { date } = wallTimeAt(context.clock(), business.timeZone);
  const title = 'Recovery sheet';
  const content: RecoverySheetContent = {
    stamp: {
      title,
      subject: formatDate(date),
      business: business.name,
      lines: [],
      footer: `${title} of ${business.name}, ${formatDate(date)}`,
      isPreview: false,
    },
    key,
    keyGroups: inGroups(key),
    facts: [
      { label: 'Address', text: context.signIn.publicUrl },
      {
        label: 'Backups',
        text: `${backupFolder(context.backup.dataDir)} on the machine ${hostname()}`,
      },
      ...(context.backup.passphrase === null
        ? []
        : [
            {
              label: 'Passphrase',
              text: 'BACKUP_PASSPHRASE of the installation opens the backups. This key opens the rest.',
            },
          ]),
      { label: 'Version', text: `Mealrun ${VERSION}, or a later one` },
    ],
    commands: RESTORE,
  };
  await record(context, staff, 'system.print_recovery_sheet');
  const body = await context.documents.draw({ title, kind: 'recovery_sheet', content });
  return { name: `recovery-sheet-${date}.pdf`, format: 'pdf', body };
}

const RESTORE = [
  {
    command: 'npm run restore -- FILE',
    does: 'In the folder of Mealrun, with an empty data folder. FILE is the newest backup. It asks for the key above.',
  },
  {
    command: 'npm run reconcile -- --rebuild',
    does: 'Brings back orders that were paid after that backup, from the card provider.',
  },
  { command: 'npm start', does: 'Then sign in at the address above. Everyone signs in again.' },
];

/** "AGE-SECRET-KEY-1 QQQQ QQQQ … QQQQQQ": the last six are typed to show that the sheet was read. */
function inGroups(key: string): string {
  const [, prefix = '', middle = '', ending = ''] =
    /^(AGE-SECRET-KEY-1)(.*)(.{6})$/.exec(key) ?? [];
  return [prefix, ...(middle.match(/.{1,4}/g) ?? []), ending].join(' ');
}

/** From now on new backups are encrypted. Throws InvalidRequest at `ending` for any other than the key's own. */
export async function proveSheet(
  context: Pick<Context, 'db' | 'clock' | 'recoveryKey'>,
  staff: StaffMember,
  ending: string,
): Promise<void> {
  const [key] = await readIdentities(context.recoveryKey);
  if (!key.endsWith(ending))
    throw new InvalidRequest({ ending: 'This is not the end of the key. Please check the sheet' });
  const row = {
    key: KEY,
    value: { recipient: await recipientOfKey(context.recoveryKey) },
    updatedAt: new Date(context.clock()),
  };
  await context.db.transaction(async (tx) => {
    await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row });
    await recordSheet(tx, context, staff, 'system.save_recovery_sheet');
  });
}

type SheetAction = 'system.print_recovery_sheet' | 'system.save_recovery_sheet';

function record(context: SheetContext, staff: StaffMember, action: SheetAction): Promise<void> {
  return context.db.transaction((tx) => recordSheet(tx, context, staff, action));
}

async function recordSheet(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'recoveryKey'>,
  staff: StaffMember,
  action: SheetAction,
): Promise<void> {
  const entityId = await recipientOfKey(context.recoveryKey);
  await recordChange(tx, context, { staff, action, entityId });
}
