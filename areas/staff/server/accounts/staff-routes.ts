import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  acceptInvite,
  endOwnSession,
  endStaffSessions,
  inviteStaff,
  listOwnSessions,
  listStaff,
  listStaffSessions,
  makeResetLink,
  openLink,
  resetPassword,
  setUpFirstStaff,
  signOutPhone,
  StaffFields,
  updateStaff,
  withdrawInvite,
} from '#areas/staff/calls/staff.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import * as accept from '#areas/staff/server/accounts/accept-invite.ts';
import * as end from '#areas/staff/server/accounts/end-sessions.ts';
import * as first from '#areas/staff/server/accounts/first-staff.ts';
import * as invite from '#areas/staff/server/accounts/invite-staff.ts';
import { findLink } from './links.ts';
import * as reset from '#areas/staff/server/accounts/reset-password.ts';
import { requireRecentSignIn, getSession } from '#areas/staff/server/session.ts';
import { countSignInAttempt } from '#areas/staff/server/sign-in/sign-in-throttle.ts';
import * as queries from '#areas/staff/server/accounts/staff-queries.ts';
import * as update from '#areas/staff/server/accounts/update-staff.ts';

export function registerStaffRoutes(app: FastifyInstance, context: StaffContext): void {
  const { db } = context;

  /** Links are as good as passwords, so attempts at them count like password guesses. */
  async function countLinkAttempt({ ip }: FastifyRequest): Promise<void> {
    await countSignInAttempt(context, { email: null, address: ip, device: null });
  }

  route(app, openLink, async ({ body, reply }) => {
    await countLinkAttempt(reply.request);
    const { purpose, email, expiresAt } = await findLink(db, body.token);
    return { purpose, email, expiresAt: expiresAt.toISOString() };
  });

  route(app, setUpFirstStaff, async ({ body, reply }) => {
    await countLinkAttempt(reply.request);
    return first.setUpFirstStaff(context, body);
  });

  route(app, acceptInvite, async ({ body, reply }) => {
    await countLinkAttempt(reply.request);
    return accept.acceptInvite(context, body);
  });

  route(app, resetPassword, async ({ body, reply }) => {
    await countLinkAttempt(reply.request);
    return reset.resetPassword(context, body);
  });

  staffRoute(app, listStaff, async () => {
    const [staff, invites] = await Promise.all([queries.listStaff(db), queries.listInvites(db)]);
    return { staff, invites };
  });

  staffRoute(app, inviteStaff, async ({ body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return invite.inviteStaff(context, staff, body);
  });

  staffRoute(app, withdrawInvite, async ({ params, staff }) => {
    await invite.withdrawInvite(context, staff, params.email);
  });

  staffRoute(app, updateStaff, async ({ params, body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    const stored = await queries.getStaff(db, params.id);
    const change = readChange(body, stored, StaffFields);
    if (change === null) return stored;
    await update.updateStaff(context, staff, params.id, change);
    return queries.getStaff(db, params.id);
  });

  staffRoute(app, makeResetLink, async ({ params, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return reset.makeResetLink(context, staff, await queries.findStaffById(db, params.id));
  });

  registerSessionRoutes(app, context);
}

function registerSessionRoutes(app: FastifyInstance, context: StaffContext): void {
  const { db } = context;

  staffRoute(app, endStaffSessions, async ({ params, reply }) => {
    await end.endSessionsOf(context, await getSession(context, reply.request), params.id);
  });

  staffRoute(app, listStaffSessions, async ({ params, reply }) => {
    const { id } = await getSession(context, reply.request);
    return queries.listSessions(db, params.id, id);
  });

  staffRoute(app, signOutPhone, async ({ params, reply }) => {
    const by = await getSession(context, reply.request);
    await end.signOutPhone(context, by, { staffId: params.id, sessionId: params.sessionId });
  });

  staffRoute(app, listOwnSessions, async ({ reply }) => {
    const { id, staff } = await getSession(context, reply.request);
    return queries.listSessions(db, staff.id, id);
  });

  staffRoute(app, endOwnSession, async ({ params, reply }) => {
    await getSession(context, reply.request);
    await end.endOneSession(context, params.sessionId);
  });
}
