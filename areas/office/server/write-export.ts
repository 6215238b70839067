import { testOrdersAmong } from '#areas/order-book/server/is-test-order.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { ZipFile } from 'yazl';
import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { type CsvCell, toCsv, toCsvRows, sendCsv } from '#platform/server/drawing/csv.ts';
import type { Context } from '#platform/server/context.ts';
import type { KeptTable } from '#platform/server/db/kept-table.ts';
import type { FastifyInstance } from 'fastify';
import {
  downloadAudit,
  AUDITED_ENTITIES,
  MOST_AUDIT_LINES,
  type TrailEntryReply,
} from '#platform/calls/audit.ts';
import { exportAll } from '#areas/office/calls/system-page.ts';
import { downloadWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import { wallTimeAt, formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { exportWaitlist } from '#areas/waitlist/server/waitlist-queries.ts';
import { offerFile } from '#platform/server/http/assets.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import {
  AUDITED_NAMES,
  auditActionText,
  changedByText,
  changedFields,
  describeChanges,
} from '#platform/rules/audit-actions.ts';
import { listTrail, type TrailFilter } from './list-trail.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { type StaffMember, mayDo } from '#platform/server/sign-in-port.ts';
import { sortRows, type TodayRow } from '#areas/order-book/rules/today-rows.ts';

const BATCH_ROWS = 500;
const README = `All of this kitchen's records, as they were at one moment.

csv/       one file per table, for spreadsheets: UTF-8, comma, amounts in cents, times in UTC
json/      the same, one row per line in a JSON array
pictures/  uploaded pictures of meals
logos/     uploaded logos
counts.json  the number of rows in each table

Left out: passwords, sessions, one-time links and other secrets, and the text of emails, which contains
customers' tracking links. To bring an installation back, use a backup (npm run restore), not this.
In CSV, a cell that a spreadsheet would run as a formula, or make another number or a day of, begins with an apostrophe.
`;

/**
 * Everything but secrets, as the bytes of a zip file, read from one snapshot of the database while they are sent. The
 * stream fails when the database does; destroying the stream stops the reading.
 */
export async function writeExport({
  backup,
  keptTables,
}: Pick<Context, 'backup' | 'keptTables'>): Promise<Readable> {
  const client = new DatabaseClient({ connectionString: backup.databaseUrl });
  // A lost connection is reported by the query that was waiting on it.
  client.on('error', () => {});
  await client.connect();
  await client.query('begin isolation level repeatable read, read only');
  await client.query(`set local timezone to 'UTC'`);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  output.once('close', () => void client.end());
  // yazl reads one entry at a time, so they can share the connection.
  const add = (name: string, chunks: AsyncIterable<string | Buffer>) => {
    const entry = Readable.from(chunks, { objectMode: false });
    entry.once('error', fail);
    zip.addReadStream(entry, name);
  };

  const counts: Record<string, number> = {};
  zip.addBuffer(Buffer.from(README), 'README.txt');
  for (const table of exportedTables(keptTables)) {
    add(`csv/${table.name}.csv`, csvOf(client, table));
    add(`json/${table.name}.json`, jsonOf(client, table, counts));
  }
  for (const picture of await listPictures(client)) {
    add(`pictures/${picture.file}`, bytesOf(client, picture));
  }
  for (const hash of await listLogos(client)) add(`logos/${hash}.png`, logoOf(client, hash));
  add('counts.json', inJson(counts));
  zip.end();
  return output;
}

type ExportedTable = NonNullable<KeptTable['export']> & { name: string };

export function exportedTables(keptTables: readonly KeptTable[]): ExportedTable[] {
  return keptTables
    .flatMap(({ name, export: how }) => (how ? { name, ...how } : []))
    .toSorted((a, b) => compareText(a.name, b.name));
}

async function* csvOf(client: pg.Client, table: ExportedTable): AsyncGenerator<string> {
  const columns = await columnsOf(client, table);
  yield toCsv([columns]);
  for await (const rows of rowsOf(client, table, columns)) {
    yield toCsvRows(rows.map((row) => columns.map((column) => toCell(row[column]))));
  }
}

async function* jsonOf(
  client: pg.Client,
  table: ExportedTable,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  let count = 0;
  yield '[';
  for await (const rows of rowsOf(client, table, await columnsOf(client, table))) {
    yield rows
      .map((row, index) => `${count + index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`)
      .join('');
    count += rows.length;
  }
  yield '\n]\n';
  counts[table.name] = count;
}

/** Last, once everything has been counted. */
async function* inJson(counts: Record<string, number>): AsyncGenerator<string> {
  yield await Promise.resolve(`${JSON.stringify(counts, null, 2)}\n`);
}

type ExportRow = Record<string, unknown>;

/** Sorted by the first column, which is the key. */
async function* rowsOf(
  client: pg.Client,
  { name, without, where = 'true' }: ExportedTable,
  [first = '']: string[],
): AsyncGenerator<ExportRow[]> {
  await client.query(
    `declare exported no scroll cursor for
     select to_jsonb(t) - $1::text[] as row from "${name}" t where ${where} order by "${first}"`,
    [[...without]],
  );
  for (;;) {
    const { rows } = await client.query<{ row: ExportRow }>(`fetch ${BATCH_ROWS} from exported`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await client.query('close exported');
}

async function columnsOf(client: pg.Client, { name, without }: ExportedTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name::text as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name <> all ($2)
     order by ordinal_position`,
    [name, [...without]],
  );
  return rows.map((row) => row.name);
}

function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

type Picture = { hash: string; width: number; format: string; file: string };

async function listPictures(client: pg.Client): Promise<Picture[]> {
  const { rows } = await client.query<Omit<Picture, 'file'>>(
    'select hash, width, format from meal_images order by hash, width, format',
  );
  return rows.map((row) => ({ ...row, file: `${row.hash}-${row.width}.${row.format}` }));
}

async function* bytesOf(
  client: pg.Client,
  { hash, width, format }: Picture,
): AsyncGenerator<Buffer> {
  const { rows } = await client.query<{ bytes: Buffer }>(
    'select bytes from meal_images where hash = $1 and width = $2 and format = $3',
    [hash, width, format],
  );
  for (const { bytes } of rows) yield bytes;
}

async function listLogos(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from logos order by hash');
  return rows.map(({ hash }) => hash);
}

async function* logoOf(client: pg.Client, hash: string): AsyncGenerator<Buffer> {
  const { rows } = await client.query<{ bytes: Buffer }>(
    'select bytes from logos where hash = $1',
    [hash],
  );
  for (const { bytes } of rows) yield bytes;
}

/** `GET /api/admin/export`: everything as one zip file; the audit trail and the waitlist as CSV. */
export function registerExportRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, exportAll, async ({ reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    const { timeZone } = (await context.site.current()).business;
    const { date } = wallTimeAt(context.clock(), timeZone);
    await context.db.transaction((tx) =>
      recordChange(tx, context, {
        staff,
        action: 'system.export',
        entityId: 'all',
      }),
    );
    offerFile(reply, { name: `mealrun-export-${date}.zip`, type: 'application/zip' });
    return writeExport(context);
  });

  staffRoute(app, downloadAudit, async ({ query, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    await throttleCaller(context, 'documents', reply.request);
    return sendCsv(reply, 'audit.csv', await exportAudit(context, staff, query));
  });

  staffRoute(app, downloadWaitlist, async ({ reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return sendCsv(reply, 'waitlist.csv', await exportWaitlist(context, staff));
  });
}

const HEADING = ['Date', 'Time', 'Who', 'About', 'Name', 'What', 'Details'];

/**
 * The audit trail as CSV, newest first, and a line in the trail that it was taken. Throws InvalidRequest on `from` if it
 * is more than a spreadsheet opens: never a part of it in silence.
 */
async function exportAudit(
  context: Context,
  staff: StaffMember,
  filter: TrailFilter,
): Promise<string> {
  const { timeZone } = (await context.site.current()).business;
  const { changes, nextCursor } = await listTrail(context.db, filter, {
    seen: AUDITED_ENTITIES,
    timeZone,
    limit: MOST_AUDIT_LINES,
  });
  if (nextCursor !== null) {
    throw new InvalidRequest({
      from: `That’s more than ${MOST_AUDIT_LINES} changes. Please choose fewer days`,
    });
  }
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'system.export_audit',
      entityId: 'audit',
      after: { ...filter, lines: changes.length },
    }),
  );
  return toCsv([HEADING, ...changes.map((change) => lineOf(change, timeZone))]);
}

function lineOf(change: TrailEntryReply, timeZone: string): string[] {
  const { date, minuteOfDay } = wallTimeAt(Date.parse(change.at), timeZone);
  return [
    date,
    formatMinuteOfDay(minuteOfDay),
    changedByText(change),
    AUDITED_NAMES[change.entity],
    change.subject ?? '',
    auditActionText(change.action),
    describeChanges(changedFields(change)).join('\n'),
  ];
}

/** The rows of Today that someone may see: asked of every area, put in sequence here and nowhere else. */
export async function listRows(context: Context, staff: StaffMember): Promise<TodayRow[]> {
  const { business } = await context.site.current();
  const at = context.clock();
  const asked = { staff, at, now: wallTimeAt(at, business.timeZone), business };
  const seen = Object.fromEntries(
    context.today
      .flatMap(({ kinds }) => Object.entries(kinds))
      .filter(([, { right }]) => mayDo(staff, right)),
  );
  const found = await Promise.all(
    context.today
      .filter(({ kinds }) => Object.keys(kinds).some((kind) => kind in seen))
      .map((rows) => rows.find(context, asked)),
  );
  // A subject is settled by anyone who may see it: rows without a right are dropped before their subject is looked at.
  const rows = found.flat().filter(({ kind }) => kind in seen);
  const tests = await testOrdersAmong(
    context.db,
    rows.map(({ orderId }) => orderId),
  );
  return sortRows(
    rows.filter(({ orderId }) => !orderId || !tests.has(orderId)),
    seen,
  );
}
