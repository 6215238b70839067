import type { FastifyInstance } from 'fastify';
import {
  answerFirstHour,
  confirmCode,
  getFirstHour,
  getTestLabel,
  sendTestEmail,
} from '#areas/office/calls/first-hour.ts';
import type { Context } from '#platform/server/context.ts';
import { answerStep, describeFirstHour } from '#areas/office/server/describe-first-hour.ts';
import { drawTestLabel, proveByCode, tryEmail } from '#areas/office/server/prove-steps.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';

export function registerFirstHourRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFirstHour, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeFirstHour(context);
  });

  staffRoute(app, answerFirstHour, ({ params, body, staff }) =>
    answerStep(context, staff, params.step, body.answer),
  );

  staffRoute(app, sendTestEmail, ({ staff }) => tryEmail(context, staff));

  staffRoute(app, confirmCode, ({ body, staff }) => proveByCode(context, staff, body));

  staffRoute(app, getTestLabel, async ({ reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await drawTestLabel(context));
  });
}
