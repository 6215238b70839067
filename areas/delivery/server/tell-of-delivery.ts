/** Tells a delivery's customer what became of it. The message waits as long as Undo does. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { placeWords } from '#areas/order-book/rules/at-the-door.ts';
import { UNDO_SECONDS } from '#areas/order-book/rules/delivery-status.ts';
import { expectedTime } from '#areas/order-book/rules/expected-time.ts';
import {
  MISSED_FALLBACK,
  missedChoicesText,
  missedUntilText,
} from '#areas/order-book/rules/change/missed-choice.ts';
import { EATING_ADVICE } from '#areas/messages/rules/delivery-messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { takeBackGivenFood } from '#areas/orders/server/given-food.ts';
import { offerMissedChoice } from '#areas/orders/server/missed-choices.ts';
import { countStopsBefore } from '#areas/order-book/server/road.ts';
import { tellCustomer } from '#areas/messages/server/tell-customer.ts';
import { withdrawMessages } from '#areas/messages/server/withdraw-messages.ts';

type News = {
  order: OrderRow;
  /** As it is now. */
  delivery: DeliveryRow;
  at: Instant;
  reason: string;
  place: string;
  timeZone: string;
  business: BusinessFacts;
};

/** In the transaction of the change. Other states than on the way, delivered and missed are the kitchen's business. */
export async function tellOfDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: News,
): Promise<void> {
  const { order, delivery, at, timeZone } = news;
  const told = {
    order,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    at,
    sendAfter: context.clock() + UNDO_SECONDS * 1000,
  };
  const time = clockTime(at, timeZone);
  if (delivery.status === 'out') {
    const facts = await describeTheWay(tx, news);
    await tellCustomer(tx, context, { ...told, kind: 'delivery_out', facts });
  }
  if (delivery.status === 'delivered') {
    await withdrawMessages(tx, { deliveryId: delivery.id, kinds: ['delivery_missed'] });
    const advice = EATING_ADVICE[order.deliveryPreference];
    const facts = {
      time,
      place: news.place === '' ? 'at your door' : placeWords(news.place),
      advice,
    };
    await tellCustomer(tx, context, { ...told, kind: 'delivery_delivered', facts });
  }
  if (delivery.status === 'missed') {
    await withdrawMessages(tx, {
      deliveryId: delivery.id,
      kinds: ['delivery_out', 'delivery_late'],
    });
    const offer = await offerMissedChoice(tx, context, news);
    const facts = {
      time,
      reason: lowerFirst(news.reason),
      deadline: missedUntilText(offer.until.getTime(), timeZone),
      options: missedChoicesText(offer.offered),
      fallback: MISSED_FALLBACK,
    };
    await tellCustomer(tx, context, { ...told, kind: 'delivery_missed', facts });
  }
}

/** Takes back what was said of a state that is taken back; who has read it already gets a correction. */
export async function takeBackNews(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { order, delivery }: Pick<News, 'order' | 'delivery'>,
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
    facts: {},
  });
}

async function describeTheWay(tx: Transaction, { delivery, at, timeZone }: News) {
  const { date, window } = delivery;
  const stopsBefore = await countStopsBefore(tx, delivery);
  const { all, missing } = await findInBag(tx, delivery.id);
  const inBag = all - missing.length;
  const { from, to } = expectedTime({ date, window, newsAt: at, stopsBefore }, timeZone);
  return {
    meals: countOf(inBag, 'meal'),
    what:
      missing.length === 0
        ? `your ${all === 1 ? 'meal' : countOf(all, 'meal')}`
        : `${inBag} of your ${countOf(all, 'meal')}`,
    missing:
      missing.length === 0
        ? ''
        : `Missing: ${missing.join(', ')}. We’ll be in touch about ${missing.length === 1 ? 'it' : 'them'}.`,
    before: stopsBefore === 0 ? 'No stop' : countOf(stopsBefore, 'stop'),
    time: clockTime(at, timeZone),
    from: clockTime(from, timeZone),
    to: clockTime(to, timeZone),
  };
}

/** What is in the van counts; what packers could not put in is named. */
async function findInBag(
  tx: Transaction,
  deliveryId: number,
): Promise<{ all: number; missing: string[] }> {
  const [order] = await loadOrdersToCook(tx, { deliveryIds: [deliveryId] });
  const delivery = order?.deliveries.find(({ id }) => id === deliveryId);
  const people = delivery ? (await readPacking(tx, [deliveryId])).peopleOf(delivery) : [];
  const items = people.flatMap((person) => person.items);
  return {
    all: items.length,
    missing: items
      .filter(({ state }) => state === 'missing')
      .map(({ meal, personName }) => `${meal.name} for ${personName}`),
  };
}

export function clockTime(instant: Instant, timeZone: string): string {
  return formatMinuteOfDay(wallTimeAt(instant, timeZone).minuteOfDay);
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function lowerFirst(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
