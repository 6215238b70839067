import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { hasRight } from '#domain/staff/rights.ts';
import { NotAllowed, NotSignedIn } from '#server/errors.ts';
import type { StaffMember } from '#server/staff-member.ts';
import { refuseForeignChange } from '#server/staff/session/same-origin.ts';
import { findSignedInStaff } from '#server/staff/session/session.ts';

/** Routes that sign people in change something too, so another site must not trigger them. */
const ACCOUNT_CALLS = /^\/api\/(auth|staff)\//;

/**
 * Guards every route: one with access 'staff' needs a live session of active staff whose role has the route's right,
 * and a request that does not come from another site's page. Runs before the request is read: a refusal says nothing of
 * what it asked for.
 */
export function requireStaff(app: FastifyInstance, context: Pick<Context, 'db' | 'signIn'>): void {
  app.addHook('onRequest', async (request) => {
    const { config, url = '' } = request.routeOptions;
    const isForStaff = config.access === 'staff';
    if (isForStaff) {
      request.staff = await findSignedInStaff(context, request);
      if (!request.staff) throw new NotSignedIn();
    }
    if (isForStaff || ACCOUNT_CALLS.test(url)) {
      refuseForeignChange(request, context.signIn.publicUrl);
    }
    if (request.staff && !mayUse(request.staff, config)) throw new NotAllowed();
  });
}

/** A route for staff without a right is for no one: `server/app.ts` does not start with one. */
function mayUse({ role }: StaffMember, { right }: FastifyContextConfig): boolean {
  return right !== undefined && hasRight(role, right);
}
