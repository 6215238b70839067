/**
 * Places and portions kept for what is not paid yet. Nothing else writes to `holds`: `held` of a slot and of a meal's day is
 * the sum of its rows at every commit. Slots before portions, each in its fixed order, so that no two transactions deadlock.
 */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Portions, PortionScope, SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  deliverySlots,
  mealDays,
  type HOLD_KINDS,
  holds,
} from '#areas/order-book/server/tables/slots.ts';
import { isFreeSlot, isSlot, openSlots, takePlaces } from './places.ts';
import { changeRows, RowChanges } from '#areas/places/server/portion-rows.ts';

/** Who holds; hashes, so that they can be counted and not read. */
export type Holder = { network: string; mailbox: string; phone: string };

type NewHold = {
  kind: (typeof HOLD_KINDS)[number];
  /** The checkout or the change. */
  ownerId: string;
  /** Null: it counts against nobody. */
  holder: Holder | null;
  /** False: sold once already, so whatever is left. */
  isGuarded?: boolean;
};

type HoldContent = { slots: readonly SlotKey[]; portions: readonly Portions[] };
type Refused = { full: SlotKey[]; soldOut: SoldOutMeal[] };

/**
 * Holds a place on each slot and these portions, or returns what is full or sold out; the caller then rolls back. The guard
 * in the UPDATE is what prevents overselling: PostgreSQL evaluates it on the newest row.
 */
export async function takeHold(
  tx: Transaction,
  hold: NewHold,
  { slots, portions }: HoldContent,
  facts: Pick<BusinessFacts, 'slotCapacity' | 'orderWeekStart'>,
): Promise<Refused> {
  const { isGuarded = true } = hold;
  if (!isGuarded) await openSlots(tx, slots, facts);
  const full = await takePlaces(tx, slots, facts, async (slot) => {
    const taken = await tx.execute(sql`
      with taken as (
        update ${deliverySlots} set held = held + 1
        where ${isGuarded ? isFreeSlot(slot) : isSlot(slot)} returning id
      )
      insert into ${holds} (kind, owner_id, slot_id, amount, network, mailbox, phone)
      select ${ownerOf(hold, sql`id`, sql`1`)} from taken`);
    return taken.rowCount === 1;
  });
  if (full.length > 0) return { full, soldOut: [] };
  const rows = new RowChanges(facts).add(portions, { held: 1 }).list();
  const written = sql`insert into ${holds} (kind, owner_id, meal_day_id, amount, network, mailbox, phone)
    select ${ownerOf(hold, sql`id`, sql`held`)} from changed`;
  return { full, soldOut: await changeRows(tx, rows, facts, { isGuarded, hold: written }) };
}

function ownerOf({ kind, ownerId, holder }: NewHold, what: SQL, amount: SQL): SQL {
  return sql`${kind}::text, ${ownerId}::uuid, ${what}, ${amount},
    ${holder?.network ?? null}::text, ${holder?.mailbox ?? null}::text, ${holder?.phone ?? null}::text`;
}

/**
 * What was held is booked, whatever has become of capacity and limits since. `portions`: false where none was held, by a
 * release that knew none.
 */
export async function bookHold(tx: Transaction, ownerId: string): Promise<{ portions: boolean }> {
  // Sent together: a caller whose other statements fail rolls back, and nothing may be sent after that.
  const [, booked] = await Promise.all([
    bookHeldPlaces(tx, ownerId),
    endPortions(tx, ownerId, sql`held = d.held - ended.amount, booked = d.booked + ended.amount`),
  ]);
  return { portions: booked > 0 };
}

/**
 * The places alone, of a change whose portions `movePortions` uses. Locks `others`, too, in the order in which slots are
 * locked everywhere. Returns the slots.
 */
export async function bookHeldPlaces(
  tx: Transaction,
  ownerId: string,
  others: readonly SlotKey[] = [],
): Promise<SlotKey[]> {
  return endPlaces(tx, ownerId, sql`held = held - 1, booked = booked + 1`, others);
}

