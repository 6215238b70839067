/** The one line that says how an order is this minute, for its page, the page of whom the food goes to, and emails. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { placeWords, type DeliveryStatus, isEnded } from './delivery.ts';
import { FRESH_NEWS_MS } from '#areas/order-book/rules/expected-time.ts';
import type { OrderStatus, RefundState } from '#areas/order-book/rules/order-status.ts';
import {
  amountInDollars,
  centsFromDollars,
  formatDollars,
  sumCents,
} from '#platform/rules/money.ts';
import {
  formatDayAndMonth,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import {
  formatMinuteOfDay,
  type Instant,
  instantOf,
  parseInstant,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';

/** As both pages have it; instants are ISO text. */
export type LineDelivery = {
  date: PlainDate;
  timeSlot: DeliveryWindow;
  status: DeliveryStatus;
  news: { at: string; place: string; reason: string } | null;
  road: { stopsBefore: number; from: string; to: string; newsAt: string } | null;
  /** What the payer may choose after we could not leave it. */
  missed?: { isOver: boolean; chosen: unknown } | null;
  items: readonly { mealName: string; onHold: string | null; mealDate?: PlainDate }[];
};

export type LineOrder = {
  deliveries: readonly LineDelivery[];
  status: OrderStatus;
  /** Null: whom the food goes to reads it, who neither pays nor chooses nor changes. */
  payer: {
    owed: string | null;
    choices: readonly { mealName: string; until: string; chosen: unknown }[];
    refunds: readonly { amount: string; state: RefundState }[];
    changeUntil: string;
    whyUnchangeable: string | null;
  } | null;
};

type LineFacts = { timeZone: string; phone: string };

/** So long after its window a delivery is late. */
const LATE_MS = 15 * MINUTE_MS;

/** Exactly one sentence, or two, for every order and minute. `now` is the server's. */
export function nowLine(order: LineOrder, now: Instant, facts: LineFacts): string {
  const today = wallTimeAt(now, facts.timeZone).date;
  return (
    foodLine(order) ??
    (order.status === 'cancelled' ? cancelledLine(order, facts) : null) ??
    askedLine(order, now, facts) ??
    wayLine(order, now, facts) ??
    (order.status === 'pending' ? 'Paid, and being checked' : null) ??
    comingLine(order, now, facts) ??
    (order.deliveries.every(({ status }) => status === 'cancelled')
      ? cancelledLine(order, facts)
      : doneLine(order, today, facts))
  );
}

/** The delivery that the page is about: on the way, today's, what is still eaten of, or the next; null: there is none. */
export function deliveryOfNow<Some extends LineDelivery>(
  deliveries: readonly Some[],
  now: Instant,
  timeZone: string,
): Some | null {
  const today = wallTimeAt(now, timeZone).date;
  const open = deliveries.filter(({ status }) => !isEnded(status));
  return (
    open.find(({ status }) => status === 'out') ??
    open.find(({ date }) => date === today) ??
    deliveries.findLast(({ date, status }) => date === today && status !== 'cancelled') ??
    deliveries.findLast((each) => each.status === 'delivered' && isStillEaten(each, today)) ??
    open.find(({ date }) => date >= today) ??
    open.at(-1) ??
    deliveries.findLast(({ status }) => status === 'delivered') ??
    null
  );
}

/** What is in the fridge is nearer than what comes next. */
function isStillEaten({ items }: LineDelivery, today: PlainDate): boolean {
  return items.some(({ mealDate = '' }) => mealDate >= today);
}

/** Not to be eaten comes before anything else, then what is on hold. */
function foodLine({ deliveries }: LineOrder): string | null {
  const held = deliveries.flatMap(({ status, items }) =>
    items.flatMap(({ onHold, mealName }) =>
      onHold === null ? [] : [{ mealName, isGiven: isEnded(status) }],
    ),
  );
  const given = held.filter(({ isGiven }) => isGiven);
  if (given.length > 0) return `Please do not eat ${mealsText(given)}: read why below`;
  if (held.length === 0) return null;
  return `${mealsText(held)} ${held.length === 1 ? 'is' : 'are'} on hold: read why below`;
}

function mealsText(meals: readonly { mealName: string }[]): string {
  return meals.length === 1 ? (meals[0]?.mealName ?? '') : `${meals.length} of your meals`;
}

function cancelledLine({ payer }: LineOrder, { phone }: LineFacts): string {
  const refunds = payer?.refunds ?? [];
  if (refunds.some(({ state }) => state === 'failed'))
    return `Cancelled. A refund did not go through: call us on ${phone}`;
  const total = sumCents(refunds.map(({ amount }) => centsFromDollars(Number(amount)) ?? 0));
  if (total === 0) return 'Cancelled';
  const isBack = refunds.every(({ state }) => state === 'succeeded');
  return `Cancelled. ${formatDollars(total)} ${isBack ? 'went' : 'is going'} back to your card`;
}

