import { and, eq, inArray } from 'drizzle-orm';
import type { Whose } from '#platform/server/http/about.ts';
import { listTokens } from './manage-tokens.ts';
import { staffPasskeys, staffSessions } from '#areas/staff/server/tables/staff.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  changeOwnName,
  changePassword,
  confirmPassword,
  confirmTwoFactor,
  endTwoFactor,
  getOwnSecurity,
  OwnName,
  startTwoFactor,
} from '#platform/calls/sign-in.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { callAsStaff } from '#areas/staff/server/sign-in/call-sign-in.ts';
import { checkPassword } from '#areas/staff/server/sign-in/passwords.ts';
import * as own from '#areas/staff/server/accounts/own-security.ts';
import { describeSignedIn, getSession, requireRecentSignIn } from '#areas/staff/server/session.ts';
import { updateStaff } from '#areas/staff/server/accounts/update-staff.ts';

export const ownAccount: Whose['ownAccount'] = {
  async sessionId({ db }, { staff }, ids) {
    return sessionIds(
      await db
        .select({ id: staffSessions.id })
        .from(staffSessions)
        .where(and(inArray(staffSessions.id, ids.map(String)), eq(staffSessions.userId, staff.id))),
    );
  },

  async passkeyId({ db }, { staff }, ids) {
    return sessionIds(
      await db
        .select({ id: staffPasskeys.id })
        .from(staffPasskeys)
        .where(and(inArray(staffPasskeys.id, ids.map(String)), eq(staffPasskeys.userId, staff.id))),
    );
  },

  /** Those who manage staff see everyone's. */
  async tokenId({ db }, { staff }) {
    return sessionIds(await listTokens(db, staff));
  },
};

function sessionIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** What people may do to their own account. */
const TwoFactorStarted = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

export function registerSecurityRoutes(app: FastifyInstance, context: StaffContext): void {
  const { api } = context.signIn.auth;

  staffRoute(app, getOwnSecurity, ({ staff }) => own.findOwnSecurity(context, staff.id));

  staffRoute(app, changeOwnName, async ({ body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    const change = readChange(body, describeSignedIn(staff), OwnName);
    if (change) await updateStaff(context, staff, staff.id, change);
    return describeSignedIn((await getSession(context, reply.request)).staff);
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
    const started = await callAsStaff(
      reply,
      (as) => api.enableTwoFactor({ body: { ...body, method: 'totp' }, ...as }),
      () => new Conflict('two_factor_on', 'Two-step sign-in is already on.'),
    );
    const { totpURI, backupCodes } = TwoFactorStarted.parse(started);
    return { totpUri: totpURI, backupCodes };
  });

  staffRoute(app, confirmTwoFactor, async ({ body, staff, reply }) => {
    await callAsStaff(reply, (as) => api.verifyTOTP({ body, ...as }), wrongCode);
    await own.recordOwnChange(context, staff, 'staff.second_factor_on');
  });

  staffRoute(app, endTwoFactor, async ({ body, staff, reply }) => {
    await checkPassword(context, staff, body.password);
    await callAsStaff(
      reply,
      (as) => api.disableTwoFactor({ body, ...as }),
      () => new Conflict('two_factor_off', 'Two-step sign-in is not on.'),
    );
    await own.recordOwnChange(context, staff, 'staff.second_factor_off');
  });
}

const wrongCode = () => new InvalidRequest({ code: 'Wrong code' });
