/** `GET /api/admin/export`: everything as one zip file; the audit trail and the waitlist as CSV. */
import type { FastifyInstance } from 'fastify';
import { downloadAudit } from '#platform/calls/audit.ts';
import { exportAll } from '#areas/office/calls/system.ts';
import { downloadWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { exportAudit } from '#areas/office/server/export-audit.ts';
import { exportWaitlist } from '#areas/waitlist/server/waitlist-csv.ts';
import { writeExport } from '#areas/office/server/write-export.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { offerFile } from '#platform/server/http/offer-file.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';

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
