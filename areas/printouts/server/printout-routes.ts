import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getChangeSlip,
  getRunSheet,
  listPrintouts as listPrintoutsCall,
  listStaleDates as listStaleDatesCall,
  getGiftCards,
  type GiftCardQuery,
} from '#areas/printouts/calls/printouts.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { toPrintoutReply, listPrintouts, listStale } from '#areas/printouts/server/printouts.ts';
import { makeChangeSlip, makeRunSheet, type SheetFile } from './make-sheet.ts';
import { getLabels, getMealLabel } from '#areas/printouts/calls/labels.ts';
import { makeLabels, measureMealLabel } from '#areas/printouts/server/make-labels.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { inPackingOrder } from '#areas/printouts/rules/label-content.ts';
import { TEST_ORDER } from '#areas/order-book/rules/kitchen-bag.ts';
import { daysToPack } from '#areas/order-book/server/read-packing.ts';
import { NotFound } from '#platform/server/errors.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { tellOnSuccess } from '#platform/server/log.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

export function registerPrintoutRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getRunSheet, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const { date, format, window = null, driver } = query;
    const isPreview = query.preview || isFromElsewhere(reply);
    const asked = { date, window, format, isPreview, driverId: driver };
    return sendPrintout(reply, await makeRunSheet(context, asked));
  });

  staffRoute(app, getChangeSlip, async ({ params, query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const isPreview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeChangeSlip(context, params.id, { isPreview }));
  });

  staffRoute(app, listPrintoutsCall, async ({ query }) => {
    const { business } = await context.site.current();
    return (await listPrintouts(context, query.date)).map((one) => toPrintoutReply(one, business));
  });

  staffRoute(app, listStaleDatesCall, async () =>
    (await listStale(context)).map(({ date }) => date),
  );
}

export function registerLabelRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getLabels, async ({ query, staff, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const preview = query.preview || isFromElsewhere(reply);
    return sendPrintout(reply, await makeLabels(context, { ...query, preview }, staff));
  });

  staffRoute(app, getMealLabel, ({ params }) => measureMealLabel(context, params.id));

  staffRoute(app, getGiftCards, async ({ query, staff, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await makeGiftCards(context, query, staff));
  });
}

// The cards of presents as a file. What is on them is among the facts of the day's labels, which tell when one
// changes.

/** Throws NotFound when no present has a card. Staff who may not make printouts, packers, get those of today and tomorrow. */
async function makeGiftCards(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'documents'>,
  { date, window, deliveryId }: GiftCardQuery,
  by: Pick<StaffMember, 'role' | 'token'>,
): Promise<SheetFile> {
  const days = mayDo(by, 'makePrintouts') ? null : await daysToPack(context);
  const deliveryIds = deliveryId === undefined ? undefined : [deliveryId];
  await numberRuns(context.db, { date, window, deliveryIds });
  const { business } = await context.site.current();
  const bags = await listBags(context.db, { date, window, deliveryIds }, business);
  const cards = inPackingOrder(bags)
    .filter((bag) => days === null || [days.today, days.tomorrow].includes(bag.date))
    .flatMap((bag) => {
      if (!bag.card) return [];
      const when = `${formatDayAndMonth(bag.date)}, ${windowLabel(bag.window)}`;
      const test = bag.isTest ? `${TEST_ORDER}: ` : '';
      return [{ ...bag.card, stop: `${test}${bag.key}, ${when}` }];
    });
  if (cards.length === 0) throw new NotFound('A present with a card');
  const title = `Gift cards ${date ?? bags[0]?.date ?? ''}`;
  const content = { cards };
  const body = await context.documents.draw({ title, kind: 'gift_cards', content });
  tellOnSuccess({ printout: 'gift cards', date, window, bags: cards.length }, 'printout made');
  return { name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf`, format: 'pdf', body };
}

const CONTENT_TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

/** A PDF opens in the browser, ready to print; our own pages may show it in a frame. */
export function sendPrintout(
  reply: FastifyReply,
  { name, format, body }: SheetFile,
): SheetFile['body'] {
  const disposition = format === 'pdf' ? 'inline' : 'attachment';
  reply
    .header('content-type', CONTENT_TYPES[format])
    .header('content-disposition', `${disposition}; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'");
  return body;
}

/** A link on another site must not make us record a printout that the kitchen does not have. */
export function isFromElsewhere(reply: FastifyReply): boolean {
  const site = reply.request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
