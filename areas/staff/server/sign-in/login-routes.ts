/** The spec's links for signing in and out: navigations, not API calls. */
import type { FastifyInstance } from 'fastify';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { NO_BODY, plainSchema } from '#platform/server/http/route.ts';
import { headersFor, forwardHeaders } from '#areas/staff/server/sign-in/call-sign-in.ts';
import { redirectTo, signInPath } from '#areas/staff/server/sign-in/next-path.ts';
import { refuseForeignNavigation } from '#areas/staff/server/same-origin.ts';
import { endSession, findSession } from '#areas/staff/server/session.ts';

export function registerLoginRoutes(app: FastifyInstance, context: StaffContext): void {
  const { signIn } = context;
  const config = { access: 'public' as const };

  const leads = { 302: NO_BODY };
  const login = {
    config,
    schema: plainSchema('Redirects to the sign-in page, and back afterwards', leads),
  };
  app.get('/api/login', login, (request, reply) =>
    redirectTo(reply, signInPath(request, signIn.publicUrl)),
  );

  const logout = {
    config,
    schema: plainSchema('Ends the session and redirects to the home page', leads),
  };
  app.get('/api/logout', logout, async (request, reply) => {
    refuseForeignNavigation(request, signIn.publicUrl);
    const session = await findSession(context, request);
    if (session) await endSession(context, session.id);
    const headers = headersFor(request);
    forwardHeaders(await signIn.auth.api.signOut({ headers, asResponse: true }), reply);
    return redirectTo(reply, '/');
  });
}