/** Gives back all that is held for it. */
export async function releaseHold(tx: Transaction, ownerId: string): Promise<void> {
  await endPlaces(tx, ownerId, sql`held = held - 1`);
  await endPortions(tx, ownerId, sql`held = d.held - ended.amount`);
}

type LockedTogether = {
  slots: readonly SlotKey[];
  mealIds: readonly string[];
  ids: readonly string[];
};

/** Locks, in the order of all locks, what these owners hold and what is about to be booked. */
export async function lockForBooking(
  tx: Transaction,
  { slots, mealIds, ids }: LockedTogether,
): Promise<void> {
  const isAnyOfThem = sql`any (${sql.param([...ids])}::uuid[])`;
  const keys = JSON.stringify(slots.map(({ date, window }) => ({ date, time_slot: window })));
  await tx.execute(sql`
    select slot.id from ${deliverySlots} slot
    where exists (select from ${holds} h where h.slot_id = slot.id and h.owner_id = ${isAnyOfThem})
      or (slot.date, slot.time_slot) in (
        select date, time_slot from jsonb_to_recordset(${keys}::jsonb) as (date date, time_slot text))
    order by slot.date, slot.time_slot
    for no key update of slot`);
  await tx.execute(sql`
    select d.id from ${mealDays} d
    where d.meal_id = any (${sql.param([...mealIds])}::int[])
      or exists (select from ${holds} h where h.meal_day_id = d.id and h.owner_id = ${isAnyOfThem})
    order by d.meal_id, d.date, d.scope
    for no key update of d`);
}

/** The portions of a change become the caller's, who takes them off `held` in the statement that books them. */
export async function takeHeldPortions(
  tx: Transaction,
  ownerId: string,
): Promise<{ mealId: number; date: string; scope: PortionScope; portions: number }[]> {
  const isTheirs = and(eq(holds.ownerId, ownerId), isNotNull(holds.mealDayId));
  const held = await tx
    .select({
      mealId: mealDays.mealId,
      date: mealDays.date,
      scope: mealDays.scope,
      portions: holds.amount,
    })
    .from(holds)
    .innerJoin(mealDays, eq(mealDays.id, holds.mealDayId))
    .where(isTheirs);
  await tx.delete(holds).where(isTheirs);
  return held;
}

async function endPlaces(
  tx: Transaction,
  ownerId: string,
  change: SQL,
  others: readonly SlotKey[] = [],
): Promise<SlotKey[]> {
  // The rows are locked in the fixed order first, so that updating them cannot deadlock. Not with the strongest lock: it
  // would block transactions that are writing deliveries for the same slots, and they would block it.
  const { rows } = await tx.execute<SlotKey>(sql`
    with locked as materialized (
      select slot.id, slot.date, slot.time_slot from ${deliverySlots} slot
      where exists (select from ${holds} h where h.slot_id = slot.id and h.owner_id = ${ownerId})
        or (slot.date, slot.time_slot) in (
          select date, time_slot from jsonb_to_recordset(${JSON.stringify(
            others.map(({ date, window }) => ({ date, time_slot: window })),
          )}::jsonb) as (date date, time_slot text))
      order by slot.date, slot.time_slot
      for no key update of slot
    ), ended as (
      delete from ${holds} where owner_id = ${ownerId} and slot_id is not null returning slot_id
    )
    update ${deliverySlots} set ${change} from ended join locked on locked.id = ended.slot_id
    where ${deliverySlots.id} = locked.id
    returning locked.date::text as date, locked.time_slot as window`);
  return rows.toSorted(compareSlotKeys);
}

async function endPortions(tx: Transaction, ownerId: string, change: SQL): Promise<number> {
  const ended = await tx.execute(sql`
    with locked as materialized (
      select d.id from ${mealDays} d join ${holds} hold on hold.meal_day_id = d.id
      where hold.owner_id = ${ownerId}
      order by d.meal_id, d.date, d.scope
      for no key update of d
    ), ended as (
      delete from ${holds} where owner_id = ${ownerId} and meal_day_id is not null
      returning meal_day_id, amount
    )
    update ${mealDays} d set ${change}
    from ended join locked on locked.id = ended.meal_day_id where d.id = locked.id`);
  return ended.rowCount ?? 0;
}
