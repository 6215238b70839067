/** Steps of the first hour that are tried: the card provider, email, the printer. */
import { HOUR_MS } from '#platform/rules/durations.ts';
import type { CodedStep, GoingLiveReply } from '#areas/office/calls/going-live.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { DeliveryLabel } from '#areas/printouts/rules/label-content.ts';
import type { Context } from '#platform/server/context.ts';
import { mailServerIn, openMailServer, writeTestEmail } from '#areas/messages/server/mailer.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { cardModeOf } from '#areas/office/server/describe-connections.ts';
import { describeGoingLive } from '#areas/office/server/describe-going-live.ts';
import { readAnswers, recordAnswers } from '#areas/office/server/going-live-answers.ts';
import { textCode } from '#areas/messages/server/text-connection.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { ConnectionKindName } from '#platform/rules/connections.ts';
import type { OpenedConnection } from '#platform/server/opened-connections.ts';
import { proofCode } from '#platform/server/link-token.ts';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { listBackups } from '#platform/server/backup/backup-folder.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  listAppliedMigrations,
  listKnownMigrations,
  type PendingUpgrade,
  readPendingUpgrade,
} from '#platform/server/db/migrate.ts';
import { readOnlyGrowsSince } from '#platform/server/db/schema-window.ts';
import { formatDisk, isLow, measureDisks } from '#platform/server/disk-space.ts';
import { OIDC_PROVIDER } from '#areas/staff/server/sign-in/oidc.ts';
import type { Environment } from '#platform/server/env.ts';

const LONGEST_REASON = 200;

/** For keys that the environment sets, or the sandbox: they answered. What is connected in the portal has a proof of its own. */
export async function noteInstallationProof(
  context: Context,
  staff: StaffMember,
  kind: ConnectionKindName,
): Promise<void> {
  if (kind !== 'cards') return;
  const mode = cardModeOf(context);
  if (mode === 'none') return;
  await recordAnswers(context, staff, 'cards', (kept) => ({ ...kept, cardsAnswered: mode }));
}

/** To anyone who asks, and to nobody else. Throws Conflict `email_refused` with what the mail server said. */
export async function tryEmail(context: Context, staff: StaffMember): Promise<GoingLiveReply> {
  const sentAt = context.clock();
  const code = emailCode(sentAt, context.trackingSecret);
  const email = await writeTestEmail(context, { code, id: sentAt });
  try {
    await context.mailer.deliver({ ...email, recipient: staff.email });
  } catch (error) {
    const message = `The mail server didn’t take the test email: ${reasonOf(error)}`;
    throw new Conflict('email_refused', message);
  }
  await recordAnswers(context, staff, 'email', (kept) => ({ ...kept, emailSentAt: sentAt }));
  return describeGoingLive(context);
}

/** Throws InvalidRequest at `code` for any other than the one that was sent or printed. */
export async function proveByCode(
  context: Context,
  staff: StaffMember,
  { step, code }: { step: CodedStep; code: string },
): Promise<GoingLiveReply> {
  if (step === 'labels') {
    requireSame(code, labelCode(context.trackingSecret), 'the test label');
    await recordAnswers(context, staff, step, (kept) => ({ ...kept, labelPrinted: true }));
  } else if (step === 'email') await proveEmail(context, staff, code);
  else await proveText(context, code);
  return describeGoingLive(context);
}

/** What is connected in the portal keeps its own proof: another server needs another. */
async function proveEmail(context: Context, staff: StaffMember, code: string): Promise<void> {
  const { emailSentAt } = await readAnswers(context.db);
  if (emailSentAt === null) throw new InvalidRequest({ code: 'Please send the test email first' });
  requireSame(code, emailCode(emailSentAt, context.trackingSecret), 'the latest test email');
  const connection = context.connections.current('mail');
  const { mode } = context.mailer;
  if (connection === null)
    return recordAnswers(context, staff, 'email', (kept) => ({ ...kept, emailArrived: mode }));
  // Sent before this server was connected, it says nothing of it.
  if (emailSentAt < connection.changedAt.getTime())
    throw new InvalidRequest({
      code: 'Please send another test email: the mail server has changed',
    });
  await proveArrival(context, connection);
}

async function proveText(context: Context, code: string): Promise<void> {
  const connection = context.connections.current('sms');
  const sentAt = connection?.proof?.['sentAt'];
  if (!connection || sentAt === undefined)
    throw new InvalidRequest({ code: 'Please set up text messages first' });
  requireSame(code, textCode(context, sentAt), 'the latest test text');
  await proveArrival(context, connection);
}

