/** Files that are imported: sent once, then named by their id. */
import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  importFile,
  listImports,
  previewImport,
  readImport,
  readImportAgain,
  refusedRows,
  type ReadFileReply,
  undoImport,
} from '#areas/office/calls/imports.ts';
import type { ImportKind } from '#platform/rules/imports.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call, callForFile, type CalledFile } from '#platform/web/api/client.ts';

export type ImportBody = z.input<typeof previewImport.body>;

export async function sendFile(kind: ImportKind, file: File): Promise<ReadFileReply> {
  const query = new URLSearchParams({ kind, name: file.name.slice(-200) });
  const response = await fetch(`${readImport.path}?${query.toString()}`, {
    method: readImport.method,
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText, null);
  return JSON.parse(text) as ReadFileReply;
}

export function sendHeader(of: {
  kind: ImportKind;
  fileId: string;
  header: number;
}): Promise<ReadFileReply> {
  const { kind, fileId, header } = of;
  return call(readImportAgain, { params: { fileId }, query: { kind, header: String(header) } });
}

export const sendPreview = (body: ImportBody) => call(previewImport, { body });

export const sendImport = (body: z.input<typeof importFile.body>) => call(importFile, { body });

export const loadRefused = (body: ImportBody): Promise<CalledFile> =>
  callForFile(refusedRows, { body });

export const IMPORTS_KEY = ['imports'];

export function importsQuery(kind: ImportKind) {
  return freshQuery([...IMPORTS_KEY, kind], listImports, { query: { kind } });
}

export const sendUndoImport = (id: number) => call(undoImport, { params: { id: String(id) } });
