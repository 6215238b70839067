import { and, eq, gt, lt, sql } from 'drizzle-orm';
import * as calls from '#areas/office/calls/imports.ts';
import type {
  DoneReply,
  ImportAsked,
  ImportReply,
  PreviewReply,
  ReadFileReply,
} from '#areas/office/calls/imports.ts';
import { importFiles } from '#areas/office/server/tables/import-files.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import {
  findHeadings,
  type ImportKind,
  type ImportMapping,
  type ImportOutcome,
  IMPORT_OUTCOMES,
  matchColumns,
} from '#platform/rules/imports.ts';
import { assertDefined, InvalidRequest, NotFound, ServiceError } from '#platform/server/errors.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import {
  completeBulkAct,
  listUndoable,
  markUndone,
  recordBulkAct,
  endOfUndo,
} from '#platform/server/bulk-acts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { toCsv, sendCsv } from '#platform/server/drawing/csv.ts';
import type { Importer, ImportRow, ImportedRow } from '#platform/server/importer.ts';
import { readSheet, LARGEST_SHEET_MB, type SheetRow } from '#platform/server/read-sheet.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { withFileUpload } from '#platform/server/http/read-request.ts';
import { staffRoute } from '#platform/server/http/route.ts';

const KEPT_MS = 60 * 60_000;
/** For these one has the headings. */
const ROWS_AT_TOP = 12;
const FIRST_ROWS = 5;

type ImportChoices = Pick<ImportAsked, 'kind' | 'fileId' | 'header' | 'mapping' | 'answers'>;

/** Keeps the file, so that what follows is about the same bytes. Throws InvalidRequest on `file`. */
export async function readImport(
  context: Context,
  staff: StaffMember,
  sent: { kind: ImportKind; name: string; bytes: Buffer },
): Promise<ReadFileReply> {
  const { kind, name, bytes } = sent;
  const rows = await readSheet(bytes);
  const [file] = await context.db
    .insert(importFiles)
    .values({ name, bytes, by: staff.email, createdAt: new Date(context.clock()) })
    .returning({ id: importFiles.id });
  const { columns, shapes } = importerOf(context, kind);
  const top = rows.slice(0, ROWS_AT_TOP).map(({ cells }) => cells);
  const header = findHeadings(top, columns, shapes);
  return describeFile(context, {
    kind,
    fileId: assertDefined(file, 'the file').id,
    name,
    rows,
    header,
  });
}

/** Throws ServiceError `file_gone` once the hour is over. */
export async function readImportAgain(
  context: Context,
  { kind, fileId, header }: Pick<ImportChoices, 'kind' | 'fileId' | 'header'>,
): Promise<ReadFileReply> {
  const { name, rows } = await loadFile(context, fileId);
  if (header >= rows.length) throw new InvalidRequest({ header: 'The file has no such row.' });
  return describeFile(context, { kind, fileId, name, rows, header });
}

type Described = {
  kind: ImportKind;
  fileId: string;
  name: string;
  rows: SheetRow[];
  header: number;
};

function describeFile(
  context: Context,
  { kind, fileId, name, rows, header }: Described,
): ReadFileReply {
  const { columns, shapes, questions } = importerOf(context, kind);
  const headings = rows[header]?.cells.map((cell) => cell.trim()) ?? [];
  const { shape, mapping } = matchColumns(headings, columns, shapes);
  const below = rows.slice(header + 1);
  return {
    fileId,
    fileName: name,
    shape: shape?.name ?? null,
    header,
    top: rows.slice(0, ROWS_AT_TOP).map(({ cells }) => cells),
    columns: headings,
    firstRows: below.slice(0, FIRST_ROWS).map(({ cells }) => cells),
    rowCount: below.length,
    fields: columns.map(({ key, label, isNeeded = false }) => ({ key, label, isNeeded })),
    mapping,
    questions: questions(shape).map((question) => ({ ...question })),
  };
}

/** Stores nothing. Throws NotFound, InvalidRequest. */
export async function previewImport(
  context: Context,
  staff: StaffMember,
  asked: ImportChoices,
): Promise<PreviewReply> {
  const { rows } = await loadFile(context, asked.fileId);
  return context.db.transaction(async (tx) =>
    previewOf(await plan(context, tx, staff, asked, rows)),
  );
}