function proveArrival(context: Context, connection: OpenedConnection): Promise<void> {
  const arrivedAt = new Date().toISOString();
  return context.connections.prove(connection, { ...connection.proof, arrivedAt });
}

export async function drawTestLabel(context: Context): Promise<SheetFile> {
  const { business } = await context.site.current();
  const { date } = wallTimeAt(context.clock(), business.timeZone);
  const label: DeliveryLabel = {
    kind: 'delivery',
    key: '1 Test',
    name: business.name,
    suburb: 'Test label',
    address: business.premises,
    arrives: formatDayAndMonth(date),
    temperature: 'COLD',
    portions: `Code ${labelCode(context.trackingSecret)}`,
    allergyBand: 'ALLERGY  This band must be black with white letters.',
    instructions: [
      { text: 'Type the code at the foot of this label into the checklist.', bold: false },
    ],
    near: '',
    bag: '',
    stopUrl: `${context.signIn.publicUrl}/admin?tab=first-hour`,
  };
  const body = await context.documents.draw({
    title: 'Test label',
    kind: 'labels',
    content: { stock: business.labelStock, meals: [], labels: [label] },
  });
  return { name: 'test-label.pdf', format: 'pdf', body };
}

function requireSame(typed: string, right: string, where: string): void {
  if (typed === right) return;
  throw new InvalidRequest({ code: `This is not the code of ${where}. Please check the digits` });
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, LONGEST_REASON);
}

/** For the latest test email: each has its own. */
function emailCode(sentAt: number, secret: string): string {
  return proofCode(`email:${sentAt}`, secret);
}

/** The same on every test label, so that an older print is as good as a new one. */
export function labelCode(secret: string): string {
  return proofCode('label', secret);
}

/** Health checks of the machine and the settings; none of them needs the app to run. */
const OLDEST_POSTGRES = 15;
const CLOCKS_DIFFER_SECONDS = 5;
const OLDEST_BACKUP_HOURS = 26;

export function checkEnvironment(env: Environment): Finding {
  const about = 'environment';
  const { production, publicUrl, stripe, now } = env;
  if (production && !publicUrl.startsWith('https:')) {
    return failure(about, `PUBLIC_URL is ${publicUrl}: cookies and payments need https.`);
  }
  if (now !== null) return warning(about, `MEALRUN_NOW: the clock started at ${now}.`);
  if (production && stripe === null)
    return warning(about, 'Payments use the sandbox: no real money is taken.');
  return ok(about, `${production ? 'production' : 'not production'}, at ${publicUrl}`);
}

/** Null without single sign-on. The issuer must know this address to the letter. */
export function checkSingleSignOn({
  oidc,
  publicUrl,
}: Pick<Environment, 'oidc' | 'publicUrl'>): Finding | null {
  if (oidc === null) return null;
  const address = `${publicUrl}/api/auth/callback/${OIDC_PROVIDER}`;
  return ok('single sign-on', `register this redirect address at ${oidc.issuer}: ${address}`);
}

export async function checkDatabase(db: Database): Promise<Finding> {
  return runCheck('database', async () => {
    const { rows } = await db.execute<{ version: string; number: string }>(
      sql`select current_setting('server_version') as version, current_setting('server_version_num') as number`,
    );
    const [found] = rows;
    const isOld = Math.floor(Number(found?.number) / 10_000) < OLDEST_POSTGRES;
    const detail = `PostgreSQL ${found?.version}`;
    return isOld ? failure('database', `${detail} is too old`) : ok('database', detail);
  });
}

export async function checkMigrations(db: Database): Promise<Finding> {
  return runCheck('migrations', async () => {
    const client = await db.$client.connect();
    try {
      const applied = await listAppliedMigrations(client);
      const known = listKnownMigrations();
      const missing = known.filter((hash) => !applied.includes(hash)).length;
      const unknown = applied.filter((hash) => !known.includes(hash)).length;
      if (unknown > 0) return describeNewer(unknown, known, await readOnlyGrowsSince(client));
      if (missing > 0)
        return failure('migrations', describeUpgrade(await readPendingUpgrade(client)));
      return ok('migrations', `all ${known.length} applied`);
    } finally {
      client.release();
    }
  });
}

function describeNewer(unknown: number, known: readonly string[], since: string | null): Finding {
  const detail = `a newer version upgraded the database (${unknown} migrations unknown here)`;
  return since !== null && known.includes(since)
    ? warning('migrations', `${detail}. This one may serve beside it until you have moved over`)
    : failure('migrations', `${detail}. This one cannot use it: start the newer version`);
}

