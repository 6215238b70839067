/** The customer's choice after we could not leave their meals, by their link. */
import { randomUUID } from 'node:crypto';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { MissedChoice } from '#areas/order-book/rules/delivery.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { judgeAgain, untilText } from '#areas/order-book/rules/missed-choice.ts';
import { slotText } from '#areas/order-book/rules/move-delivery.ts';
import { judgeDeliveryRefund } from '#areas/order-book/rules/order-account.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import type { MissedChoiceRow } from '#areas/order-book/server/tables/order-changes.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { deliveryIn, type FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { lockDelivery } from './list-deliveries.ts';
import { cancelWithin } from '#areas/delivery/server/cancel-within.ts';
import { putElsewhere } from '#areas/delivery/server/put-elsewhere.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { getOrder, loadOrder, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import {
  listWindowsAgain,
  lockMissedChoice,
  storeMissedChoice,
} from '#areas/orders/server/missed-choices.ts';
import { tryRefund } from '#areas/order-book/server/failed-refunds.ts';

type Answer = {
  choice: MissedChoice;
  date?: PlainDate | undefined;
  window?: DeliveryWindow | undefined;
};
type Which = { token: string; id: number };

/** In the message that tells of the new window, after "because of". */
const CAUSE = 'the missed delivery';

/**
 * The same answer twice is one. Throws NotFound, InvalidRequest, or Conflict `already_chosen`, `too_late`, `option_gone`,
 * `dispute_open`, or `slot_full` with the windows that are left.
 */
export async function chooseAfterMissed(
  context: Context,
  which: Which,
  answer: Answer,
): Promise<{ chosen: MissedChoice }> {
  const { business } = await context.site.current();
  let refundId: number | null = null;
  try {
    refundId = await context.db.transaction((tx) => choose(tx, context, which, answer, business));
  } catch (error) {
    const isFull = error instanceof Conflict && error.code === 'slot_full';
    throw isFull ? await windowsLeft(context, which, business) : error;
  }
  // After the commit, so that the customer sees how it went; a job follows up.
  if (refundId !== null) await tryRefund(context, refundId);
  return { chosen: answer.choice };
}

async function choose(
  tx: Transaction,
  context: Context,
  { token, id }: Which,
  answer: Answer,
  business: BusinessFacts,
): Promise<number | null> {
  const orderId = await orderIdOf(tx, token);
  const locked = await lockDelivery(tx, id);
  const offer = await lockMissedChoice(tx, id);
  if (!locked || locked.order.id !== orderId || !offer) throw new NotFound('This delivery');
  const found = deliveryIn(await loadOrder(tx, locked.order), id);
  if (!found) throw new NotFound('This delivery');
  if (isSame(offer, answer)) return null;
  const { order, delivery } = locked;
  requireOpen(offer, delivery, context.clock(), business);
  if (!offer.offered.includes(answer.choice))
    throw new InvalidRequest({ choice: 'This was not among your options' });
  const chosen = { ...found, offer, answer, business };
  const now = context.clock();
  await recordChange(tx, context, {
    staff: null,
    action: 'order.choose_after_missed',
    entityId: order.id,
    before: { delivery: slotText(delivery) },
    after: { chosen: CHOSEN[answer.choice] },
  });
  if (answer.choice === 'again') {
    await bringAgain(tx, context, locked, chosen);
    return null;
  }
  if (answer.choice === 'refund') return refund(tx, context, locked, chosen);
  await storeMissedChoice(tx, offer.id, { chosen: 'call' }, now);
  await recordDeliveryEvents(tx, [
    {
      delivery,
      status: 'missed',
      isDecisive: false,
      at: now,
      receivedAt: now,
      staff: null,
      changeId: randomUUID(),
      reason: 'The customer asks for a call',
    },
  ]);
  return null;
}

const CHOSEN: Record<MissedChoice, string> = {
  again: 'another delivery',
  refund: 'the money back',
  call: 'a call',
};

type Locked = { order: OrderRow; delivery: DeliveryRow };
type Chosen = FoundDelivery & { offer: MissedChoiceRow; answer: Answer; business: BusinessFacts };