/** All that are right, or none when the preview is no longer true. Throws NotFound, InvalidRequest, Conflict `preview_changed`. */
export async function importFile(
  context: Context,
  staff: StaffMember,
  { previewHash, ...asked }: ImportChoices & { previewHash: string },
): Promise<DoneReply> {
  const { name, rows } = await loadFile(context, asked.fileId);
  const { kind } = asked;
  const done = await context.db.transaction(async (tx) => {
    // Two at once: the second one finds everything there, which is not what its preview said.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${kind}`}, 0))`);
    const planned = await plan(context, tx, staff, asked, rows);
    requireSamePreview(previewHash, previewOf(planned));
    const fileName = name;
    const importId = await recordBulkAct(tx, context, staff, {
      kind: `import_${kind}`,
      fileName,
      ids: {},
    });
    const ids: Record<string, number[]> = {};
    const made = (what: string, id: number) => void (ids[what] ??= []).push(id);
    for (const { store } of planned)
      await store?.({ tx, staff, origin: `import:${importId}`, made });
    await completeBulkAct(tx, importId, ids);
    const counts = countsOf(planned);
    await recordChange(tx, context, {
      staff,
      action: 'import.store',
      entityId: importId,
      after: { kind, fileName, ...counts },
    });
    return { importId, counts };
  });
  importerOf(context, kind).finish?.(context);
  return done;
}

/** The same table, so that it can be put right and sent again. Throws NotFound, InvalidRequest. */
export async function writeRefused(
  context: Context,
  staff: StaffMember,
  asked: ImportChoices,
): Promise<string> {
  const { rows } = await loadFile(context, asked.fileId);
  const planned = await context.db.transaction((tx) => plan(context, tx, staff, asked, rows));
  const why = new Map(
    planned
      .filter(({ outcome }) => outcome === 'refused')
      .flatMap(({ row, others = [], problems }) =>
        [row, ...others].map((each, at) => [each, at === 0 ? problems.join(' ') : ''] as const),
      ),
  );
  const headings = rows[asked.header]?.cells ?? [];
  const filled = (cells: readonly string[]) => headings.map((_, at) => cells[at] ?? '');
  return toCsv([
    [...headings, 'What to fix'],
    ...rows.flatMap(({ cells, line }) => {
      const fix = why.get(line);
      return fix === undefined ? [] : [[...filled(cells), fix]];
    }),
  ]);
}

export async function listImports(
  context: Context,
  { kind }: { kind: ImportKind },
): Promise<ImportReply[]> {
  const acts = await listUndoable(context.db, context, `import_${kind}`);
  const { counted = [kind] } = importerOf(context, kind);
  return acts.map((act) => ({
    id: act.id,
    kind,
    fileName: act.fileName,
    at: act.at.toISOString(),
    by: act.by,
    until: endOfUndo(act),
    made: counted.flatMap((what) => act.ids[what] ?? []).length,
  }));
}

/** Throws NotFound once 30 days are over, and for one that is undone. */
export async function undoImport(
  context: Context,
  staff: StaffMember,
  id: number,
): Promise<{ undone: number; left: number }> {
  for (const importer of context.importers) {
    const { kind } = importer;
    const reply = await context.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${kind}`}, 0))`);
      const acts = await listUndoable(tx, context, `import_${kind}`);
      const act = acts.find((each) => each.id === id);
      if (!act) return null;
      const result = await importer.undo(context, tx, staff, act.ids);
      await markUndone(tx, context, staff, id);
      await recordChange(tx, context, {
        staff,
        action: 'import.undo',
        entityId: id,
        before: { kind, fileName: act.fileName },
        after: result,
      });
      return result;
    });
    if (!reply) continue;
    importer.finish?.(context);
    return reply;
  }
  throw new NotFound('This import');
}

export async function writeTemplate(
  context: Context,
  { kind }: { kind: ImportKind },
): Promise<string> {
  return toCsv(await importerOf(context, kind).template(context));
}

