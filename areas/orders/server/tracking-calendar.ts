import { formatAddress } from '#areas/business/rules/street-address.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { type CalendarEvent, writeCalendar } from './tracking-calendar-file.ts';

/** The deliveries of an order as a calendar file, one event each. Throws NotFound. */
export async function calendarOf(
  context: Pick<Context, 'db' | 'site' | 'clock' | 'signIn'>,
  token: string,
): Promise<{ orderNumber: string; text: string }> {
  const { business } = await context.site.current();
  const order = await getOrder(context.db, { token });
  const { publicUrl } = context.signIn;
  const events = order.deliveries.map((delivery): CalendarEvent => ({
    ...minutesOf(delivery.window),
    uid: `${order.number}-${delivery.date}-${delivery.window.slice(0, 2)}@${new URL(publicUrl).hostname}`,
    sequence: order.version,
    date: delivery.date,
    summary: `${business.name} delivery, ${windowLabel(delivery.window)}`,
    description: describeDelivery(order, delivery),
    location: formatAddress(order.customer.address),
    url: `${publicUrl}/track/${encodeURIComponent(token)}`,
    isCancelled: order.status === 'cancelled' || delivery.status === 'cancelled',
  }));
  const calendar = { name: business.name, timeZone: business.timeZone, now: context.clock() };
  return { orderNumber: order.number, text: writeCalendar({ ...calendar, events }) };
}

function describeDelivery(order: Order, delivery: OrderDelivery): string {
  const meals = itemsOfDelivery(delivery).map(
    ({ personName, meal, mealType }) =>
      `${personName}: ${meal.name} (${mealType}). ${allergenStatement(meal.allergens ?? null)}.`,
  );
  return [`Order ${order.number}`, ...meals].join('\n');
}
