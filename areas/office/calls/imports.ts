import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText, text } from '#platform/calls/wire-values.ts';
import { IMPORT_KINDS, IMPORT_OUTCOMES } from '#platform/rules/imports.ts';

const LONGEST_FILE_NAME = 200;
const Kind = z.enum(IMPORT_KINDS);
const Position = z.int().min(0).max(100);

const Question = z.object({
  key: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  type: z.enum(['tick', 'text', 'choice']),
  longest: z.int().optional(),
  choices: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .readonly()
    .optional(),
});

const ReadFileReply = z.object({
  fileId: z.uuid(),
  fileName: z.string(),
  /** The program that wrote it: "Shopify"; null: we don't know it. */
  shape: z.string().nullable(),
  /** The row of the headings, from 0. */
  header: z.int(),
  /** The rows that it may be. */
  top: z.array(z.array(z.string())),
  columns: z.array(z.string()),
  firstRows: z.array(z.array(z.string())),
  rowCount: z.int(),
  /** What can be imported, and from which column it comes. */
  fields: z.array(z.object({ key: z.string(), label: z.string(), isNeeded: z.boolean() })),
  mapping: z.record(z.string(), z.int()),
  questions: z.array(Question),
});
export type ReadFileReply = z.infer<typeof ReadFileReply>;

/** The body is the file itself. */
export const readImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/read',
  right: 'importFiles',
  summary:
    'Reads a CSV or .xlsx file of at most 5 MB, 5,000 rows and 100 columns, and keeps it for an hour. Imports nothing',
  query: z.strictObject({ kind: Kind, name: text(LONGEST_FILE_NAME).default('file.csv') }),
  reply: ReadFileReply,
});

export const readImportAgain = endpoint({
  method: 'GET',
  path: '/api/admin/import-files/:fileId',
  right: 'importFiles',
  about: 'any',
  summary: 'The same of a file that was sent, with its headings in another row',
  refusals: ['file_gone'],
  params: z.object({ fileId: z.uuid() }),
  query: z.strictObject({ kind: Kind, header: z.coerce.number().int().min(0).max(100) }),
  reply: ReadFileReply,
});

const ImportAsked = z.strictObject({
  kind: Kind,
  fileId: z.uuid(),
  header: Position,
  mapping: z.record(z.string().max(40), Position),
  answers: z.record(z.string().max(40), text(500)).default({}),
});
export type ImportAsked = z.output<typeof ImportAsked>;

const PreviewReply = z.object({
  previewHash: z.string(),
  rows: z.array(
    z.object({
      /** In the file, from 1. */
      row: z.int(),
      outcome: z.enum(IMPORT_OUTCOMES),
      name: z.string(),
      problems: z.array(z.string()).readonly(),
      notes: z.array(z.string()).readonly(),
    }),
  ),
});
export type PreviewReply = z.infer<typeof PreviewReply>;

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/preview',
  right: 'importFiles',
  about: 'any',
  summary: 'What an import would do, row by row. Stores nothing',
  refusals: ['file_gone'],
  body: ImportAsked,
  reply: PreviewReply,
});

const DoneReply = z.object({
  importId: Id,
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
});
export type DoneReply = z.infer<typeof DoneReply>;

export const importFile = endpoint({
  method: 'POST',
  path: '/api/admin/imports',
  right: 'importFiles',
  about: 'any',
  summary:
    'Imports the rows that are right, in one transaction. 409 preview_changed when it would no longer do what the preview said',
  refusals: ['file_gone', 'preview_changed'],
  body: ImportAsked.extend({ previewHash: text(64) }),
  status: 201,
  reply: DoneReply,
});

export const refusedRows = endpoint({
  method: 'POST',
  path: '/api/admin/imports/refused',
  right: 'importFiles',
  about: 'any',
  summary: 'The rows that are refused, as the same table with a column “What to fix”',
  refusals: ['file_gone'],
  body: ImportAsked,
  reply: z.string(),
  mediaType: 'text/csv',
});

export const importTemplate = endpoint({
  method: 'GET',
  path: '/api/admin/imports/template',
  right: 'importFiles',
  summary: 'All that is there as a CSV file, whose import changes nothing',
  query: z.strictObject({ kind: Kind }),
  reply: z.string(),
  mediaType: 'text/csv',
});

const ImportReply = z.object({
  id: Id,
  kind: Kind,
  fileName: z.string(),
  at: InstantText,
  by: z.string(),
  until: InstantText,
  /** How many came with it. */
  made: z.int(),
});
export type ImportReply = z.infer<typeof ImportReply>;

export const listImports = endpoint({
  method: 'GET',
  path: '/api/admin/imports',
  right: 'importFiles',
  summary: 'The imports of the last 30 days that can still be undone, newest first',
  query: z.strictObject({ kind: Kind }),
  reply: z.array(ImportReply),
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/:id/undo',
  right: 'importFiles',
  about: 'any',
  summary: 'Archives what came with an import and nobody has changed or ordered since',
  params: z.object({ id: IdInPath }),
  reply: z.object({ undone: z.int(), left: z.int() }),
});
