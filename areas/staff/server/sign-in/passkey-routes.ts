/** Managing your own passkeys. Signing in with one is in sign-in-routes.ts. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  addPasskey,
  deletePasskey,
  startPasskey,
  WebAuthnOptions,
} from '#platform/calls/sign-in.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { callAsStaff } from '#areas/staff/server/sign-in/call-sign-in.ts';
import * as own from '#areas/staff/server/accounts/own-security.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';

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
