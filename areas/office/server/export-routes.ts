/** `GET /api/admin/export`: everything as one zip file; the audit trail and the waitlist as CSV. */
import type { FastifyInstance } from 'fastify';
import {
  downloadAudit,
  AUDITED_ENTITIES,
  MOST_AUDIT_LINES,
  type TrailEntryReply,
} from '#platform/calls/audit.ts';
import { exportAll } from '#areas/office/calls/system.ts';
import { downloadWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import { wallTimeAt, formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { exportWaitlist } from '#areas/waitlist/server/waitlist-csv.ts';
import { writeExport } from '#areas/office/server/write-export.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { offerFile } from '#platform/server/http/offer-file.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { AUDITED_NAMES, auditActionText, changedByText } from '#platform/rules/audit-actions.ts';
import { changedFields, describeChanges } from '#platform/rules/describe-change.ts';
import { listTrail, type TrailFilter } from '#areas/office/server/list-trail.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

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
      from: `These are more than ${MOST_AUDIT_LINES} changes. Please choose fewer days`,
    });
  }
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'system.export_audit',
      entity: 'system',
      entityId: 'audit',
      before: null,
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
