/** What other windows and closed days mean for what is booked. */
import { sql } from 'drizzle-orm';
import type { LostBookings } from '#areas/business/calls/settings.ts';
import { type BusinessFacts, FACTS } from '#areas/business/rules/facts.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { DELIVERY_STATUSES, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isOffered, offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { weekdaysText } from '#areas/business/rules/weekdays-text.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

export type BookedSlot = SlotKey & { deliveries: number };

type Told = [message: string, deliveries?: number];
type Change = { before: BusinessFacts; after: BusinessFacts };

const OPEN_STATUSES = DELIVERY_STATUSES.filter((status) => !isEnded(status));
const MOST_DATES_NAMED = 5;
const MOST_ORDERS_NAMED = 50;

/** The slots from today on in which something is booked, by date and window. `isUndecided`: but for what is brought as booked by choice. */
export async function listBookedSlots(
  tx: Database | Transaction,
  now: Instant,
  { timeZone }: Pick<BusinessFacts, 'timeZone'>,
  { isUndecided = false } = {},
): Promise<BookedSlot[]> {
  const { date: today } = wallTimeAt(now, timeZone);
  const isAsked = isUndecided
    ? sql`not exists (select 1 from incident_rows r where r.delivery_id = d.id and r.state = 'left'
        and r.date = d.date and r.time_slot = d.time_slot)`
    : sql`true`;
  const { rows } = await tx.execute<BookedSlot>(sql`
    select date::text as date, time_slot as "window", count(*)::int as deliveries
    from deliveries d
    where date >= ${today} and status = any(${sql.param(OPEN_STATUSES)}) and ${isAsked}
    group by 1, 2 order by 1, 2`);
  return rows;
}

/** For windows that are removed, or taken off a weekday, and of those that are new. */
export function windowEffects({ before, after }: Change, slots: readonly BookedSlot[]): Told[] {
  const { closures } = before;
  const lost = slots.filter(
    (slot) => isOffered(before, slot) && !isOffered({ ...after, closures }, slot),
  );
  const kept = offeredWindows(after);
  const effects = [...Map.groupBy(lost, ({ window }) => window)].map(([window, theirs]): Told => {
    const which = kept.includes(window) ? 'on days that you take off it' : 'which you remove';
    return bookedText(`in ${windowLabel(window)}, ${which}: ${datesText(theirs)}`, theirs);
  });
  const had = offeredWindows(before);
  const added = after.deliveryWindows.filter(({ timeSlot }) => !had.includes(timeSlot));
  if (added.length > 0) {
    const names = added.map(({ timeSlot, weekdays }) => nameOf(timeSlot, weekdays));
    effects.push([`New orders can choose ${names.join(', ')}.`]);
  }
  return effects.length > 0 ? effects : [[FACTS.deliveryWindows.changes]];
}

/** For days that are closed now. */
export function closureEffects({ before, after }: Change, slots: readonly BookedSlot[]): Told[] {
  const closed = lostSlots({ before, after: { ...before, closures: after.closures } }, slots);
  const theirs = Map.groupBy(closed, ({ date }) => date);
  const effects = [...theirs].map(([date, ofDay]): Told =>
    bookedText(`on ${formatDate(date)}, which you close`, ofDay),
  );
  return effects.length > 0 ? effects : [[FACTS.closures.changes]];
}

/** Booked in what was offered, and is not any more. */
export function lostSlots({ before, after }: Change, slots: readonly BookedSlot[]): BookedSlot[] {
  return slots.filter((slot) => isOffered(before, slot) && !isOffered(after, slot));
}

/** Date by date, with the meals and customers of each. */
export async function listLostBookings(
  tx: Transaction,
  lost: readonly SlotKey[],
): Promise<LostBookings[]> {
  const found: LostBookings[] = [];
  for (const [date, slots] of Map.groupBy(lost, (slot) => slot.date)) {
    const windows = slots.map(({ window }) => window);
    const { rows } = await tx.execute<LostBookings['orders'][number]>(sql`
      select o.number as "orderNumber", concat_ws(' ', o.first_name, o.last_name) as customer,
        d.time_slot as "timeSlot",
        (select count(*)::int from order_items i where i.delivery_id = d.id) as meals
      from deliveries d join orders o on o.id = d.order_id
      where d.date = ${date} and d.time_slot = any(${sql.param(windows)})
        and d.status = any(${sql.param(OPEN_STATUSES)})
      order by d.time_slot, o.number`);
    found.push({
      date,
      windows,
      deliveries: rows.length,
      meals: rows.reduce((sum, { meals }) => sum + meals, 0),
      orders: rows.slice(0, MOST_ORDERS_NAMED),
    });
  }
  return found;
}

/** "3 deliveries are booked …. They stay booked until you move or refund them." */
function bookedText(where: string, slots: readonly BookedSlot[]): Told {
  const count = slots.reduce((sum, { deliveries }) => sum + deliveries, 0);
  return count === 1
    ? [`1 delivery is booked ${where}. It stays booked until you move or refund it.`, 1]
    : [
        `${count} deliveries are booked ${where}. They stay booked until you move or refund them.`,
        count,
      ];
}

function datesText(slots: readonly { date: PlainDate }[]): string {
  const named = slots.slice(0, MOST_DATES_NAMED).map(({ date }) => formatDate(date));
  const rest = slots.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more days` : named.join(', ');
}

function nameOf(window: DeliveryWindow, weekdays: readonly number[]): string {
  return `${windowLabel(window)} (${weekdaysText(weekdays)})`;
}
