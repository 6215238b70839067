/** Places held for the change of a paid order that waits for its payment: held, booked and released only here. */
import { type SQL, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { changeHolds } from '#areas/order-book/server/tables/order-changes.ts';
import { takeableSlot, takePlaces } from '#areas/places/server/places.ts';

/** Holds one place on each slot, or returns the full slots; the caller then rolls back. */
export async function holdPlacesForChange(
  tx: Transaction,
  {
    changeId,
    sharePercent,
  }: {
    changeId: string;
    /** Of a slot's capacity: the most that unpaid holds may take; null: all of it. */
    sharePercent: number | null;
  },
  slots: readonly SlotKey[],
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<SlotKey[]> {
  return takePlaces(tx, slots, facts, async (slot) => {
    const held = await tx.execute(sql`
      with taken as (
        update ${deliverySlots} set held = held + 1 where ${takeableSlot(slot, sharePercent)} returning id
      )
      insert into ${changeHolds} (change_id, slot_id) select ${changeId}, id from taken`);
    return held.rowCount === 1;
  });
}

/**
 * Turns the places held for a change into booked ones, whatever has become of the slots' capacity since. Locks `others`, too,
 * in the fixed order in which slots are locked everywhere. Returns the slots.
 */
export async function bookChangeHolds(
  tx: Transaction,
  changeId: string,
  others: readonly SlotKey[],
): Promise<SlotKey[]> {
  const held = await lockHeldSlots(tx, changeId, others);
  await endChangeHolds(tx, changeId, sql`held = held - 1, booked = booked + 1`);
  return held;
}

/** Releases every place held for a change. */
export async function releaseChangeHolds(tx: Transaction, changeId: string): Promise<void> {
  await lockHeldSlots(tx, changeId, []);
  await endChangeHolds(tx, changeId, sql`held = held - 1`);
}

async function lockHeldSlots(
  tx: Transaction,
  changeId: string,
  others: readonly SlotKey[],
): Promise<SlotKey[]> {
  const { rows } = await tx.execute<{
    date: string;
    window: SlotKey['window'];
    isHeld: boolean;
  }>(sql`
    select slot.date::text as date, slot.time_slot as window,
      exists (select from ${changeHolds} h where h.slot_id = slot.id and h.change_id = ${changeId}) as "isHeld"
    from ${deliverySlots} slot
    where exists (select from ${changeHolds} h where h.slot_id = slot.id and h.change_id = ${changeId})
      or (slot.date, slot.time_slot) in (
        select date, time_slot from jsonb_to_recordset(${JSON.stringify(
          others.map(({ date, window }) => ({ date, time_slot: window })),
        )}::jsonb) as (date date, time_slot text))
    order by slot.date, slot.time_slot
    for no key update of slot`);
  return rows
    .filter(({ isHeld }) => isHeld)
    .map(({ date, window }) => ({ date, window }))
    .toSorted(compareSlotKeys);
}

async function endChangeHolds(tx: Transaction, changeId: string, change: SQL): Promise<void> {
  await tx.execute(sql`
    with ended as (delete from ${changeHolds} where change_id = ${changeId} returning slot_id)
    update ${deliverySlots} set ${change} from ended where ${deliverySlots}.id = ended.slot_id`);
}
