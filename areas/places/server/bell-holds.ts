/**
 * Places held for those whose bell has rung: passed to a checkout and back here. The slot counts such a place as held all
 * the while, so nobody else can take it. Slots are locked before bells, everywhere.
 */
import { sql } from 'drizzle-orm';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { slotBells } from '#areas/order-book/server/tables/slot-bells.ts';
import { slotHolds } from '#areas/order-book/server/tables/slot-holds.ts';

type Passing = {
  bellId: number;
  checkoutId: string;
  /** Hashes, as of every hold. */
  holder: { network: string; email: string; phone: string };
};

/** The slot whose place is held for this bell; null: none is. */
export async function findBellSlot(tx: Transaction, bellId: number): Promise<SlotKey | null> {
  const { rows } = await tx.execute<SlotKey>(sql`
    select s.date::text as date, s.time_slot as window
    from ${slotBells} b join ${deliverySlots} s on s.id = b.slot_id
    where b.id = ${bellId} and b.state = 'rung'`);
  return rows[0] ?? null;
}

/** The bell's place on this slot becomes the checkout's. False: none is held there, or another tab was quicker. */
export async function passPlaceToCheckout(
  tx: Transaction,
  { bellId, checkoutId, holder }: Passing,
  { date, window }: SlotKey,
): Promise<boolean> {
  await tx.execute(sql`
    select from ${deliverySlots} where date = ${date} and time_slot = ${window} for no key update`);
  const passed = await tx.execute(sql`
    with passed as (
      update ${slotBells} b set state = 'taken', checkout_id = ${checkoutId}
      from ${deliverySlots} s
      where b.id = ${bellId} and b.state = 'rung' and s.id = b.slot_id
        and s.date = ${date} and s.time_slot = ${window}
      returning b.slot_id
    )
    insert into ${slotHolds} (checkout_id, slot_id, holder_network, holder_email, holder_phone)
    select ${checkoutId}, slot_id, ${holder.network}, ${holder.email}, ${holder.phone} from passed`);
  return passed.rowCount === 1;
}

/**
 * The checkout ends unpaid: while the bell's time runs, its place is the bell's again, so that a changed basket keeps it.
 * To be called before the checkout's other places are released.
 */
export async function returnPlaceToBell(
  tx: Transaction,
  checkoutId: string,
  now: Instant,
): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`select from ${slotBells} where checkout_id = ${checkoutId} and state = 'taken'`,
  );
  if (rowCount === 0) return;
  await tx.execute(sql`
    select from ${deliverySlots} slot
    where exists (select from ${slotHolds} h where h.slot_id = slot.id and h.checkout_id = ${checkoutId})
    order by slot.date, slot.time_slot
    for no key update of slot`);
  await tx.execute(sql`
    with returned as (
      update ${slotBells} set state = 'rung', checkout_id = null
      where checkout_id = ${checkoutId} and state = 'taken' and held_until > ${new Date(now)}::timestamptz
      returning slot_id
    )
    delete from ${slotHolds} h using returned
    where h.checkout_id = ${checkoutId} and h.slot_id = returned.slot_id`);
  await tx.execute(sql`
    update ${slotBells} set state = 'lapsed' where checkout_id = ${checkoutId} and state = 'taken'`);
}
