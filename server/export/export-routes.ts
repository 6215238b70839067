/** `GET /api/admin/export`: everything as one zip file; the audit trail and the waitlist as CSV. */
import type { FastifyInstance } from 'fastify';
import { downloadAudit } from '#contract/audit.ts';
import { exportAll } from '#contract/operation/system.ts';
import { downloadWaitlist } from '#contract/waitlist.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { exportAudit } from '#server/export/export-audit.ts';
import { exportWaitlist } from '#server/export/waitlist-csv.ts';
import { writeExport } from '#server/export/write-export.ts';
import { sendCsv } from '#server/drawing/csv/send-csv.ts';
import { staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { requireRecentSignIn } from '#server/staff/session/session.ts';

export function registerExportRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, exportAll, async ({ reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    const { timeZone } = (await context.site.current()).business;
    const { date } = wallTimeAt(context.clock(), timeZone);
    await context.db.transaction((tx) =>
      recordChange(tx, context, {
        staff,
        action: 'system.export',
        entity: 'system',
        entityId: 'all',
        before: null,
        after: null,
      }),
    );
    reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="mealrun-export-${date}.zip"`);
    return writeExport(context.backup.databaseUrl);
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
