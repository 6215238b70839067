import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type SlotRow, deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { NotFound } from '#platform/server/errors.ts';

type Days = { from?: PlainDate | undefined; to?: PlainDate | undefined };

/** Both dates inclusive, sorted by date and window. */
export async function listSlots(db: Database, days: Days): Promise<SlotReply[]> {
  const rows = await db
    .select()
    .from(deliverySlots)
    .where(isWithin(days))
    .orderBy(asc(deliverySlots.date), asc(deliverySlots.window));
  const bells = await countBells(db, days);
  return rows.map((row) => {
    const ofSlot = bells.get(row.id);
    return { ...toSlotReply(row), ...(ofSlot && { bells: ofSlot }) };
  });
}

/** By slot; none where nobody waits and nobody was told of a place. */
async function countBells(
  db: Database,
  days: Days,
): Promise<Map<number, { waiting: number; told: number }>> {
  const countOf = (state: 'confirmed' | 'told') =>
    sql<number>`count(*) filter (where ${slotBells.state} = ${state})::int`;
  const rows = await db
    .select({ slotId: slotBells.slotId, waiting: countOf('confirmed'), told: countOf('told') })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(and(isWithin(days), inArray(slotBells.state, ['confirmed', 'told'])))
    .groupBy(slotBells.slotId);
  return new Map(rows.map(({ slotId, ...counts }) => [slotId, counts]));
}

/** One slot, locked until the transaction ends. Throws NotFound. */
export async function lockSlot(tx: Transaction, which: { id: number } | SlotKey): Promise<SlotRow> {
  const isIt =
    'id' in which
      ? eq(deliverySlots.id, which.id)
      : and(eq(deliverySlots.date, which.date), eq(deliverySlots.window, which.window));
  const [slot] = await tx.select().from(deliverySlots).where(isIt).for('update');
  if (!slot) throw new NotFound('This delivery slot');
  return slot;
}

function isWithin({ from, to }: Days) {
  return and(
    from === undefined ? undefined : gte(deliverySlots.date, from),
    to === undefined ? undefined : lte(deliverySlots.date, to),
  );
}

export function toSlotReply({ id, date, window, ...slot }: SlotRow): SlotReply {
  return { id, date, timeSlot: window, ...slot, currentDeliveries: slot.held + slot.booked };
}
