import type { FastifyInstance } from 'fastify';
import { getGiftCards } from '#contract/kitchen/gift-cards.ts';
import { getLabels } from '#contract/kitchen/labels.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { makeGiftCards } from '#server/kitchen/make-gift-cards.ts';
import { makeLabels } from '#server/kitchen/make-labels.ts';
import { isFromElsewhere, sendPrintout } from '#server/kitchen/send-printout.ts';

export function registerLabelRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getLabels, async ({ query, staff, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const preview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeLabels(context, { ...query, preview }, staff));
  });

  staffRoute(app, getGiftCards, async ({ query, staff, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await makeGiftCards(context, query, staff));
  });
}