function isSame({ chosen, toDate, toWindow }: MissedChoiceRow, answer: Answer): boolean {
  return (
    chosen === answer.choice &&
    toDate === (answer.date ?? null) &&
    toWindow === (answer.window ?? null)
  );
}

/** Throws Conflict with what was decided instead, and by whom. */
function requireOpen(
  offer: MissedChoiceRow,
  delivery: DeliveryRow,
  now: number,
  { phone, timeZone }: BusinessFacts,
): void {
  const call = `Call us on ${phone}.`;
  if (offer.chosen !== null) {
    const { chosen, toDate, toWindow } = offer;
    const what = toDate && toWindow ? slotText({ date: toDate, window: toWindow }) : CHOSEN[chosen];
    throw new Conflict('already_chosen', `You already chose ${what}. ${call}`);
  }
  if (delivery.status !== 'missed' || offer.attempt !== delivery.attempt)
    throw new Conflict('already_chosen', `We already chose ${whatWeChose(delivery)}. ${call}`);
  if (delivery.settledAt !== null)
    throw new Conflict('already_chosen', `We already decided on this delivery. ${call}`);
  if (offer.until.getTime() <= now) {
    const until = untilText(offer.until.getTime(), timeZone);
    throw new Conflict('too_late', `You could choose until ${until}. We’ll call you. ${call}`);
  }
}

function whatWeChose(delivery: DeliveryRow): string {
  if (delivery.status === 'cancelled') return 'a refund';
  return delivery.status === 'delivered' ? 'to bring it after all' : slotText(delivery);
}

/** Throws Conflict `option_gone` or `slot_full`. */
async function bringAgain(
  tx: Transaction,
  context: Context,
  locked: Locked,
  { order, delivery, offer, answer, business }: Chosen,
): Promise<void> {
  const { date = '', window = business.defaultWindow } = answer;
  const slot = { date, window };
  const now = context.clock();
  const again = judgeAgain(order, delivery, slot, wallTimeAt(now, business.timeZone), business);
  if (!again) {
    const message = `It can’t come on ${slotText(slot)} any more. Choose another window, or call us on ${business.phone}.`;
    throw new Conflict('option_gone', message);
  }
  const { to, verdict } = again;
  await putElsewhere(tx, context, {
    ...locked,
    found: { order, delivery },
    to,
    verdict,
    staff: null,
    business,
    changeId: randomUUID(),
    cause: CAUSE,
    notify: true,
  });
  await storeMissedChoice(tx, offer.id, { chosen: 'again', toDate: date, toWindow: window }, now);
}

/** Throws Conflict `option_gone` or `dispute_open`. */
async function refund(
  tx: Transaction,
  context: Context,
  locked: Locked,
  { order, delivery, offer, business }: Chosen,
): Promise<number | null> {
  const verdict = judgeDeliveryRefund(order, delivery);
  if (verdict.outcome === 'refused')
    throw new Conflict('option_gone', `${verdict.message} Call us on ${business.phone}.`);
  const { refund: made } = await cancelWithin(tx, context, {
    row: locked.order,
    before: order,
    itemIds: new Set(verdict.itemIds),
    money: 'full',
    reason: 'Chosen by the customer after a missed delivery',
    notify: true,
    staff: null,
    site: await context.site.current(),
    changeId: randomUUID(),
  });
  const refundCents = made?.amountCents ?? 0;
  await storeMissedChoice(tx, offer.id, { chosen: 'refund', refundCents }, context.clock());
  return made?.id ?? null;
}

/** Someone else took the last place: nothing was done, and these are left. */
async function windowsLeft(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { token, id }: Which,
  business: BusinessFacts,
): Promise<Conflict> {
  const found = deliveryIn(await getOrder(db, { token }), id);
  const windows = found
    ? await listWindowsAgain(db, found.order, found.delivery, clock(), business)
    : [];
  return new Conflict('slot_full', 'That window is full now. Choose another.', {
    windows: windows.map(({ date, window }) => ({ date, window })),
  });
}
