import type { FastifyInstance } from 'fastify';
import { listApiTokens, makeApiToken, revokeApiToken } from '#contract/integrations/api-tokens.ts';
import { staffRoute } from '#server/http/route.ts';
import { listTokens, makeToken, revokeToken } from '#server/staff/api-tokens/manage-tokens.ts';
import { requireRecentSignIn } from '#server/staff/session/session.ts';
import type { StaffContext } from '#server/staff/sign-in/sign-in.ts';

export function registerTokenRoutes(app: FastifyInstance, context: StaffContext): void {
  staffRoute(app, listApiTokens, ({ staff, reply }) => {
    reply.header('cache-control', 'no-store');
    return listTokens(context.db, staff);
  });

  staffRoute(app, makeApiToken, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    const { staff } = await requireRecentSignIn(context, reply.request);
    return makeToken(context, staff, body);
  });

  staffRoute(app, revokeApiToken, async ({ params, staff }) => {
    await revokeToken(context, staff, params.id);
  });
}