export async function purgeImportFiles({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.delete(importFiles).where(lt(importFiles.createdAt, new Date(clock() - KEPT_MS)));
}

async function loadFile(
  { db, clock }: Context,
  fileId: string,
): Promise<{ name: string; rows: SheetRow[] }> {
  const isKept = gt(importFiles.createdAt, new Date(clock() - KEPT_MS));
  const [file] = await db
    .select()
    .from(importFiles)
    .where(and(eq(importFiles.id, fileId), isKept));
  if (!file)
    throw new ServiceError(404, 'file_gone', 'A file is kept for an hour. Choose it again.');
  return { name: file.name, rows: await readSheet(file.bytes) };
}

async function plan(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  { kind, header, mapping, answers }: ImportChoices,
  rows: readonly SheetRow[],
): Promise<ImportedRow[]> {
  const importer = importerOf(context, kind);
  const headings = rows[header]?.cells ?? [];
  refuseMapping(importer, mapping, headings.length);
  const { shape } = matchColumns(headings, importer.columns, importer.shapes);
  const read: ImportRow[] = rows.slice(header + 1).map(({ cells, line }) => ({
    row: line,
    cells: Object.fromEntries(
      Object.entries(mapping).map(([key, at]) => [key, undefused(cells[at] ?? '')]),
    ),
  }));
  return importer.plan(context, {
    tx,
    staff,
    rows: read,
    shape,
    has: new Set(Object.keys(mapping)),
    answers,
  });
}

function refuseMapping({ columns }: Importer, mapping: ImportMapping, width: number): void {
  const fields: Record<string, string> = {};
  const known = new Set(columns.map(({ key }) => key));
  for (const [key, at] of Object.entries(mapping)) {
    if (!known.has(key)) fields[`mapping.${key}`] = 'There is no such field.';
    else if (at >= width) fields[`mapping.${key}`] = 'The file has no such column.';
  }
  for (const { key, label, isNeeded } of columns)
    if (isNeeded && mapping[key] === undefined)
      fields[`mapping.${key}`] = `Choose the column of ${label}.`;
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
}

/** Without the apostrophe that our own files have before what a spreadsheet would run or change. */
function undefused(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@＝＋－＠\d])/, '');
}

function previewOf(planned: readonly ImportedRow[]): PreviewReply {
  const rows = planned.map(({ row, outcome, name, problems, notes }) => ({
    row,
    outcome,
    name,
    problems,
    notes,
  }));
  return {
    rows,
    previewHash: hashOf(
      rows,
      planned.map(({ basis = null }) => basis),
    ),
  };
}

function countsOf(planned: readonly ImportedRow[]): Record<ImportOutcome, number> {
  const counts = IMPORT_OUTCOMES.map((each) => [
    each,
    planned.filter(({ outcome }) => outcome === each).length,
  ]);
  return Object.fromEntries(counts) as Record<ImportOutcome, number>;
}

function importerOf({ importers }: Pick<Context, 'importers'>, kind: ImportKind): Importer {
  return assertDefined(
    importers.find((importer) => importer.kind === kind),
    `an importer of ${kind}`,
  );
}

export function registerImportRoutes(app: FastifyInstance, context: Context): void {
  withFileUpload(app, { uploadName: 'The file', largestMb: LARGEST_SHEET_MB }, (scope) => {
    staffRoute(scope, calls.readImport, ({ query, staff, reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body)) throw new InvalidRequest({ file: 'Choose a file.' });
      return readImport(context, staff, { ...query, bytes: body });
    });
  });
  staffRoute(app, calls.readImportAgain, ({ params, query }) =>
    readImportAgain(context, { ...params, ...query }),
  );
  staffRoute(app, calls.previewImport, ({ body, staff }) => previewImport(context, staff, body));
  staffRoute(app, calls.importFile, ({ body, staff }) => importFile(context, staff, body));
  staffRoute(app, calls.refusedRows, async ({ body, staff, reply }) =>
    sendCsv(reply, `${body.kind}-to-fix.csv`, await writeRefused(context, staff, body)),
  );
  staffRoute(app, calls.importTemplate, async ({ query, reply }) =>
    sendCsv(reply, `${query.kind}.csv`, await writeTemplate(context, query)),
  );
  staffRoute(app, calls.listImports, ({ query }) => listImports(context, query));
  staffRoute(app, calls.undoImport, ({ params, staff }) => undoImport(context, staff, params.id));
}
