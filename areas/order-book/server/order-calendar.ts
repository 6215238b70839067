/** The deliveries of an order as a calendar file, one event each. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { and, eq, notInArray } from 'drizzle-orm';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { escape, ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';

type CalendarContext = Pick<Context, 'db' | 'site' | 'clock' | 'signIn'>;

export type CalendarFile = { name: string; text: string };

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** By its secret link. Throws NotFound. */
export async function calendarOf(context: CalendarContext, token: string): Promise<CalendarFile> {
  const trackingUrl = `${context.signIn.publicUrl}/track/${encodeURIComponent(token)}`;
  return fileOf(context, await getOrder(context.db, { token }), trackingUrl);
}

/** To attach to an email. */
export async function attachedCalendar(
  context: CalendarContext,
  { id, trackingUrl }: { id: number; trackingUrl: string },
) {
  const { name, text } = await fileOf(context, await getOrder(context.db, { id }), trackingUrl);
  return { name, type: CALENDAR_TYPE, text };
}

async function fileOf(
  context: CalendarContext,
  order: Order,
  trackingUrl: string,
): Promise<CalendarFile> {
  const { business } = await context.site.current();
  const host = new URL(context.signIn.publicUrl).hostname;
  const all = [...order.deliveries, ...(await findEmptied(context, order))];
  const events = all.map((delivery): CalendarEvent => ({
    ...minutesOf(delivery.window),
    uid: `delivery-${delivery.id}@${host}`,
    // For its day, and of what is in it: both only grow.
    sequence: order.version + delivery.version,
    date: delivery.date,
    summary: `${business.name} delivery, ${windowLabel(delivery.window)}`,
    description: describeDelivery(order, delivery, business),
    location: formatAddress(order.customer.address),
    url: trackingUrl,
    isCancelled: order.status === 'cancelled' || delivery.status === 'cancelled',
  }));
  const calendar = { name: business.name, timeZone: business.timeZone, now: context.clock() };
  const replaced = (await takeOldCalendar(context, order)) ? oldEvents(order, events, host) : [];
  return {
    name: `order-${order.number}.ics`,
    text: writeCalendar({ ...calendar, events: [...events, ...replaced] }),
  };
}

/** Those whose meals went to another day: the order lists them no more, a calendar still does. */
async function findEmptied(
  { db }: Pick<Context, 'db'>,
  order: Order,
): Promise<Pick<OrderDelivery, 'id' | 'date' | 'window' | 'status' | 'version' | 'people'>[]> {
  const listed = order.deliveries.map(({ id }) => id);
  const { id, date, window, status, version } = deliveries;
  const emptied = await db
    .select({ id, date, window, status, version })
    .from(deliveries)
    .where(and(eq(deliveries.orderId, order.id), notInArray(deliveries.id, listed)));
  return emptied.map((delivery) => ({ ...delivery, people: [] }));
}

/** True once: the calendar has events of 0.1.0, whose UIDs a move would have left standing. */
async function takeOldCalendar({ db }: Pick<Context, 'db'>, { id }: Order): Promise<boolean> {
  const taken = await db
    .update(orders)
    .set({ hasOldCalendar: false })
    .where(and(eq(orders.id, id), eq(orders.hasOldCalendar, true)))
    .returning({ id: orders.id });
  return taken.length > 0;
}

function oldEvents(order: Order, events: readonly CalendarEvent[], host: string): CalendarEvent[] {
  const byUid = new Map(
    order.deliveries.flatMap(({ date, window }, index) => {
      const event = events[index];
      const uid = `${order.number}-${date}-${window.slice(0, 2)}@${host}`;
      return event ? [[uid, { ...event, uid, isCancelled: true }] as const] : [];
    }),
  );
  return [...byUid.values()];
}

function describeDelivery(
  order: Order,
  delivery: Pick<OrderDelivery, 'people'>,
  facts: ServiceFacts,
): string {
  const meals = itemsOfDelivery(delivery).map(
    ({ personName, meal, mealType }) =>
      `${personName}: ${meal.name} (${serviceOf(mealType, facts).name}). ${allergenStatement(meal.allergens ?? null)}.`,
  );
  return [`Order ${order.number}`, ...meals].join('\n');
}

/** Deliveries as iCalendar text (RFC 5545), in the kitchen's time zone. */
export type CalendarEvent = {
  /** Globally unique and always the same for one event: a second import replaces the first. */
  uid: string;
  /** Increases with every change of the event. */
  sequence: number;
  date: PlainDate;
  startMinute: number;
  endMinute: number;
  summary: string;
  description: string;
  location: string;
  url: string;
  isCancelled: boolean;
};

type Calendar = { name: string; timeZone: string; now: Instant; events: readonly CalendarEvent[] };

export function writeCalendar({ name, timeZone, now, events }: Calendar): string {
  const calendar = new ICalCalendar({
    prodId: '//Mealrun//Deliveries//EN',
    scale: 'GREGORIAN',
    // The library escapes every text but this one.
    name: escape(cleanText(name), false),
    // Without a name: with one, the library writes DTSTAMP in local time, and RFC 5545 requires UTC.
    timezone: { name: null, generator: () => describeTimeZone(timeZone, events) },
    events: events.map((event) => ({
      id: event.uid,
      sequence: event.sequence,
      stamp: new Date(now),
      start: wallTime(event.date, event.startMinute),
      end: wallTime(event.date, event.endMinute),
      timezone: timeZone,
      summary: cleanText(event.summary),
      description: cleanText(event.description),
      location: cleanText(event.location),
      url: event.url,
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    })),
  });
  return `${calendar.toString()}\r\n`;
}

/** Not a `Date`: the library would read it in the time zone of the server. */
function wallTime(date: PlainDate, minuteOfDay: number): Temporal.PlainDateTime {
  return Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes: minuteOfDay });
}

/** The time zone on the days of the events: a new period wherever the clocks changed in between. */
function describeTimeZone(timeZone: string, events: readonly CalendarEvent[]): string {
  const offsets = events
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map(({ date }) => ({ date, minutes: offsetMinutes(date, timeZone) }));
  const stretches = offsets.filter(
    ({ minutes }, index) => index === 0 || offsets[index - 1]?.minutes !== minutes,
  );
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...stretches.flatMap(({ date, minutes }, index) => [
      'BEGIN:STANDARD',
      `DTSTART:${index === 0 ? '19700101' : date.replaceAll('-', '')}T000000`,
      `TZOFFSETFROM:${offsetText(stretches[index - 1]?.minutes ?? minutes)}`,
      `TZOFFSETTO:${offsetText(minutes)}`,
      'END:STANDARD',
    ]),
    'END:VTIMEZONE',
  ].join('\n');
}

/** At midday: on the day of a clock change, the offset that applies to its deliveries. */
function offsetMinutes(date: PlainDate, timeZone: string): number {
  const noon = 12 * 60;
  const asIfUtc = Date.parse(`${date}T12:00:00Z`);
  return (asIfUtc - instantOf({ date, minuteOfDay: noon }, timeZone)) / MINUTE_MS;
}

/** 600 -> "+1000". */
function offsetText(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}${two(distance % 60)}`;
}

/** RFC 5545 forbids control characters other than tab and line break, and the library leaves them in. */
function cleanText(text: string): string {
  return text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
