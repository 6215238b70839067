/** The deliveries of an order as a calendar file, one event each. */
import { and, eq } from 'drizzle-orm';
import { formatAddress } from '#areas/business/rules/street-address.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { type CalendarEvent, writeCalendar } from './calendar-file.ts';

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
  const events = order.deliveries.map((delivery): CalendarEvent => ({
    ...minutesOf(delivery.window),
    uid: `delivery-${delivery.id}@${host}`,
    // Of its day, and of what is in it: both only grow.
    sequence: order.version + delivery.version,
    date: delivery.date,
    summary: `${business.name} delivery, ${windowLabel(delivery.window)}`,
    description: describeDelivery(order, delivery),
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

/** True once: the calendar has events of 0.1.0, whose UIDs a move would have left standing. */
async function takeOldCalendar({ db }: Pick<Context, 'db'>, { id }: Order): Promise<boolean> {
  const taken = await db
    .update(orders)
    .set({ hasOldCalendar: false })
    .where(and(eq(orders.id, id), eq(orders.hasOldCalendar, true)))
    .returning({ id: orders.id });
  return taken.length > 0;
}

function oldEvents(
  { number, deliveries }: Order,
  events: readonly CalendarEvent[],
  host: string,
): CalendarEvent[] {
  const byUid = new Map(
    deliveries.flatMap(({ date, window }, index) => {
      const event = events[index];
      const uid = `${number}-${date}-${window.slice(0, 2)}@${host}`;
      return event ? [[uid, { ...event, uid, isCancelled: true }] as const] : [];
    }),
  );
  return [...byUid.values()];
}

function describeDelivery(order: Order, delivery: OrderDelivery): string {
  const meals = itemsOfDelivery(delivery).map(
    ({ personName, meal, mealType }) =>
      `${personName}: ${meal.name} (${mealType}). ${allergenStatement(meal.allergens ?? null)}.`,
  );
  return [`Order ${order.number}`, ...meals].join('\n');
}
