/** What a customer may choose after we could not leave their meals: as it was told, and as it still is. */
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  missedChoicesFor,
  missedChoiceUntil,
  windowsAgain,
} from '#areas/order-book/rules/missed-choice.ts';
import { type FreeWindow, SPREAD_DAYS } from '#areas/order-book/rules/incident.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import {
  type MissedChoiceRow,
  missedChoices,
} from '#areas/order-book/server/tables/order-changes.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { listSlotStates } from '#areas/places/server/places.ts';

/** Stored as the message says it. A report that was taken back and made again is told again. */
export async function offerMissedChoice(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  {
    order: row,
    delivery: { id, attempt },
    business,
  }: { order: OrderRow; delivery: DeliveryRow; business: BusinessFacts },
): Promise<Pick<MissedChoiceRow, 'offered' | 'until'>> {
  const order = await loadOrder(tx, row);
  const delivery = order.deliveries.find((one) => one.id === id);
  if (!delivery) throw new Error(`delivery ${id} is not in its order`);
  const now = context.clock();
  const windows = await listWindowsAgain(tx, order, delivery, now, business);
  const offered = missedChoicesFor(order, delivery, windows, business);
  const until = new Date(missedChoiceUntil(delivery, now, business));
  await tx
    .insert(missedChoices)
    .values({
      orderId: order.id,
      deliveryId: id,
      attempt,
      offered,
      until,
      createdAt: new Date(now),
    })
    .onConflictDoUpdate({
      target: [missedChoices.deliveryId, missedChoices.attempt],
      set: { offered, until, createdAt: new Date(now) },
      setWhere: sql`${missedChoices.chosen} is null`,
    });
  return { offered, until };
}

/** The next windows to which it could be brought, as they are now. */
export async function listWindowsAgain(
  db: Database | Transaction,
  order: Order,
  delivery: OrderDelivery,
  now: Instant,
  business: BusinessFacts,
): Promise<FreeWindow[]> {
  const { date } = delivery;
  const slots = await listSlotStates(db, date, addDays(date, SPREAD_DAYS));
  const wall = wallTimeAt(now, business.timeZone);
  return windowsAgain(order, delivery, slots, wall, business);
}

type Offer = MissedChoiceRow & {
  /** It is about this time that it was driven, not an earlier one. */
  isCurrent: boolean;
};

/** By delivery: what was last offered. */
export async function listMissedChoices(
  db: Database | Transaction,
  orderId: number,
): Promise<Map<number, Offer>> {
  const rows = await db
    .select({ offer: missedChoices, attempt: deliveries.attempt })
    .from(missedChoices)
    .innerJoin(deliveries, eq(deliveries.id, missedChoices.deliveryId))
    .where(eq(missedChoices.orderId, orderId))
    .orderBy(asc(missedChoices.attempt));
  return new Map(
    rows.map(({ offer, attempt }) => [
      offer.deliveryId,
      { ...offer, isCurrent: offer.attempt === attempt },
    ]),
  );
}

/** Locked until the transaction ends; null: nothing was ever offered for it. */
export async function lockMissedChoice(
  tx: Transaction,
  deliveryId: number,
): Promise<MissedChoiceRow | null> {
  const [found] = await tx
    .select()
    .from(missedChoices)
    .where(eq(missedChoices.deliveryId, deliveryId))
    .orderBy(desc(missedChoices.attempt))
    .limit(1)
    .for('update');
  return found ?? null;
}

export async function storeMissedChoice(
  tx: Transaction,
  id: number,
  chosen: Pick<MissedChoiceRow, 'chosen'> &
    Partial<Pick<MissedChoiceRow, 'toDate' | 'toWindow' | 'refundCents'>>,
  now: Instant,
): Promise<void> {
  await tx
    .update(missedChoices)
    .set({ ...chosen, chosenAt: new Date(now) })
    .where(eq(missedChoices.id, id));
}