function describeUpgrade({
  steps,
  newTables,
  changedTables,
  seconds,
  isForBoth,
}: PendingUpgrade): string {
  const changed = changedTables.map(({ name, rows }) => `${name} (about ${rows} rows)`);
  return [
    `the database is ${steps} ${steps === 1 ? 'migration' : 'migrations'} behind this version. Starting the app applies them:`,
    newTables.length > 0 && `new tables: ${newTables.join(', ')};`,
    changed.length > 0 && `changed tables: ${changed.join(', ')};`,
    seconds !== null && `this takes ${describeSeconds(seconds)};`,
    'run npm run backup with the old version first.',
    isForBoth
      ? 'The old version may serve until the new one does, and you can go back to it.'
      : 'The old version cannot use the database afterwards: stop all its processes before you start this one.',
  ]
    .filter((part) => part !== false)
    .join(' ');
}

/** Rounded up, because it is an estimate that someone plans a stop by. */
function describeSeconds(seconds: number): string {
  if (seconds <= 10) return 'a few seconds';
  if (seconds <= 90) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  return `about ${Math.ceil(seconds / 60)} minutes`;
}

/** Holds, cutoffs and signatures all depend on the clock. */
export async function checkClock(db: Database): Promise<Finding> {
  return runCheck('clock', async () => {
    const { rows } = await db.execute<{ seconds: number }>(
      sql`select extract(epoch from clock_timestamp())::float8 as seconds`,
    );
    const apart = Math.abs((rows[0]?.seconds ?? 0) - Date.now() / 1000);
    const detail = `${apart.toFixed(1)} s off the database's clock`;
    return apart > CLOCKS_DIFFER_SECONDS ? failure('clock', detail) : ok('clock', detail);
  });
}

export async function checkDisk({ dataDir }: Pick<Environment, 'dataDir'>): Promise<Finding> {
  return runCheck('disk', async () => {
    const disks = await measureDisks(dataDir);
    const detail = disks.map(formatDisk).join(', ');
    return disks.some(isLow) ? failure('disk', detail) : ok('disk', detail);
  });
}

/** Browsers give these to a secure page alone, and to this machine's own. */
export function checkAddress({ publicUrl }: Pick<Environment, 'publicUrl'>): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isOwnMachine(hostname)) return ok('address', publicUrl);
  return warning(
    'address',
    `PUBLIC_URL is ${publicUrl}. Camera, offline pages and Add to Home Screen need https`,
  );
}

function isOwnMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Signs in to the mail server in force, wherever it is set. */
export async function checkMailServer(
  context: Context,
  { smtpUrl }: Pick<Environment, 'smtpUrl'>,
): Promise<Finding> {
  if (context.mailer.mode === 'kept')
    return warning('mail server', 'none is set: emails are saved in the data folder');
  return runCheck('mail server', async () => {
    const connection = context.connections.current('mail');
    const server = smtpUrl ?? (connection && mailServerIn(connection.values));
    if (server === null) throw new Error('The saved keys can’t be opened on this machine');
    const transport =
      typeof server === 'string'
        ? createTransport({ url: server, connectionTimeout: 10_000, greetingTimeout: 10_000 })
        : openMailServer(server);
    try {
      await transport.verify();
      return ok('mail server', 'signed in');
    } finally {
      transport.close();
    }
  });
}

export async function checkBackups({
  dataDir,
  backupHour,
}: Pick<Environment, 'dataDir' | 'backupHour'>): Promise<Finding> {
  const [newest] = await listBackups(path.join(dataDir, 'backups'));
  if (!newest) return warning('backups', 'no backups yet. Run npm run backup');
  const hours = (Date.now() - Date.parse(newest.madeAt)) / HOUR_MS;
  const detail = `the newest is ${hours.toFixed(0)} h old`;
  if (hours <= OLDEST_BACKUP_HOURS) return ok('backups', detail);
  return backupHour === null ? warning('backups', detail) : failure('backups', detail);
}

/** `warning`: it works, but someone should know. `failure`: it does not work, or the books are wrong. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'failure'; says: string };

export function ok(about: string, detail: string): Finding {
  return { about, state: 'ok', says: detail };
}

export function warning(about: string, detail: string): Finding {
  return { about, state: 'warning', says: detail };
}

export function failure(about: string, detail: string): Finding {
  return { about, state: 'failure', says: detail };
}

/** An error during a check is a failure too. */
export async function runCheck(about: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failure(about, error instanceof Error ? error.message : String(error));
  }
}
