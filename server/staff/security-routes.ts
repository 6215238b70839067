/** What somebody may do to their own account. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  addPasskey,
  changePassword,
  confirmPassword,
  confirmTwoFactor,
  deletePasskey,
  endTwoFactor,
  getOwnSecurity,
  startPasskey,
  startTwoFactor,
  WebAuthnOptions,
} from '#contract/sign-in.ts';
import type { Context } from '#server/context.ts';
import { Conflict, InvalidRequest, type ServiceError } from '#server/errors.ts';
import { staffRoute } from '#server/http/route.ts';
import { headersFor, passOn } from '#server/staff/call-sign-in.ts';
import { checkPassword } from '#server/staff/check-password.ts';
import * as own from '#server/staff/own-security.ts';
import { demandFreshSession, getSession } from '#server/staff/session.ts';

const TwoFactorStarted = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const PasskeyAdded = z.object({ id: z.uuid() });

export function registerSecurityRoutes(app: FastifyInstance, context: Context): void {
  const { api } = context.signIn.auth;

  function call(
    reply: FastifyReply,
    answer: (as: { headers: Headers; asResponse: true }) => Promise<Response>,
    refusal: (code: string) => ServiceError,
  ): Promise<unknown> {
    return passOn(answer({ headers: headersFor(reply.request), asResponse: true }), reply, refusal);
  }

  staffRoute(app, getOwnSecurity, ({ staff, reply }) => {
    reply.header('cache-control', 'no-store');
    return own.findOwnSecurity(context, staff.id);
  });

  staffRoute(app, confirmPassword, async ({ body, reply }) => {
    const session = await getSession(context, reply.request);
    await own.confirmPassword(context, session, body.password);
  });

  staffRoute(app, changePassword, async ({ body, reply }) => {
    await own.changePassword(context, await getSession(context, reply.request), body);
  });

  staffRoute(app, startTwoFactor, async ({ body, staff, reply }) => {
    await checkPassword(context, staff, body.password);
    const started = await call(
      reply,
      (as) => api.enableTwoFactor({ body: { ...body, method: 'totp' }, ...as }),
      () => new Conflict('two_factor_on', 'The second factor is already switched on.'),
    );
    const { totpURI, backupCodes } = TwoFactorStarted.parse(started);
    return { totpUri: totpURI, backupCodes };
  });

  staffRoute(app, confirmTwoFactor, async ({ body, staff, reply }) => {
    await call(reply, (as) => api.verifyTOTP({ body, ...as }), wrongCode);
    await own.recordOwnChange(context, staff, 'staff.second_factor_on');
  });

  staffRoute(app, endTwoFactor, async ({ body, staff, reply }) => {
    await checkPassword(context, staff, body.password);
    await call(
      reply,
      (as) => api.disableTwoFactor({ body, ...as }),
      () => new Conflict('two_factor_off', 'The second factor is not switched on.'),
    );
    await own.recordOwnChange(context, staff, 'staff.second_factor_off');
  });

  staffRoute(app, startPasskey, async ({ reply }) => {
    await demandFreshSession(context, reply.request);
    const options = await call(
      reply,
      (as) => api.generatePasskeyRegistrationOptions({ query: {}, ...as }),
      wrongPasskey,
    );
    return WebAuthnOptions.parse(options);
  });

  staffRoute(app, addPasskey, async ({ body, staff, reply }) => {
    await demandFreshSession(context, reply.request);
    const added = await call(
      reply,
      (as) => api.verifyPasskeyRegistration({ body, ...as }),
      wrongPasskey,
    );
    await own.recordOwnChange(context, staff, 'staff.add_passkey', { name: body.name });
    return PasskeyAdded.parse(added);
  });

  staffRoute(app, deletePasskey, async ({ params, reply }) => {
    const { staff } = await demandFreshSession(context, reply.request);
    await own.deletePasskey(context, staff, params.id);
  });
}

const wrongCode = () => new InvalidRequest({ code: 'Please check the code: this one is wrong' });
const wrongPasskey = () =>
  new InvalidRequest({ response: 'Please try again: this passkey could not be added' });
