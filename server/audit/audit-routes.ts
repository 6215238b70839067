import type { FastifyInstance } from 'fastify';
import { listAudit } from '#contract/audit.ts';
import { listChanges } from '#server/audit/audit-queries.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';

export function registerAuditRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listAudit, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listChanges(context.db, query);
  });
}
