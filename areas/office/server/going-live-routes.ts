import type { FastifyInstance } from 'fastify';
import {
  answerGoingLive,
  checkAddress,
  confirmCode,
  getGoingLive,
  getTestLabel,
  removeTestOrders as removeTestOrdersCall,
  sendTestEmail,
} from '#areas/office/calls/going-live.ts';
import type { Context } from '#platform/server/context.ts';
import { answerStep, describeGoingLive } from '#areas/office/server/describe-going-live.ts';
import { drawTestLabel, proveByCode, tryEmail } from '#areas/office/server/prove-steps.ts';
import { proveAddress } from '#areas/office/server/prove-address.ts';
import { removeTestOrders } from '#areas/office/server/remove-test-orders.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';

export function registerGoingLiveRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getGoingLive, () => describeGoingLive(context));

  staffRoute(app, answerGoingLive, ({ params, body, staff }) =>
    answerStep(context, staff, params.step, body.answer),
  );

  staffRoute(app, removeTestOrdersCall, async ({ reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return { removed: await removeTestOrders(context, staff) };
  });

  staffRoute(app, sendTestEmail, ({ staff }) => tryEmail(context, staff));

  staffRoute(app, checkAddress, ({ staff }) => proveAddress(context, staff));

  staffRoute(app, confirmCode, ({ body, staff }) => proveByCode(context, staff, body));

  staffRoute(app, getTestLabel, async ({ reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await drawTestLabel(context));
  });
}
