import type { FastifyInstance } from 'fastify';
import * as calls from '#areas/office/calls/imports.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv } from '#platform/server/drawing/csv.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { withFileUpload } from '#platform/server/http/file-upload.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { LARGEST_SHEET_MB } from '#platform/server/sheet/read-sheet.ts';
import {
  importFile,
  listImports,
  previewImport,
  readImport,
  readImportAgain,
  undoImport,
  writeRefused,
  writeTemplate,
} from '#areas/office/server/imports.ts';

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
