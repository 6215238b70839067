/** Tells a delivery's customer what became of it. The message waits as long as Undo does. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { UNDO_SECONDS } from '#areas/order-book/rules/delivery-status.ts';
import type { MessageKind } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { takeBackGivenFood } from '#areas/orders/server/given-food.ts';
import { offerMissedChoice } from '#areas/orders/server/missed-choices.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { withdrawMessages } from '#areas/messages/server/withdraw-messages.ts';

type News = {
  order: OrderRow;
  /** As it is now. */
  delivery: DeliveryRow;
  /** What was reported of it. */
  eventId: number;
  notify?: boolean | undefined;
  business: BusinessFacts;
};

const KINDS = {
  out: 'delivery_out',
  delivered: 'delivery_delivered',
  missed: 'delivery_missed',
} as const;

/** In the transaction of the change. Other states than on the way, delivered and missed are the kitchen's business. */
export async function tellOfDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: News,
): Promise<void> {
  const { order, delivery, eventId, notify, business } = news;
  const { status } = delivery;
  if (status !== 'out' && status !== 'delivered' && status !== 'missed') return;
  await withdrawMessages(tx, { deliveryId: delivery.id, kinds: overtakenBy(status) });
  if (status === 'missed') await offerMissedChoice(tx, context, news);
  await tellCustomer(tx, context, {
    kind: KINDS[status],
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    fields: {},
    from: { eventId },
    timeZone: business.timeZone,
    sendAfter: context.clock() + UNDO_SECONDS * 1000,
    notify,
  });
}

function overtakenBy(status: keyof typeof KINDS): MessageKind[] {
  if (status === 'out') return [];
  return status === 'delivered' ? ['delivery_missed'] : ['delivery_out', 'delivery_late'];
}

/** Takes back what was said of a state that is taken back; who has read it already gets a correction. */
export async function takeBackNews(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, delivery, eventId, business }: News,
): Promise<void> {
  const kinds = ['delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed'] as const;
  await takeBackGivenFood(tx, context, delivery.id);
  const { sent } = await withdrawMessages(tx, { deliveryId: delivery.id, kinds });
  if (!sent.some(({ kind }) => kind === 'delivery_delivered')) return;
  await tellCustomer(tx, context, {
    kind: 'delivery_corrected',
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    fields: {},
    from: { eventId },
    timeZone: business.timeZone,
  });
}
