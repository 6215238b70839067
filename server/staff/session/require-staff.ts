import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { NotSignedIn } from '#server/errors.ts';
import { refuseForeignChange } from '#server/staff/session/same-origin.ts';
import { findSignedInStaff } from '#server/staff/session/session.ts';

/** Routes that sign people in change something too, so another site must not trigger them. */
const ACCOUNT_CALLS = /^\/api\/(auth|staff)\//;

/**
 * Guards every route: one with access 'staff' needs a live session of active staff, and a request that does not come
 * from another site's page.
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
  });
}
