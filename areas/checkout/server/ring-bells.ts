/**
 * Rings the bells of full windows: those who asked first are told of a place that came free. Nothing is held for them: it
 * goes to whoever orders first. Nobody calls this when a place comes free: the clock looks at the windows, so it rings for a
 * cancelled order, a moved delivery, a raised capacity and a window that opens again, alike.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import { whySellable } from '#areas/business/rules/sale-state.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { isSoldOut, unsoldPlaces } from '#areas/places/server/places.ts';

/** Told beyond the places that are free, because not everybody who is told orders. */
const TOLD_BEYOND = 2;
/** Then the next are told. */
const TURN_MS = 10 * 60_000;

type Ringing = Pick<Context, 'db' | 'clock' | 'site'>;

/** Each window with a place to tell of is a transaction of its own; safe to call concurrently. */
export async function ringBells(context: Ringing): Promise<{ told: number; ended: number }> {
  const { business } = await context.site.current();
  const { weekStart } = orderingWeekAt(context.clock(), business);
  const ended = await endBells(context.db, weekStart);
  await markUsed(context.db);
  const waiting = await context.db
    .selectDistinct({ date: deliverySlots.date, window: deliverySlots.window })
    .from(deliverySlots)
    .innerJoin(slotBells, eq(slotBells.slotId, deliverySlots.id))
    .where(
      and(
        eq(slotBells.state, 'confirmed'),
        eq(deliverySlots.isActive, true),
        sql`not ${isSoldOut}`,
      ),
    )
    .orderBy(deliverySlots.date, deliverySlots.window);
  let told = 0;
  const now = context.clock();
  for (const slot of waiting.filter((each) => whySellable(each, now, business) === 'open'))
    told += await context.db.transaction((tx) => ringSlot(tx, context, slot));
  return { told, ended };
}

/** Orders for their week have closed: nobody can use a place any more, and nobody is kept waiting in our records. */
async function endBells(db: Ringing['db'], weekStart: string): Promise<number> {
  const ended = await db.delete(slotBells).where(sql`exists (
    select from ${deliverySlots} s where s.id = ${slotBells.slotId} and s.date < ${weekStart})`);
  return ended.rowCount ?? 0;
}

/** Whoever has a delivery in that window by now needs no place any more. */
async function markUsed(db: Ringing['db']): Promise<void> {
  await db.execute(sql`
    update ${slotBells} b set state = 'used'
    where b.state in ('asked', 'confirmed', 'told') and exists (
      select from ${deliverySlots} s join ${deliveries} d on d.date = s.date and d.time_slot = s.time_slot
      join ${orders} o on o.id = d.order_id
      where s.id = b.slot_id and d.status <> 'cancelled' and lower(o.email) = lower(b.email))`);
}

/** Returns how many were told. */
async function ringSlot(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  slot: SlotKey,
): Promise<number> {
  // Locked, so that two processes tell one after the other.
  const [locked] = await tx
    .select({ id: deliverySlots.id, unsold: unsoldPlaces })
    .from(deliverySlots)
    .where(and(eq(deliverySlots.date, slot.date), eq(deliverySlots.window, slot.window)))
    .for('no key update');
  if (!locked || locked.unsold <= 0) return 0;
  const now = context.clock();
  const hasTurn = and(
    eq(slotBells.slotId, locked.id),
    eq(slotBells.state, 'told'),
    gt(slotBells.toldAt, new Date(now - TURN_MS)),
  );
  const more = locked.unsold + TOLD_BEYOND - (await tx.$count(slotBells, hasTurn));
  if (more <= 0) return 0;
  const next = await tx
    .select({ id: slotBells.id, email: slotBells.email })
    .from(slotBells)
    .where(and(eq(slotBells.slotId, locked.id), eq(slotBells.state, 'confirmed')))
    .orderBy(slotBells.id)
    .limit(more)
    .for('update');
  for (const { id, email } of next) {
    await tx
      .update(slotBells)
      .set({ state: 'told', toldAt: new Date(now) })
      .where(eq(slotBells.id, id));
    await writeMessage(tx, context, {
      kind: 'slot_bell',
      about: id,
      recipient: email,
      facts: { bell: { id } },
    });
  }
  return next.length;
}
