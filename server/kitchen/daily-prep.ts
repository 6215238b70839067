import { and, asc, eq, gte, ne } from 'drizzle-orm';
import type { DailyPrepReply } from '#contract/daily-prep.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { dailyTotals, type PackedItem, type PackedOrder } from '#domain/kitchen/daily-totals.ts';
import type { Allergen } from '#domain/menu/allergens.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/deliveries.ts';
import { orderItems } from '#server/db/schema/order-items.ts';
import { orders } from '#server/db/schema/orders.ts';
import { people } from '#server/db/schema/people.ts';

type Packed = Omit<PackedOrder, 'items'> & {
  orderId: number;
  customerName: string;
  phone: string;
  suburb: string;
  items: (PackedItem & { allergens: Allergen[] | null })[];
};

/** What the kitchen cooks and packs on a date: the one asked for, else the next with deliveries, else today. */
export async function describeDailyPrep(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  askedFor: PlainDate | undefined,
): Promise<DailyPrepReply> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const date = askedFor ?? (await nextDeliveryDate(context.db, today)) ?? today;
  const { windows, packingList, ...totals } = dailyTotals(await listPacked(context.db, date));
  return {
    date,
    ...totals,
    windows: windows.map(({ window, ...total }) => ({ ...total, timeSlot: window })),
    packingList: packingList.map(({ window, ...order }) => ({ ...order, timeSlot: window })),
  };
}

async function nextDeliveryDate(db: Database, today: PlainDate): Promise<PlainDate | undefined> {
  const [next] = await db
    .select({ date: deliveries.date })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(and(gte(deliveries.date, today), ne(orders.status, 'cancelled')))
    .orderBy(asc(deliveries.date))
    .limit(1);
  return next?.date;
}

async function listPacked(db: Database, date: PlainDate): Promise<Packed[]> {
  const rows = await db
    .select({ delivery: deliveries, order: orders, item: orderItems, personName: people.name })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(orderItems, eq(orderItems.deliveryId, deliveries.id))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(and(eq(deliveries.date, date), ne(orders.status, 'cancelled')))
    .orderBy(
      asc(orders.id),
      asc(people.position),
      asc(orderItems.mealDate),
      // Lunch comes after dinner in the alphabet, but before it on the table.
      asc(eq(orderItems.mealType, 'dinner')),
    );
  const packed = new Map<number, Packed>();
  for (const { delivery, order, item, personName } of rows) {
    const bag = packed.get(delivery.id) ?? emptyBag(order, delivery.timeSlot);
    packed.set(delivery.id, bag);
    const { mealId, mealType, mealDate, meal } = item;
    const { name, ingredients, allergens } = meal;
    bag.items.push({ mealId, name, mealType, mealDate, personName, ingredients, allergens });
  }
  return [...packed.values()];
}

function emptyBag(order: typeof orders.$inferSelect, window: Packed['window']): Packed {
  const { id, number, status, phone, suburb, deliveryPreference, specialInstructions } = order;
  return {
    orderId: id,
    orderNumber: number,
    status,
    window,
    customerName: `${order.firstName} ${order.lastName}`,
    phone,
    suburb,
    deliveryPreference,
    specialInstructions,
    items: [],
  };
}
