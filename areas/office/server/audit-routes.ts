import type { FastifyInstance } from 'fastify';
import {
  AUDIT_RIGHTS,
  AUDITED_ENTITIES,
  type AuditedEntity,
  listAudit,
  listAuditStaff as listAuditStaffCall,
} from '#platform/calls/audit.ts';
import { listAuditStaff, listTrail } from '#areas/office/server/list-trail.ts';
import type { Context } from '#platform/server/context.ts';
import { NotAllowed } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

export function registerAuditRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listAudit, async ({ query, staff }) => {
    const { limit, cursor, ...filter } = query;
    const seen = auditedFor(staff);
    const kinds = [query.entity, query.what?.split('.')[0] as AuditedEntity | undefined];
    if (kinds.some((kind) => kind !== undefined && !seen.includes(kind))) throw new NotAllowed();
    const { timeZone } = (await context.site.current()).business;
    return listTrail(context.db, filter, { seen, timeZone, limit, cursor });
  });

  staffRoute(app, listAuditStaffCall, async () => ({ emails: await listAuditStaff(context.db) }));
}

function auditedFor(by: StaffMember): AuditedEntity[] {
  return AUDITED_ENTITIES.filter((entity) => mayDo(by, AUDIT_RIGHTS[entity]));
}
