import type { MissedReply } from '#areas/order-book/calls/missed-reply.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { judgeDeliveryRefund } from '#areas/order-book/rules/change/judge-cancelling.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { MissedChoiceRow } from '#areas/order-book/server/tables/missed-choices.ts';
import { listMissedChoices, listWindowsAgain } from '#areas/orders/server/missed-choices.ts';

/** By delivery: what its customer may still choose, or has chosen, after we could not leave it. */
export async function describeMissed(
  db: Database,
  order: Order,
  now: Instant,
  business: BusinessFacts,
): Promise<Map<number, MissedReply>> {
  const offers = await listMissedChoices(db, order.id);
  const described = new Map<number, MissedReply>();
  for (const delivery of order.deliveries) {
    const offer = offers.get(delivery.id);
    if (!offer) continue;
    const isAsked = delivery.status === 'missed' && offer.isCurrent;
    const isToldOf = offer.chosen !== null && delivery.status !== 'delivered';
    if (!isAsked && !(isToldOf && delivery.status !== 'missed')) continue;
    const isOver = !isAsked || delivery.settledAt !== null || offer.until.getTime() <= now;
    const isOpen = !isOver && offer.chosen === null;
    const windows =
      isOpen && offer.offered.includes('again')
        ? await listWindowsAgain(db, order, delivery, now, business)
        : [];
    described.set(delivery.id, {
      id: delivery.id,
      until: offer.until.toISOString(),
      isOver,
      windows: windows.map(({ date, window }) => ({ date, timeSlot: window })),
      mayComeAgain: offer.offered.includes('again'),
      refund: isOpen && offer.offered.includes('refund') ? amountBack(order, delivery) : null,
      chosen: chosenOf(offer),
    });
  }
  return described;
}

function chosenOf({ chosen, toDate, toWindow, refundCents }: MissedChoiceRow) {
  if (chosen === null) return null;
  return {
    choice: chosen,
    date: toDate,
    timeSlot: toWindow,
    refund: refundCents === null ? null : formatAmount(refundCents),
  };
}

function amountBack(order: Order, delivery: OrderDelivery): string | null {
  const verdict = judgeDeliveryRefund(order, delivery);
  return verdict.outcome === 'refunded' ? formatAmount(verdict.amountCents) : null;
}
