/**
 * Rings the bells of full windows: each free place is held for whoever asked first and has not been told, and an email tells
 * them. Nobody calls this when a place comes free: the clock looks at the windows, so it rings for a cancelled order, an
 * expired checkout, a moved delivery, a raised capacity and a window that opens again, alike.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { isOfferedSlot } from '#areas/business/rules/offered-windows.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { cutoffOf, orderingWeekAt, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots, type SlotRow } from '#areas/order-book/server/tables/delivery-slots.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { takeableSlot } from '#areas/places/server/places.ts';

/** Long enough to read an email and finish an order, short enough for the next person. */
export const BELL_MINUTES = 20;
const MINUTE_MS = 60_000;

type Ringing = Pick<Context, 'db' | 'clock' | 'site' | 'throttle'>;
type Count = { rung: number; lapsed: number; ended: number };

/** Every window with a bell to ring, to pass on or to end. Each is a transaction of its own; safe to call concurrently. */
export async function ringBells(context: Ringing): Promise<Count> {
  const { business } = await context.site.current();
  const now = new Date(context.clock());
  const { weekStart } = orderingWeekAt(context.clock(), business);
  const { rows } = await context.db.execute<SlotKey>(sql`
    select s.date::text as date, s.time_slot as window
    from ${deliverySlots} s join ${slotBells} b on b.slot_id = s.id
    group by s.id
    having s.date < ${weekStart}
      or bool_or(b.state = 'rung' and b.held_until <= ${now}::timestamptz)
      or (bool_or(b.state = 'waiting') and s.is_active and s.held + s.booked < s.max_deliveries)
    order by s.date, s.time_slot`);
  const total = { rung: 0, lapsed: 0, ended: 0 };
  for (const slot of rows) {
    const count = await context.db.transaction((tx) => ringSlot(tx, context, { slot, business }));
    total.rung += count.rung;
    total.lapsed += count.lapsed;
    total.ended += count.ended;
  }
  return total;
}

/** In a transaction that has no locks on later slots, nor on bells. */
export async function ringSlot(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'throttle'>,
  { slot, business }: { slot: SlotKey; business: BusinessFacts },
): Promise<Count> {
  const [locked] = await tx
    .select()
    .from(deliverySlots)
    .where(and(eq(deliverySlots.date, slot.date), eq(deliverySlots.window, slot.window)))
    .for('no key update');
  if (!locked) return { rung: 0, lapsed: 0, ended: 0 };
  const now = context.clock();
  if (cutoffOf(weekStartOf(slot.date, business), business) <= now) {
    return { rung: 0, lapsed: 0, ended: await endBells(tx, locked) };
  }
  const lapsed = await releaseBells(
    tx,
    locked,
    sql`state = 'rung' and held_until <= ${new Date(now)}::timestamptz`,
    'lapsed',
  );
  let rung = 0;
  if (isOfferedSlot(business, slot)) {
    await stopDelivered(tx, locked);
    while (await ringNext(tx, context, { slot: locked, business })) rung += 1;
  }
  return { rung, lapsed, ended: 0 };
}

/** Ends those bells of a locked slot and frees the places held for them. Returns how many had one. */
export async function releaseBells(
  tx: Transaction,
  { id }: Pick<SlotRow, 'id'>,
  which: ReturnType<typeof sql>,
  as: 'lapsed' | 'stopped',
): Promise<number> {
  const { rows } = await tx.execute<{ held: number }>(sql`
    with chosen as (
      select id, state from ${slotBells} where slot_id = ${id} and state in ('waiting', 'rung') and ${which}
      for update
    ), ended as (
      update ${slotBells} b set state = ${as} from chosen where b.id = chosen.id returning chosen.state
    )
    select count(*) filter (where state = 'rung')::int as held from ended`);
  const held = rows[0]?.held ?? 0;
  if (held > 0) await freeHeld(tx, id, held);
  return held;
}

async function freeHeld(tx: Transaction, slotId: number, places: number): Promise<void> {
  await tx
    .update(deliverySlots)
    .set({ held: sql`${deliverySlots.held} - ${places}` })
    .where(eq(deliverySlots.id, slotId));
}

/** Orders for its week have closed: nobody can use a place any more, and nobody is kept waiting in our records. */
async function endBells(tx: Transaction, { id }: SlotRow): Promise<number> {
  const ended = await tx
    .delete(slotBells)
    .where(eq(slotBells.slotId, id))
    .returning({ state: slotBells.state });
  const held = ended.filter(({ state }) => state === 'rung').length;
  if (held > 0) await freeHeld(tx, id, held);
  return ended.length;
}

/** Whoever has a delivery in that window already would only keep the place from the next person. */
async function stopDelivered(tx: Transaction, { id, date, window }: SlotRow): Promise<void> {
  await tx.execute(sql`
    update ${slotBells} b set state = 'stopped'
    where b.slot_id = ${id} and b.state = 'waiting' and exists (
      select from ${deliveries} d join ${orders} o on o.id = d.order_id
      where d.date = ${date} and d.time_slot = ${window} and d.status <> 'cancelled'
        and lower(o.email) = lower(b.email))`);
}

/** The next who asked gets a place, by the guard of every unpaid hold. False: nobody waits, or no place is free. */
async function ringNext(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'throttle'>,
  { slot, business }: { slot: SlotRow; business: BusinessFacts },
): Promise<boolean> {
  const [next] = await tx
    .select({ id: slotBells.id, email: slotBells.email })
    .from(slotBells)
    .where(and(eq(slotBells.slotId, slot.id), eq(slotBells.state, 'waiting')))
    .orderBy(slotBells.id)
    .limit(1)
    .for('update');
  if (!next) return false;
  const sharePercent = context.throttle ? business.unpaidHoldSharePercent : null;
  const held = await tx
    .update(deliverySlots)
    .set({ held: sql`${deliverySlots.held} + 1` })
    .where(takeableSlot(slot, sharePercent));
  if (held.rowCount !== 1) return false;
  const cutoff = cutoffOf(weekStartOf(slot.date, business), business);
  const heldUntil = Math.min(context.clock() + BELL_MINUTES * MINUTE_MS, cutoff);
  await tx
    .update(slotBells)
    .set({ state: 'rung', heldUntil: new Date(heldUntil) })
    .where(eq(slotBells.id, next.id));
  await writeMessage(tx, context, {
    kind: 'slot_bell',
    about: next.id,
    recipient: next.email,
    facts: {
      bell: { id: next.id },
    },
  });
  return true;
}

/** Erases these bells and frees what is held for them; their slots are locked in the fixed order. */
export async function deleteBells(tx: Transaction, bellIds: readonly number[]): Promise<void> {
  if (bellIds.length === 0) return;
  const slots = await tx
    .select({ id: deliverySlots.id })
    .from(deliverySlots)
    .where(
      inArray(
        deliverySlots.id,
        tx
          .select({ id: slotBells.slotId })
          .from(slotBells)
          .where(inArray(slotBells.id, [...bellIds])),
      ),
    )
    .orderBy(deliverySlots.date, deliverySlots.window)
    .for('no key update');
  for (const { id } of slots) {
    const gone = await tx
      .delete(slotBells)
      .where(and(eq(slotBells.slotId, id), inArray(slotBells.id, [...bellIds])))
      .returning({ state: slotBells.state });
    const held = gone.filter(({ state }) => state === 'rung').length;
    if (held > 0) await freeHeld(tx, id, held);
  }
}
