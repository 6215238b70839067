import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { NotSignedIn } from '#server/errors.ts';
import { refuseForeignChange } from '#server/staff/session/same-origin.ts';
import { findSignedInStaff } from '#server/staff/session/session.ts';

/** Signing in for somebody else would be a change too. */
const ACCOUNT_CALLS = /^\/api\/(auth|staff)\//;

/** The door: no route with access 'staff' is reached without a live session of active staff, nor from another site's page. */
export function keepToStaff(app: FastifyInstance, context: Pick<Context, 'db' | 'signIn'>): void {
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
