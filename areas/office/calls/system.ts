import { CARD_PROVIDER } from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText } from '#platform/calls/wire-values.ts';
import { ALARM_IDS } from '#platform/rules/alarms.ts';
import { BackupsReply } from '#areas/office/calls/backups.ts';
import { WORK_KINDS } from '#platform/rules/due-work.ts';

const AlarmReply = z.object({
  id: z.enum(ALARM_IDS),
  title: z.string(),
  /** Details beyond the title: how many, how old, which. */
  detail: z.string(),
  whatToDo: z.string(),
});
export type AlarmReply = z.infer<typeof AlarmReply>;

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
