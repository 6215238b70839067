import type { FastifyInstance } from 'fastify';
import {
  backUpNow,
  checkSystem as checkSystemCall,
  getSystem,
} from '#contract/operation/system.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { createHandBackup } from '#server/system/back-up-now.ts';
import { checkSystem } from '#server/system/check-system.ts';
import { describeSystem } from '#server/system/describe-system.ts';

export function registerSystemRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSystem, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeSystem(context);
  });

  const backUp = createHandBackup(context);
  staffRoute(app, backUpNow, ({ staff }) => backUp(staff));

  staffRoute(app, checkSystemCall, async () => ({ findings: await checkSystem(context) }));
}
