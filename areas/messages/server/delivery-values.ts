/** What the words of a message about a delivery are filled with, read when it is sent: no time or amount is ever stored. */
import { temperatureOfDelivery, readPacking } from '#areas/order-book/server/read-packing.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  EATING_ADVICE,
  type DeliveryMessageKind,
} from '#areas/messages/rules/delivery-messages.ts';
import {
  missedWords,
  movedWords,
  moneyHeadline,
  moneySentence,
  toldMoneyOf,
} from '#areas/messages/rules/message-words.ts';
import type { FieldValues } from '#areas/messages/rules/fill-text.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { placeWords } from '#areas/order-book/rules/delivery.ts';
import { untilText } from '#areas/order-book/rules/missed-choice.ts';
import { expectedTime } from '#areas/order-book/rules/expected-time.ts';
import { getOrder, loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { countStopsBefore, findLastNews } from '#areas/order-book/server/delivery-events.ts';
import {
  deliveries,
  type DeliveryRow,
  type DeliveryEventRow,
  deliveryEvents,
} from '#areas/order-book/server/tables/deliveries.ts';
import { askedMeals, missedChoices } from '#areas/order-book/server/tables/order-changes.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { itemsOf, type Order, type OrderRefund } from '#areas/order-book/rules/order.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Database } from '#platform/server/db/client.ts';

type ValuesQuery = {
  order: OrderRow;
  message: Pick<MessageRow, 'deliveryId' | 'facts'>;
  tone: Tone;
  now: Instant;
  timeZone: string;
};

type Door = { delivery: DeliveryRow; event: DeliveryEventRow };

/** All but the name, the business and the link. Null when what it tells of is gone. */
export async function readValues(
  db: Database,
  kind: DeliveryMessageKind,
  asked: ValuesQuery,
): Promise<FieldValues | null> {
  const { facts } = asked.message;
  const given = facts.fields ?? {};
  switch (kind) {
    case 'cancelled':
    case 'refund_made':
      return readMoney(db, kind, asked);
    case 'meal_ask':
      return { ...given, deadline: await readDeadline(db, asked) };
    case 'meal_swapped':
    case 'food_on_hold':
      return given;
    case 'delivery_late': {
      const delivery = await findDelivery(db, asked.message.deliveryId);
      return delivery && lateValues(db, delivery, asked);
    }
    default: {
      const door = await readDoor(db, asked.message);
      return door && doorValues(db, kind, door, asked);
    }
  }
}

async function findDelivery(db: Database, id: number | null): Promise<DeliveryRow | null> {
  const [delivery] = await db
    .select()
    .from(deliveries)
    .where(eq(deliveries.id, id ?? 0));
  return delivery ?? null;
}

export async function readDoor(
  db: Database,
  { deliveryId, facts }: ValuesQuery['message'],
): Promise<Door | null> {
  const delivery = await findDelivery(db, deliveryId);
  const [event] = await db
    .select()
    .from(deliveryEvents)
    .where(eq(deliveryEvents.id, facts.eventId ?? 0));
  return delivery && event ? { delivery, event } : null;
}

type DoorKind = Exclude<
  DeliveryMessageKind,
  'delivery_late' | 'cancelled' | 'refund_made' | 'meal_ask' | 'meal_swapped' | 'food_on_hold'
>;

async function doorValues(
  db: Database,
  kind: DoorKind,
  { delivery, event }: Door,
  { order, tone, now, timeZone, message }: ValuesQuery,
): Promise<FieldValues> {
  const time = clockTime(event.at.getTime(), timeZone);
  const place = leftPlace(event.place);
  switch (kind) {
    case 'delivery_out':
      return { ...(await wayValues(db, delivery, { event, timeZone })), time };
    case 'delivery_delivered':
      return {
        time,
        place,
        advice:
          EATING_ADVICE[tone === 'now' ? await temperatureOfDelivery(db, order, delivery) : 'late'],
      };
    case 'delivery_missed': {
      const offer = await findOffer(db, delivery);
      return { time, reason: lowerFirst(event.reason), ...missedWords(offer, now, timeZone) };
    }
    case 'delivery_moved':
      return movedWords(event, delivery, message.facts.cause);
    case 'delivery_corrected':
      return {
        correction:
          event.status === 'delivered'
            ? `your meals are ${place}.`
            : 'your meals are not there yet.',
      };
  }
}

/** What follows "left". */
export function leftPlace(place: string): string {
  return place === '' ? 'at your door' : placeWords(place);
}

async function wayValues(
  db: Database,
  delivery: DeliveryRow,
  { event, timeZone }: { event: DeliveryEventRow; timeZone: string },
): Promise<FieldValues> {
  const { date, window } = delivery;
  const stopsBefore = await countStopsBefore(db, delivery);
  const { all, missing } = await findInBag(db, delivery.id);
  const inBag = all - missing.length;
  const { from, to } = expectedTime(
    { date, window, newsAt: event.at.getTime(), stopsBefore },
    timeZone,
  );
  return {
    meals: countOf(inBag, 'meal'),
    bag:
      missing.length === 0
        ? `your ${all === 1 ? 'meal' : countOf(all, 'meal')}`
        : `${inBag} of your ${countOf(all, 'meal')}`,
    missing:
      missing.length === 0
        ? ''
        : `Missing: ${missing.join(', ')}. We’ll be in touch about ${missing.length === 1 ? 'it' : 'them'}.`,
    short:
      missing.length === 0 ? '' : `${missing.length} of ${countOf(all, 'meal')} missing, sorry.`,
    before: stopsBefore === 0 ? 'No stop' : countOf(stopsBefore, 'stop'),
    from: clockTime(from, timeZone),
    to: clockTime(to, timeZone),
  };
}

/** What is in the van counts; what packers could not put in is named. */
async function findInBag(
  db: Database,
  deliveryId: number,
): Promise<{ all: number; missing: string[] }> {
  const [order] = await loadOrdersToCook(db, { deliveryIds: [deliveryId] });
  const delivery = order?.deliveries.find(({ id }) => id === deliveryId);
  const people = delivery ? (await readPacking(db, [deliveryId])).peopleOf(delivery) : [];
  const items = people.flatMap((person) => person.items);
  return {
    all: items.length,
    missing: items
      .filter(({ state }) => state === 'missing')
      .map(({ meal, personName }) => `${meal.name} for ${personName}`),
  };
}

async function lateValues(
  db: Database,
  delivery: DeliveryRow,
  { now, timeZone }: ValuesQuery,
): Promise<FieldValues | null> {
  const { date, window } = delivery;
  const newsAt = await findLastNews(db, delivery);
  if (newsAt === null) return null;
  const stopsBefore = await countStopsBefore(db, delivery);
  const { from, to } = expectedTime({ date, window, newsAt, stopsBefore }, timeZone);
  return {
    window: windowLabel(window),
    // Never a time that has passed.
    from: clockTime(Math.max(from, now), timeZone),
    to: clockTime(Math.max(to, now), timeZone),
  };
}

async function findOffer(db: Database, { id, attempt }: DeliveryRow) {
  const [offer] = await db
    .select()
    .from(missedChoices)
    .where(and(eq(missedChoices.deliveryId, id), eq(missedChoices.attempt, attempt)));
  return offer ? { offered: offer.offered, until: offer.until.getTime() } : null;
}

async function readDeadline(db: Database, { message, timeZone }: ValuesQuery): Promise<string> {
  const [choice] = await db
    .select({ until: askedMeals.until })
    .from(askedMeals)
    .where(inArray(askedMeals.id, message.facts.choiceIds ?? []))
    .orderBy(asc(askedMeals.until))
    .limit(1);
  return choice ? untilText(choice.until.getTime(), timeZone) : '';
}

async function readMoney(
  db: Database,
  kind: 'cancelled' | 'refund_made',
  { order: { id }, message: { facts }, timeZone }: ValuesQuery,
): Promise<FieldValues> {
  const given = facts.fields ?? {};
  const order = await getOrder(db, { id });
  const money = toldMoneyOf(facts, order, timeZone);
  const told = { ...given, money: moneySentence(money) };
  if (kind === 'cancelled' || given.why) return told;
  const refund = order.refunds.find((each) => facts.refundIds?.includes(each.id));
  return { ...told, headline: moneyHeadline(money), why: refund ? whyOf(order, refund) : '' };
}

/** "This is about order RT-7K3F-9Q2X: It leaked. For Lentil Chilli (Zoe), delivery fee." */
function whyOf(order: Order, { reason, itemIds, presents }: OrderRefund): string {
  const meals = itemsOf(order)
    .filter(({ id }) => itemIds?.includes(id))
    .map(({ meal, personName }) => `${meal.name} (${personName})`);
  const fees = presents.some(({ part }) => part.startsWith('f')) ? ['delivery fee'] : [];
  const parts = [...meals, ...fees].join(', ');
  const stop = /[.!?]$/.test(reason) ? '' : '.';
  return `This is about order ${order.number}: ${reason}${stop}${parts === '' ? '' : ` For ${parts}.`}`;
}

export function clockTime(instant: Instant, timeZone: string): string {
  return formatMinuteOfDay(wallTimeAt(instant, timeZone).minuteOfDay);
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function lowerFirst(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
