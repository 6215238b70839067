/** Single sign-on's redirects to the issuer and back. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NextPath } from '#platform/calls/sign-in.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { NotFound } from '#platform/server/errors.ts';
import { NO_BODY, plainSchema } from '#platform/server/http/route.ts';
import { forwardHeaders, visitorHeadersFor } from '#areas/staff/server/sign-in/call-sign-in.ts';
import { redirectTo, NOT_ADMITTED, signInPath } from '#areas/staff/server/sign-in/next-path.ts';
import { OIDC_PROVIDER } from '#areas/staff/server/sign-in/oidc.ts';
import { pathOnThisSite } from '#areas/staff/server/same-origin.ts';

const Callback = z.record(z.string(), z.string()).catch({});

export function registerOidcRoutes(app: FastifyInstance, context: StaffContext): void {
  const { signIn } = context;
  const config = { access: 'public' as const };

  const leads = { 302: NO_BODY };
  const start = { config, schema: plainSchema('Starts single sign-on', leads) };
  app.get('/api/auth/oidc', start, async (request, reply) => {
    const { api } = await openAuth();
    const response = await api.signInSocial({
      body: {
        provider: OIDC_PROVIDER,
        callbackURL: signInPath(request, signIn.publicUrl),
        errorCallbackURL: NOT_ADMITTED,
      },
      headers: visitorHeadersFor(request, signIn),
      asResponse: true,
    });
    forwardHeaders(response, reply);
    return redirectTo(reply, response.headers.get('location') ?? NOT_ADMITTED);
  });

  const callback = {
    config,
    schema: plainSchema('Where the issuer redirects people back to', leads),
  };
  app.get(`/api/auth/callback/${OIDC_PROVIDER}`, callback, async (request, reply) => {
    const { api } = await openAuth();
    const response = await api.callbackOAuth({
      method: 'GET',
      params: { id: OIDC_PROVIDER },
      query: Callback.parse(request.query),
      headers: visitorHeadersFor(request, signIn),
      asResponse: true,
    });
    forwardHeaders(response, reply);
    return redirectTo(reply, pathAfter(response, request));
  });

  async function openAuth() {
    if (signIn.oidc === null) throw new NotFound('Single sign-on');
    return signIn.oidc.auth();
  }

  /** Whatever went wrong on the way, the person ends up on a page of ours. */
  function pathAfter(response: Response, request: FastifyRequest): string {
    const location = response.headers.get('location') ?? '';
    const path = NextPath.safeParse(pathOnThisSite(location, request, signIn.publicUrl)).data;
    return path === undefined || path.startsWith('/api/') ? NOT_ADMITTED : path;
  }
}
