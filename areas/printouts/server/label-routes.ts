import type { FastifyInstance } from 'fastify';
import { getGiftCards } from '#areas/printouts/calls/gift-cards.ts';
import { getLabels } from '#areas/printouts/calls/labels.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { makeGiftCards } from '#areas/printouts/server/make-gift-cards.ts';
import { makeLabels } from '#areas/printouts/server/make-labels.ts';
import { isFromElsewhere, sendPrintout } from '#areas/printouts/server/send-printout.ts';

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
