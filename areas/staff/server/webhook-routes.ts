import type { FastifyInstance } from 'fastify';
import * as calls from '#areas/staff/calls/webhooks.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import * as manage from '#areas/staff/server/manage-webhooks.ts';
import * as log from '#areas/staff/server/webhook-log.ts';

/** What sends an order's data elsewhere asks for the password again. */
export function registerOutgoingWebhookRoutes(app: FastifyInstance, context: StaffContext): void {
  staffRoute(app, calls.listWebhooks, () => manage.listWebhooks(context.db));

  staffRoute(app, calls.addWebhook, async ({ body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return manage.addWebhook(context, staff, body);
  });

  staffRoute(app, calls.changeWebhook, async ({ params, body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return manage.changeWebhook(context, staff, params.id, body);
  });

  staffRoute(app, calls.deleteWebhook, async ({ params, staff }) => {
    await manage.deleteWebhook(context, staff, params.id);
  });

  staffRoute(app, calls.rotateWebhookSecret, async ({ params, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return manage.rotateWebhookSecret(context, staff, params.id);
  });

  staffRoute(app, calls.testWebhook, ({ params }) => log.sendTestEvent(context, params.id));

  staffRoute(app, calls.listWebhookLog, ({ params, query }) =>
    log.listLog(context.db, params.id, query.cursor),
  );

  staffRoute(app, calls.resendWebhook, ({ params }) =>
    log.sendAgain(context, params.id, params.messageId),
  );
}
