import type { FastifyInstance } from 'fastify';
import { AUDIT_RIGHTS, AUDITED_ENTITIES, listAudit } from '#contract/audit.ts';
import { hasRight } from '#domain/staff/rights.ts';
import { listChanges } from '#server/audit/audit-queries.ts';
import type { Context } from '#server/context.ts';
import { NotAllowed } from '#server/errors.ts';
import { staffRoute } from '#server/http/route.ts';

export function registerAuditRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listAudit, ({ query, staff, reply }) => {
    reply.header('cache-control', 'no-store');
    const seen = AUDITED_ENTITIES.filter((entity) => hasRight(staff.role, AUDIT_RIGHTS[entity]));
    if (query.entity !== undefined && !seen.includes(query.entity)) throw new NotAllowed();
    return listChanges(context.db, query, seen);
  });
}
