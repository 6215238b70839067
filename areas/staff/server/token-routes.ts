import type { FastifyInstance } from 'fastify';
import { listApiTokens, makeApiToken, revokeApiToken } from '#areas/staff/calls/api-tokens.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { listTokens, makeToken, revokeToken } from '#areas/staff/server/manage-tokens.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';

export function registerTokenRoutes(app: FastifyInstance, context: StaffContext): void {
  staffRoute(app, listApiTokens, ({ staff }) => listTokens(context.db, staff));

  staffRoute(app, makeApiToken, async ({ body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return makeToken(context, staff, body);
  });

  staffRoute(app, revokeApiToken, async ({ params, staff }) => {
    await revokeToken(context, staff, params.tokenId);
  });
}
