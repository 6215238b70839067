/** Each month the newest backup is restored beside our database and its books are checked, so that no one learns in need that it cannot be. */
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '#areas/business/server/tables/settings.ts';
import { openCopies } from './copies-connection.ts';
import { findIdentities } from '#platform/server/recovery-key.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { BackupKey, Context } from '#platform/server/context.ts';
import { listBackups, type Manifest } from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { readWholeBackup, restoreBackup } from '#platform/server/backup/read-backup.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { DatabaseClient } from '#platform/server/db/database-client.ts';

const KEY = 'rehearsal';
/** The file as it came, decrypted, and the database made of it. */
const ROOM_TIMES = 3;
const INSUFFICIENT_PRIVILEGE = '42501';

export const Rehearsal = z.object({ at: z.iso.datetime(), ok: z.boolean(), says: z.string() });
export type Rehearsal = z.infer<typeof Rehearsal>;

/** The latest; null: none yet. */
export async function readRehearsal(db: Database): Promise<Rehearsal | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY));
  return Rehearsal.safeParse(row?.value).data ?? null;
}

/** On the 1st of each month; later in it when the machine was off then, and each night until it succeeds. */
export async function rehearseMonthly(context: Context): Promise<void> {
  const { timeZone } = (await context.site.current()).business;
  const monthOf = (instant: number) => wallTimeAt(instant, timeZone).date.slice(0, 7);
  const last = await readRehearsal(context.db);
  if (last?.ok && monthOf(Date.parse(last.at)) === monthOf(context.clock())) return;
  if (context.backup.hour === null) return;
  await rehearseRestore(context);
}

/** One at a time, in whichever process. Null: there is no backup yet, or another process is at it. */
export async function rehearseRestore(context: Context): Promise<Rehearsal | null> {
  const admin = new DatabaseClient({ connectionString: context.backup.databaseUrl });
  admin.on('error', () => {});
  await admin.connect();
  try {
    const lock = await admin.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('rehearsal')) as mine`,
    );
    if (!lock.rows[0]?.mine) return null;
    const outcome = await attempt(context, admin).catch((error: unknown) => ({
      ok: false,
      says: error instanceof Error ? error.message : String(error),
    }));
    return outcome && (await record(context, outcome));
  } finally {
    await admin.end();
  }
}

type Outcome = Omit<Rehearsal, 'at'>;

async function attempt(context: Context, admin: DatabaseClient): Promise<Outcome | null> {
  const folder = await mkdtemp(path.join(context.backup.dataDir, 'rehearsal-'));
  try {
    const file = await fetchNewest(context, folder);
    if (file === null) return null;
    const key: BackupKey = {
      passphrase: context.backup.passphrase,
      identities: await findIdentities(context.recoveryKey),
    };
    const { size } = await stat(file);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < ROOM_TIMES * size)
      return { ok: false, says: 'There is too little room: it needs three times the file.' };
    const name = await nameBeside(admin);
    if (!(await makeDatabase(admin, name)))
      return {
        ok: true,
        says: `Decrypted and counted: ${count(await readWholeBackup(file, key))}. Not restored, because no database may be made here.`,
      };
    try {
      return await restoreAndCheck(context, name, file, key);
    } finally {
      await removeDatabase(admin, name);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Elsewhere if copies are there: that one would be needed. Null: there is none. */
async function fetchNewest(context: Context, folder: string): Promise<string | null> {
  const bucket = openCopies(context);
  const [name] = (await bucket?.listBackups()) ?? [];
  if (bucket && name !== undefined) {
    const file = path.join(folder, name);
    await bucket.readInto(name, file);
    return file;
  }
  const [newest] = await listBackups(backupFolder(context.backup.dataDir));
  return newest?.file ?? null;
}

async function restoreAndCheck(
  context: Context,
  name: string,
  file: string,
  key: BackupKey,
): Promise<Outcome> {
  const url = beside(context.backup.databaseUrl, name);
  const manifest = await restoreBackup(url, file, key);
  const db = openDatabase(url, { max: 2 });
  try {
    const broken = await findBrokenRules({
      ...context,
      db,
      clock: () => Date.parse(manifest.madeAt),
    });
    if (broken.length === 0)
      return { ok: true, says: `Restored ${count(manifest)}; its books add up.` };
    const rules = broken.map(({ rule }) => rule).join(', ');
    return {
      ok: false,
      says: `Restored ${count(manifest)}, but its books don’t add up: ${rules}.`,
    };
  } finally {
    await db.$client.end();
  }
}

function count({ tables, madeAt }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows as of ${madeAt}`;
}

/** Whether one may be made here. What an interrupted rehearsal left is dropped first. */
async function makeDatabase(admin: DatabaseClient, name: string): Promise<boolean> {
  try {
    await removeDatabase(admin, name);
    await admin.query(`create database "${name}"`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

async function removeDatabase(admin: DatabaseClient, name: string): Promise<void> {
  await admin.query(String.raw`drop database if exists "${name}" with (force)`);
}

/** `mealrun_rehearsal` of the database `mealrun`: two kitchens on one server never meet. */
async function nameBeside(admin: DatabaseClient): Promise<string> {
  const { rows } = await admin.query<{ name: string }>('select current_database() as name');
  return `${rows[0]?.name.replaceAll('"', '') ?? 'mealrun'}_rehearsal`;
}

/** The database's address with another name; of several servers too, which no URL class reads. */
function beside(url: string, name: string): string {
  return url.replace(
    /^(postgres(?:ql)?:\/\/[^/?#]+)(?:\/[^?#]*)?/,
    (_, server: string) => `${server}/${name}`,
  );
}

async function record({ db, clock, log }: Context, outcome: Outcome): Promise<Rehearsal> {
  const at = new Date(clock());
  const value = { at: at.toISOString(), ...outcome };
  const row = { key: KEY, value, updatedAt: at };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row });
  log[outcome.ok ? 'info' : 'warn']({ says: outcome.says }, 'rehearsed a restore');
  return value;
}
