import type { FastifyInstance } from 'fastify';
import { getGiftCards, type GiftCardQuery } from '#areas/printouts/calls/gift-cards.ts';
import { getLabels } from '#areas/printouts/calls/labels.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { makeLabels } from '#areas/printouts/server/make-labels.ts';
import { isFromElsewhere, sendPrintout } from '#areas/printouts/server/send-printout.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { inPackingOrder } from '#areas/printouts/rules/label-order.ts';
import { daysToPack } from '#areas/order-book/server/days-to-pack.ts';
import { NotFound } from '#platform/server/errors.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';
import { tellOnSuccess } from '#platform/server/log-ids.ts';
import { numberRuns } from '#areas/order-book/server/number-runs.ts';
import { mayDo, type StaffMember } from '#platform/server/staff-member.ts';

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
      const stop = `${bag.stop === null ? '' : `Stop ${bag.stop}, `}${bag.orderNumber}, ${when}`;
      return [{ ...bag.card, stop }];
    });
  if (cards.length === 0) throw new NotFound('A present with a card');
  const title = `Gift cards ${date ?? bags[0]?.date ?? ''}`;
  const content = { cards };
  const body = await context.documents.draw({ title, kind: 'gift_cards', content });
  tellOnSuccess({ printout: 'gift cards', date, window, bags: cards.length }, 'printout made');
  return { name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf`, format: 'pdf', body };
}
