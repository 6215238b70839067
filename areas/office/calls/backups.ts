/** Backups, and the key that opens them. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText } from '#platform/calls/wire-values.ts';

export const BackupReply = z.object({
  madeAt: InstantText,
  bytes: z.int().nonnegative(),
  /** File name without its folder. */
  file: z.string(),
});
export type BackupReply = z.infer<typeof BackupReply>;

export const BackupsReply = z.object({
  /** Hour of the kitchen's day; null: no automatic backups. */
  hour: z.int().nullable(),
  last: BackupReply.nullable(),
  /** What encrypts new backups; null: nothing, until the recovery sheet is saved. */
  encryptedBy: z.enum(['key', 'passphrase']).nullable(),
  /** Someone holds the key outside this machine. */
  isSheetSaved: z.boolean(),
  /** The latest restore that was tried beside ours; null: none yet. */
  rehearsal: z.object({ at: InstantText, ok: z.boolean(), says: z.string() }).nullable(),
});
export type BackupsReply = z.infer<typeof BackupsReply>;

export const backUpNow = endpoint({
  method: 'POST',
  path: '/api/admin/system/backups',
  right: 'manageSystem',
  summary: 'Writes a backup to the data folder',
  refusals: ['backup_running'],
  status: 201,
  reply: BackupReply,
});

export const getRecoverySheet = endpoint({
  method: 'GET',
  path: '/api/admin/system/recovery-sheet',
  right: 'manageSystem',
  summary: 'The recovery key as a sheet to print, with how to restore',
  refusals: ['confirm_first', 'not_for_tokens'],
  reply: z.unknown(),
  mediaType: 'application/pdf',
});

/** Six characters of the key show that the sheet was read. */
export const SheetProof = z.object({
  ending: z
    .string()
    .max(40)
    .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(/^[0-9A-Z]{6}$/, 'Please enter the last six characters of the key')),
});

export const proveRecoverySheet = endpoint({
  method: 'POST',
  path: '/api/admin/system/recovery-sheet/proofs',
  right: 'manageSystem',
  summary: 'The last six characters of the recovery key, which prove that its sheet was saved',
  refusals: ['confirm_first', 'not_for_tokens'],
  body: SheetProof,
  reply: BackupsReply,
});
