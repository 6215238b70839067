import type { FastifyInstance } from 'fastify';
import {
  checkConnection as checkCall,
  deleteConnection as deleteCall,
  listConnections as listCall,
  saveConnection as saveCall,
} from '#areas/office/calls/connections.ts';
import { describeConnections } from '#areas/office/server/describe-connections.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import {
  checkConnection,
  deleteConnection,
  saveConnection,
} from '#platform/server/connections/save-connection.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { noteInstallationProof } from '#areas/office/server/prove-steps.ts';

export function registerConnectionRoutes(app: FastifyInstance, context: Context): void {
  const describeAll = async () => ({ connections: await describeConnections(context) });

  staffRoute(app, listCall, () => describeAll());

  staffRoute(app, saveCall, async ({ params, body, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    const { version, values, dryRun: isDryRun } = body;
    const says = await saveConnection(context, staff, params.kind, { version, values, isDryRun });
    return { says: [...says], ...(await describeAll()) };
  });

  staffRoute(app, checkCall, async ({ params, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    await checkConnection(context, staff, params.kind);
    if (context.connections.current(params.kind) === null)
      await noteInstallationProof(context, staff, params.kind);
    return describeAll();
  });

  staffRoute(app, deleteCall, async ({ params, query, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    await deleteConnection(context, staff, params.kind, query.account);
    return describeAll();
  });
}
