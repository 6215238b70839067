/**
 * Signing in. Each permitted call of better-auth is made by name, here and in security-routes.ts; no other call can be
 * reached.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
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
} from '#platform/calls/sign-in.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { forwardReply, visitorHeadersFor } from '#areas/staff/server/sign-in/call-sign-in.ts';
import { describeSignedIn, endSession, findSession } from '#areas/staff/server/session.ts';
import { setDeviceCookie } from '#areas/staff/server/sign-in/known-device.ts';
import { signInRefusal, type SignInWay } from '#areas/staff/server/sign-in/sign-in-refusals.ts';

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
