import type { FastifyInstance } from 'fastify';
import {
  answerFirstHour,
  checkCards,
  confirmCode,
  getFirstHour,
  getTestLabel,
  sendTestEmail,
} from '#contract/operation/first-hour.ts';
import type { Context } from '#server/context.ts';
import { answerStep } from '#server/first-hour/answer-step.ts';
import { describeFirstHour } from '#server/first-hour/describe-first-hour.ts';
import { drawTestLabel, proveByCode, tryCards, tryEmail } from '#server/first-hour/prove-steps.ts';
import { staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { sendPrintout } from '#server/kitchen/send-printout.ts';

export function registerFirstHourRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFirstHour, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeFirstHour(context);
  });

  staffRoute(app, answerFirstHour, ({ params, body, staff }) =>
    answerStep(context, staff, params.step, body.answer),
  );

  staffRoute(app, checkCards, ({ staff }) => tryCards(context, staff));

  staffRoute(app, sendTestEmail, ({ staff }) => tryEmail(context, staff));

  staffRoute(app, confirmCode, ({ body, staff }) => proveByCode(context, staff, body));

  staffRoute(app, getTestLabel, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await drawTestLabel(context, query.layout));
  });
}
