/**
 * Signing in. Each permitted call of better-auth is made by name, here and in security-routes.ts; no other call can be
 * reached.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  EnteredReply,
  getSignedIn,
  getSignInOptions,
  signInByEmail,
  signInByPasskey,
  startPasskeySignIn,
  verifyBackupCode,
  verifyTotp,
  WebAuthnOptions,
  NextPath,
  addPasskey,
  deletePasskey,
  startPasskey,
} from '#platform/calls/sign-in.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { route, staffRoute, NO_BODY, plainSchema } from '#platform/server/http/route.ts';
import {
  forwardReply,
  visitorHeadersFor,
  headersFor,
  forwardHeaders,
  callAsStaff,
} from '#areas/staff/server/sign-in/call-sign-in.ts';
import {
  describeSignedIn,
  endSession,
  findSession,
  requireRecentSignIn,
} from '#areas/staff/server/session.ts';
import { setDeviceCookie, signInRefusal, type SignInWay } from './sign-in-hooks.ts';
import { refuseForeignNavigation, pathOnThisSite } from '#areas/staff/server/require-staff.ts';
import { NotFound, InvalidRequest } from '#platform/server/errors.ts';
import { OIDC_PROVIDER } from '#areas/staff/server/sign-in/oidc.ts';
import * as own from '#areas/staff/server/accounts/own-security.ts';

// better-auth's reply, without the session's token: that belongs only in the cookie.
const SignedIn = z.object({ user: EnteredReply });
const SecondFactor = z.object({
  twoFactorRedirect: z.literal(true),
  twoFactorMethods: z.array(z.string()),
});
const WithUser = z.object({ user: z.object({ email: z.string() }).optional() });
const SignInAnswer = z.union([
  SecondFactor,
  SignedIn.transform(({ user }) => ({ twoFactorRedirect: false as const, user })),
]);

export function registerSignInRoutes(app: FastifyInstance, context: StaffContext): void {
  const { signIn } = context;
  const { api } = signIn.auth;

  /** One of better-auth's ways to sign in. The new session replaces any earlier one. */
  async function enter<T>(
    reply: FastifyReply,
    way: SignInWay,
    Answer: z.ZodType<T>,
    call: (as: { headers: Headers; asResponse: true }) => Promise<Response>,
  ): Promise<T> {
    const headers = visitorHeadersFor(reply.request, signIn);
    const refusal = (code: string) => signInRefusal(way, code);
    const answer = Answer.parse(
      await forwardReply(call({ headers, asResponse: true }), reply, refusal),
    );
    const { user } = WithUser.parse(answer);
    if (user) setDeviceCookie(signIn, reply, user.email);
    const former = await findSession(context, reply.request);
    if (former) await endSession(context, former.id);
    return answer;
  }

  route(app, getSignInOptions, async () => ({
    password: true as const,
    passkey: true as const,
    oidc: signIn.oidc !== null,
  }));

  route(app, signInByEmail, ({ body, reply }) =>
    enter(reply, 'password', SignInAnswer, (as) => api.signInEmail({ body, ...as })),
  );

  route(app, verifyTotp, ({ body, reply }) =>
    enter(reply, 'code', SignedIn, (as) => api.verifyTOTP({ body, ...as })),
  );

  route(app, verifyBackupCode, ({ body, reply }) =>
    enter(reply, 'code', SignedIn, (as) => api.verifyBackupCode({ body, ...as })),
  );

  route(app, startPasskeySignIn, async ({ reply }) => {
    const headers = visitorHeadersFor(reply.request, signIn);
    const options = api.generatePasskeyAuthenticationOptions({ headers, asResponse: true });
    return WebAuthnOptions.parse(
      await forwardReply(options, reply, (code) => signInRefusal('passkey', code)),
    );
  });

  route(app, signInByPasskey, ({ body, reply }) =>
    enter(reply, 'passkey', SignedIn, (as) => api.verifyPasskeyAuthentication({ body, ...as })),
  );

  staffRoute(app, getSignedIn, async ({ staff }) => describeSignedIn(staff));
}

/** The spec's links for signing in and out: navigations, not API calls. */
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

const SIGN_IN_PAGE = '/sign-in';
const NOT_ADMITTED = `${SIGN_IN_PAGE}?error=not_admitted`;

const Query = z.object({ next: z.string().optional().catch(undefined) });

/** The page to go to after signing in: the requested one, or the one the link was on; on this site only. Null: none. */
function nextPath(request: FastifyRequest, publicUrl: string): string | null {
  const { next } = Query.parse(request.query);
  if (next !== undefined) return NextPath.safeParse(next).data ?? null;
  const { referer = '' } = request.headers;
  const from = URL.canParse(referer) ? pathOnThisSite(referer, request, publicUrl) : null;
  const isPage = from !== null && !from.startsWith(SIGN_IN_PAGE);
  return (isPage ? NextPath.safeParse(from).data : undefined) ?? null;
}

/** The sign-in page with it: that page knows where a role may go, and sends on anyone who is signed in. */
function signInPath(request: FastifyRequest, publicUrl: string): string {
  const next = nextPath(request, publicUrl);
  return next === null ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${new URLSearchParams({ next })}`;
}

function redirectTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}

/** Single sign-on's redirects to the issuer and back. */
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

/** Managing your own passkeys. Signing in with one is in sign-in-routes.ts. */
const PasskeyAdded = z.object({ id: z.uuid() });

export function registerPasskeyRoutes(app: FastifyInstance, context: StaffContext): void {
  const { api } = context.signIn.auth;

  staffRoute(app, startPasskey, async ({ reply }) => {
    await requireRecentSignIn(context, reply.request);
    const options = await callAsStaff(
      reply,
      (as) => api.generatePasskeyRegistrationOptions({ query: {}, ...as }),
      wrongPasskey,
    );
    return WebAuthnOptions.parse(options);
  });

  staffRoute(app, addPasskey, async ({ body, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    const added = await callAsStaff(
      reply,
      (as) => api.verifyPasskeyRegistration({ body, ...as }),
      wrongPasskey,
    );
    await own.recordOwnChange(context, staff, 'staff.add_passkey', { name: body.name });
    return PasskeyAdded.parse(added);
  });

  staffRoute(app, deletePasskey, async ({ params, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    await own.deletePasskey(context, staff, params.passkeyId);
  });
}

const wrongPasskey = () =>
  new InvalidRequest({ response: 'Please try again: we couldn’t add this passkey' });