/** What only the customer can do: pay, choose a meal, say what becomes of a delivery. */
function askedLine(
  { payer, deliveries }: LineOrder,
  now: Instant,
  facts: LineFacts,
): string | null {
  if (!payer) return null;
  if (payer.owed)
    return `To pay: ${amountInDollars(payer.owed)}, because your order now costs more`;
  const choice = payer.choices.find(
    ({ chosen, until }) => chosen === null && parseInstant(until) > now,
  );
  if (choice) {
    const until = wallTimeAt(parseInstant(choice.until), facts.timeZone);
    const isToday = until.date === wallTimeAt(now, facts.timeZone).date;
    const day = isToday ? '' : ` ${formatDayAndMonth(until.date)}`;
    return `Choose by ${formatMinuteOfDay(until.minuteOfDay)}${day}: ${choice.mealName} ran out`;
  }
  const missed = deliveries.findLast(
    (each) =>
      each.status === 'missed' && each.missed && !each.missed.isOver && each.missed.chosen === null,
  );
  return missed ? `${missedText(missed, facts)}. Choose below` : null;
}

function missedText({ date, news }: LineDelivery, { timeZone }: LineFacts): string {
  if (!news) return `We couldn’t leave your meals on ${formatDayAndMonth(date)}`;
  const why = news.reason === '' ? '' : `: ${news.reason.toLowerCase()}`;
  return `We couldn’t leave your meals at ${clock(news.at, timeZone)}${why}`;
}

function wayLine(
  { deliveries }: LineOrder,
  now: Instant,
  { timeZone, phone }: LineFacts,
): string | null {
  const out = deliveries.find(({ status }) => status === 'out');
  if (!out) return null;
  const { road } = out;
  const lastNews = road ? parseInstant(road.newsAt) : null;
  if (road && lastNews !== null && now - lastNews <= FRESH_NEWS_MS) {
    if (road.stopsBefore === 0) return 'You’re next';
    const stops = road.stopsBefore === 1 ? '1 stop' : `${road.stopsBefore} stops`;
    return `On its way: ${clock(road.from, timeZone)}-${clock(road.to, timeZone)}. ${stops} before you`;
  }
  const end = endOf(out, timeZone);
  if (now > end + LATE_MS) return `We’re late. Call us: ${phone}`;
  const news = road ? `. Last news ${clock(road.newsAt, timeZone)}` : '';
  return `On its way, expect us by ${clock(end, timeZone)}${news}`;
}

const READY: Partial<Record<DeliveryStatus, string>> = { cooked: 'Cooked', packed: 'Packed' };

function comingLine(
  { deliveries, payer }: LineOrder,
  now: Instant,
  facts: LineFacts,
): string | null {
  const { timeZone, phone } = facts;
  const today = wallTimeAt(now, timeZone).date;
  const open = deliveries.filter(({ status }) => !isEnded(status));
  const todays = open.find(({ date }) => date === today);
  if (todays) {
    if (now > endOf(todays, timeZone) + LATE_MS) return `We’re late. Call us: ${phone}`;
    const ready = READY[todays.status];
    const window = windowLabel(todays.timeSlot);
    return ready ? `${ready}. Comes ${window}` : `Today, ${window}`;
  }
  const ended = deliveries.findLast(
    ({ date, status }) => date === today && (status === 'delivered' || status === 'missed'),
  );
  if (ended?.status === 'delivered') return deliveredText(ended, timeZone);
  // What was chosen for it stands below.
  if (ended && !ended.missed?.chosen)
    return `${missedText(ended, facts)}. ${payer ? `Call us: ${phone}` : WHO_DECIDES}`;
  const next = open.find(({ date }) => date > today);
  if (!next) return null;
  const when = `Next: ${formatDayAndMonth(next.date)}, ${windowLabel(next.timeSlot)}`;
  if (!payer) return when;
  if (payer.whyUnchangeable !== null || parseInstant(payer.changeUntil) <= now)
    return `${when}. Ordering has closed: call us to change`;
  const { date, minuteOfDay } = wallTimeAt(parseInstant(payer.changeUntil), timeZone);
  const [, ...dayAndMonth] = formatDayAndMonth(date).split(' ');
  const day = [weekdayName(weekdayOf(date)), ...dayAndMonth].join(' ');
  return `${when}. Change it until ${day}, ${formatMinuteOfDay(minuteOfDay)}`;
}

const WHO_DECIDES = 'The person who ordered them decides what happens next';

function deliveredText({ news }: LineDelivery, timeZone: string): string {
  if (!news) return 'Delivered';
  const place = news.place === '' ? '' : `, left ${placeWords(news.place)}`;
  return `Delivered at ${clock(news.at, timeZone)}${place}`;
}

/** Nothing comes any more, as far as we know. */
function doneLine({ deliveries }: LineOrder, today: PlainDate, { phone }: LineFacts): string {
  const unheard = deliveries.findLast(({ status, date }) => !isEnded(status) && date < today);
  if (unheard)
    return `Was to come ${formatDayAndMonth(unheard.date)}. Not there? Call us: ${phone}`;
  const missed = deliveries.findLast(({ status }) => status === 'missed');
  if (!missed) return 'All delivered';
  const day = formatDayAndMonth(missed.date);
  return deliveries.some(({ status }) => status === 'delivered')
    ? `Delivered, but not on ${day}. Call us: ${phone}`
    : `We couldn’t leave your meals on ${day}. Call us: ${phone}`;
}

function endOf({ date, timeSlot }: LineDelivery, timeZone: string): Instant {
  return instantOf({ date, minuteOfDay: minutesOf(timeSlot).endMinute }, timeZone);
}

function clock(instant: string | Instant, timeZone: string): string {
  const at = typeof instant === 'string' ? parseInstant(instant) : instant;
  return formatMinuteOfDay(wallTimeAt(at, timeZone).minuteOfDay);
}
