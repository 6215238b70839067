import type { FastifyInstance } from 'fastify';
import {
  backUpNow,
  checkSystem as checkSystemCall,
  getSystem,
} from '#areas/office/calls/system.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { createHandBackup } from '#areas/office/server/back-up-now.ts';
import { checkSystem } from '#areas/office/server/check-system.ts';
import { describeSystem } from '#areas/office/server/describe-system.ts';

export function registerSystemRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSystem, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeSystem(context);
  });

  const backUp = createHandBackup(context);
  staffRoute(app, backUpNow, ({ staff }) => backUp(staff));

  staffRoute(app, checkSystemCall, async () => ({ findings: await checkSystem(context) }));
}
