import type { TrackedOrderReply } from '#contract/orders.ts';
import { type DeliveryWindow, windowLabel } from '#domain/delivery/delivery-windows.ts';
import { allergenStatement, isAllergen } from '#domain/menu/allergens.ts';
import type { Context } from '#server/context.ts';
import { describeToCustomer, getOrderByToken } from '#server/order-book/tracking-queries.ts';
import { type CalendarEvent, writeCalendar } from './tracking-calendar-file.ts';

type Drop = TrackedOrderReply['deliveries'][number];

/** The deliveries of an order as a calendar file, one event each. Throws NotFound. */
export async function calendarOf(
  context: Pick<Context, 'db' | 'site' | 'clock' | 'signIn'>,
  token: string,
): Promise<{ orderNumber: string; text: string }> {
  const { business } = await context.site.current();
  const row = await getOrderByToken(context.db, token);
  const order = await describeToCustomer(context, row, business);
  const { publicUrl } = context.signIn;
  const events = order.deliveries.map((drop): CalendarEvent => ({
    ...timesOf(drop.timeSlot),
    uid: `${order.orderNumber}-${drop.date}-${drop.timeSlot.slice(0, 2)}@${new URL(publicUrl).hostname}`,
    sequence: row.version,
    date: drop.date,
    summary: `${business.name} delivery, ${windowLabel(drop.timeSlot)}`,
    description: describeDrop(order, drop),
    location: order.address,
    url: `${publicUrl}/track/${encodeURIComponent(token)}`,
    isCancelled: order.status === 'cancelled' || drop.status === 'cancelled',
  }));
  const calendar = { name: business.name, timeZone: business.timeZone, now: context.clock() };
  return { orderNumber: order.orderNumber, text: writeCalendar({ ...calendar, events }) };
}

/** "11:00-13:00" -> minutes of the day. */
function timesOf(window: DeliveryWindow): { startMinute: number; endMinute: number } {
  const [startMinute = 0, endMinute = 0] = window.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { startMinute, endMinute };
}

function describeDrop(order: TrackedOrderReply, drop: Drop): string {
  const meals = drop.items.map((item) => {
    const allergens = allergenStatement(item.allergens?.filter(isAllergen) ?? null);
    return `${item.personName}: ${item.mealName} (${item.mealType}). ${allergens}.`;
  });
  return [`Order ${order.orderNumber}`, ...meals].join('\n');
}
