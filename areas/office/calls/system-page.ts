import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText } from '#platform/calls/wire-values.ts';
import { CARD_PROVIDER } from '#areas/order-book/calls/refusal-groups.ts';
import { ALARM_IDS } from '#platform/rules/alarms.ts';
import { WORK_KINDS } from '#platform/rules/due-work.ts';

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

const AlarmReply = z.object({
  id: z.enum(ALARM_IDS),
  title: z.string(),
  /** Details beyond the title: how many, how old, which. */
  detail: z.string(),
  whatToDo: z.string(),
});
type AlarmReply = z.infer<typeof AlarmReply>;

const JobReply = z.object({
  name: z.string(),
  /** Null: not since this database was created. */
  lastRanAt: InstantText.nullable(),
  isFailing: z.boolean(),
});
export type JobReply = z.infer<typeof JobReply>;

const DueWorkReply = z.object({
  kind: z.enum(WORK_KINDS),
  due: z.int().nonnegative(),
  /** Being tried right now, or until its next try. */
  waiting: z.int().nonnegative(),
  givenUp: z.int().nonnegative(),
  /** For what is due or waiting. */
  oldestSince: InstantText.nullable(),
});
export type DueWorkReply = z.infer<typeof DueWorkReply>;

export const SystemReply = z.object({
  version: z.string(),
  node: z.string(),
  /** For the process that replies. */
  startedAt: InstantText,
  database: z.object({
    version: z.string(),
    bytes: z.int().nonnegative(),
    migrations: z.object({ applied: z.int(), known: z.int(), isCurrent: z.boolean() }),
  }),
  mail: z.object({ mode: z.enum(['smtp', 'kept']), waiting: z.int(), failed: z.int() }),
  payments: z.object({ mode: z.enum(['sandbox', 'stripe', 'none']), livemode: z.boolean() }),
  backup: BackupsReply,
  /** Every disk that the data folder reaches, on the machine that replies. */
  disks: z.array(
    z.object({
      folder: z.string(),
      freeBytes: z.int().nonnegative(),
      totalBytes: z.int().nonnegative(),
    }),
  ),
  lastCheck: z.object({ at: InstantText, ok: z.boolean() }).nullable(),
  /** Places held for unpaid checkouts, and holds refused in the last 15 minutes because there were too many. */
  unpaidHolds: z.object({ places: z.int() }),
  dueWork: z.array(DueWorkReply),
  jobs: z.array(JobReply),
  alarms: z.array(AlarmReply),
});
export type SystemReply = z.infer<typeof SystemReply>;

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  right: 'manageSystem',
  summary: "The state of the system, and what needs a person's attention",
  reply: SystemReply,
});

const FindingReply = z.object({
  about: z.string(),
  /** `warning`: it works, but someone should know. */
  state: z.enum(['ok', 'warning', 'failure']),
  says: z.string(),
});
export type FindingReply = z.infer<typeof FindingReply>;

export const checkSystem = endpoint({
  method: 'POST',
  path: '/api/admin/system/examinations',
  right: 'manageSystem',
  summary: 'Checks everything the kitchen depends on, like npm run doctor; takes a few seconds',
  refusals: [...CARD_PROVIDER],
  reply: z.object({ findings: z.array(FindingReply) }),
});

export const exportAll = endpoint({
  method: 'GET',
  path: '/api/admin/export',
  right: 'manageSystem',
  summary: 'Everything as CSV and JSON in one zip file; secrets are left out',
  refusals: ['confirm_first', 'not_for_tokens'],
  reply: z.unknown(),
  mediaType: 'application/zip',
});
