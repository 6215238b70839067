/** Places on delivery slots: held, booked and released only here. */
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  compareSlotKeys,
  type SlotKey,
  type SlotState,
} from '#areas/business/rules/delivery-slots.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { slotHolds } from '#areas/order-book/server/tables/slot-holds.ts';

const slotIsFree = sql`${deliverySlots.held} + ${deliverySlots.booked} < ${deliverySlots.maxDeliveries}`;

/** Places that are not sold: what staff hold for callers counts as sold until its time is over. */
export const unsoldPlaces = sql<number>`(${deliverySlots.maxDeliveries} - ${deliverySlots.booked} - (
  select count(*) from ${slotHolds} h where h.slot_id = ${deliverySlots}.id and h.holder_network is null))::int`;

export const isSoldOut = sql<boolean>`(${unsoldPlaces} <= 0)`;

type Capacity = Pick<BusinessFacts, 'slotCapacity'>;

/** Who holds a place; hashes, so that they can be counted and not read. */
export type Holder = { network: string; email: string; phone: string };

type Hold = {
  checkoutId: string;
  /** Null: staff, for a caller. Their holds are not counted against anyone. */
  holder: Holder | null;
  /** Of a slot's capacity: the most that unpaid holds may take; null: all of it. */
  sharePercent: number | null;
};

/**
 * Holds one place on each slot for a checkout, or returns the full slots; the caller then rolls back. The guard in the
 * UPDATE is what prevents overselling: PostgreSQL evaluates it on the newest row. Slots are taken in a fixed order, so
 * two checkouts never deadlock.
 */
export async function holdPlaces(
  tx: Transaction,
  { checkoutId, holder, sharePercent }: Hold,
  slots: readonly SlotKey[],
  facts: Capacity,
): Promise<SlotKey[]> {
  return takePlaces(tx, slots, facts, async (slot) => {
    const held = await tx.execute(sql`
      with taken as (
        update ${deliverySlots} set held = held + 1 where ${takeableSlot(slot, sharePercent)} returning id
      )
      insert into ${slotHolds} (checkout_id, slot_id, holder_network, holder_email, holder_phone)
      select ${checkoutId}, id, ${holder?.network ?? null}, ${holder?.email ?? null}, ${holder?.phone ?? null}
      from taken`);
    return held.rowCount === 1;
  });
}

/** The guard against overselling, for a place that is held without being paid for. */
export function takeableSlot(slot: SlotKey, sharePercent: number | null): SQL | undefined {
  return and(isFreeSlot(slot), isBelowShare(sharePercent));
}

/**
 * Two customers may always pay at a time, or a slot of two places could be closed by one. What staff hold for callers
 * leaves their share to those who order online.
 */
function isBelowShare(sharePercent: number | null): SQL | undefined {
  if (sharePercent === null) return undefined;
  const most = sql`greatest(2, ceil(${deliverySlots.maxDeliveries} * ${sharePercent}::int / 100.0))`;
  const byStaff = sql`(select count(*) from ${slotHolds} h
    where h.slot_id = ${deliverySlots.id} and h.holder_network is null)`;
  return sql`${deliverySlots.held} - ${byStaff} < ${most}`;
}

/** Books a place on each slot without a prior hold. Returns the full slots; the caller then rolls back. */
export async function bookPlaces(
  tx: Transaction,
  slots: readonly SlotKey[],
  facts: Capacity,
): Promise<SlotKey[]> {
  return takePlaces(tx, slots, facts, async (slot) => {
    const booked = await tx
      .update(deliverySlots)
      .set({ booked: sql`${deliverySlots.booked} + 1` })
      .where(isFreeSlot(slot));
    return booked.rowCount === 1;
  });
}

/** One after the other in the fixed order; returns the slots of which no place could be taken. */
export async function takePlaces(
  tx: Transaction,
  slots: readonly SlotKey[],
  facts: Capacity,
  take: (slot: SlotKey) => Promise<boolean>,
): Promise<SlotKey[]> {
  const full: SlotKey[] = [];
  for (const slot of slots.toSorted(compareSlotKeys)) {
    const isTaken = (await take(slot)) || ((await openSlot(tx, slot, facts)) && (await take(slot)));
    if (!isTaken) full.push(slot);
  }
  return full;
}

/** Creates rows for slots that staff have not set, without taking a place. */
export async function openSlots(
  tx: Transaction,
  slots: readonly SlotKey[],
  facts: Capacity,
): Promise<void> {
  for (const slot of slots.toSorted(compareSlotKeys)) await openSlot(tx, slot, facts);
}

/** Makes sure a slot has a row; true when a place may now be free. */
async function openSlot(tx: Transaction, key: SlotKey, facts: Capacity): Promise<boolean> {
  const made = await tx
    .insert(deliverySlots)
    .values({ date: key.date, window: key.window, maxDeliveries: facts.slotCapacity.default })
    .onConflictDoNothing()
    .returning({ id: deliverySlots.id });
  if (made.length > 0) return true;
  // Another transaction may have created it between our two checks; then the guard has to be evaluated again.
  const [slot] = await tx
    .select({ isFree: slotIsFree })
    .from(deliverySlots)
    .where(and(isSlot(key), eq(deliverySlots.isActive, true)));
  return slot?.isFree === true;
}

/** Turns every place held for a checkout into a booked one. Returns how many. */
export async function bookHeldPlaces(tx: Transaction, checkoutId: string): Promise<number> {
  return endHolds(tx, checkoutId, sql`held = held - 1, booked = booked + 1`);
}

/** Releases every place held for a checkout. */
export async function releasePlaces(tx: Transaction, checkoutId: string): Promise<number> {
  return endHolds(tx, checkoutId, sql`held = held - 1`);
}

async function endHolds(tx: Transaction, checkoutId: string, change: SQL): Promise<number> {
  // The rows are locked in the fixed order first, so that updating them cannot deadlock. Not with the strongest lock: it
  // would block transactions that are writing deliveries for the same slots, and they would block it.
  const ended = await tx.execute(sql`
    with locked as materialized (
      select slot.id from ${deliverySlots} slot
      join ${slotHolds} hold on hold.slot_id = slot.id
      where hold.checkout_id = ${checkoutId}
      order by slot.date, slot.time_slot
      for no key update of slot
    ), ended as (
      delete from ${slotHolds} where checkout_id = ${checkoutId} returning slot_id
    )
    update ${deliverySlots} set ${change} from ended join locked on locked.id = ended.slot_id
    where ${deliverySlots.id} = locked.id`);
  return ended.rowCount ?? 0;
}

/** The state of the slots that have a row, in a range of days. */
export async function listSlotStates(
  db: Database | Transaction,
  from: PlainDate,
  to: PlainDate,
): Promise<(SlotKey & SlotState)[]> {
  return db
    .select({
      date: deliverySlots.date,
      window: deliverySlots.window,
      maxDeliveries: deliverySlots.maxDeliveries,
      held: deliverySlots.held,
      booked: deliverySlots.booked,
      isActive: deliverySlots.isActive,
    })
    .from(deliverySlots)
    .where(and(gte(deliverySlots.date, from), lte(deliverySlots.date, to)));
}

function isSlot(slot: SlotKey) {
  return and(eq(deliverySlots.date, slot.date), eq(deliverySlots.window, slot.window));
}

function isFreeSlot(slot: SlotKey) {
  return and(isSlot(slot), eq(deliverySlots.isActive, true), slotIsFree);
}
