/** `GET /api/admin/export`: everything as one zip file. */
import type { FastifyInstance } from 'fastify';
import { exportAll } from '#contract/operation/system.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { writeExport } from '#server/export/write-export.ts';
import { staffRoute } from '#server/http/route.ts';
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
}
