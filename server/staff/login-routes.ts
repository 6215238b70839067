/** The spec's links for signing in and out, and the round trip of single sign-on: navigations, not calls. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NextPath } from '#contract/sign-in.ts';
import type { Context } from '#server/context.ts';
import { NotFound } from '#server/errors.ts';
import { headersFor, passOnHeaders, visitorHeadersFor } from '#server/staff/call-sign-in.ts';
import { OIDC_PROVIDER } from '#server/staff/oidc.ts';
import { pathOnThisSite, refuseForeignNavigation } from '#server/staff/same-origin.ts';
import { endSession, findSession } from '#server/staff/session.ts';

const SIGN_IN_PAGE = '/sign-in';
const PORTAL = '/admin';
const Next = z.object({ next: z.string().optional().catch(undefined) });
const Callback = z.record(z.string(), z.string());

export function registerLoginRoutes(app: FastifyInstance, context: Context): void {
  const { signIn } = context;

  function describe(summary: string) {
    return { config: { access: 'public' as const }, schema: { summary } };
  }

  /** Where to go after signing in: what was asked for, or the page the link was on, or the portal; on this site only. */
  function nextPath(request: FastifyRequest): string {
    const { next } = Next.parse(request.query);
    if (next !== undefined) return NextPath.safeParse(next).data ?? PORTAL;
    const from = pathOnThisSite(request.headers.referer ?? '', request, signIn.publicUrl);
    const isPage = from !== null && !from.startsWith(SIGN_IN_PAGE);
    return (isPage ? NextPath.safeParse(from).data : undefined) ?? PORTAL;
  }

  app.get('/api/login', describe('Leads to the sign-in page and back'), (request, reply) => {
    const query = new URLSearchParams({ next: nextPath(request) });
    return leadTo(reply, `${SIGN_IN_PAGE}?${query.toString()}`);
  });

  app.get('/api/logout', describe('Ends the session and leads home'), async (request, reply) => {
    refuseForeignNavigation(request, signIn.publicUrl);
    const session = await findSession(context, request);
    if (session) await endSession(context, session.id);
    const headers = headersFor(request);
    passOnHeaders(await signIn.auth.api.signOut({ headers, asResponse: true }), reply);
    return leadTo(reply, '/');
  });

  app.get('/api/auth/oidc', describe('Starts single sign-on'), async (request, reply) => {
    const { api } = await oidcAuth();
    const response = await api.signInSocial({
      body: {
        provider: OIDC_PROVIDER,
        callbackURL: nextPath(request),
        errorCallbackURL: `${SIGN_IN_PAGE}?error=not_admitted`,
      },
      headers: visitorHeadersFor(request, signIn),
      asResponse: true,
    });
    passOnHeaders(response, reply);
    return leadTo(reply, response.headers.get('location') ?? SIGN_IN_PAGE);
  });

  app.get(
    `/api/auth/callback/${OIDC_PROVIDER}`,
    describe('Where the issuer sends somebody back to'),
    async (request, reply) => {
      const { api } = await oidcAuth();
      const response = await api.callbackOAuth({
        method: 'GET',
        params: { id: OIDC_PROVIDER },
        query: Callback.parse(request.query),
        headers: visitorHeadersFor(request, signIn),
        asResponse: true,
      });
      passOnHeaders(response, reply);
      return leadTo(reply, pathAfter(response, request));
    },
  );

  async function oidcAuth() {
    if (signIn.oidc === null) throw new NotFound('Single sign-on');
    return signIn.oidc.auth();
  }

  /** Whatever went wrong on the way, the person ends on a page of ours. */
  function pathAfter(response: Response, request: FastifyRequest): string {
    const location = response.headers.get('location') ?? '';
    const path = NextPath.safeParse(pathOnThisSite(location, request, signIn.publicUrl)).data;
    return path === undefined || path.startsWith('/api/')
      ? `${SIGN_IN_PAGE}?error=not_admitted`
      : path;
  }
}

function leadTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}
