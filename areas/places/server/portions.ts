/**
 * Portions of meals: held, booked and given back only here. Always after the slots of the same transaction, so that no two
 * transactions deadlock: meals, orders and checkouts, slots, portions.
 */
import { sql } from 'drizzle-orm';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import {
  portionsByMeal,
  portionDifference,
  type Portions,
  type SoldOutMeal,
} from '#areas/menu/rules/portion-limits.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { mealDays } from '#areas/order-book/server/tables/meal-days.ts';
import { changePortionHolds, portionHolds } from '#areas/order-book/server/tables/portion-holds.ts';
import { changeRows, RowChanges, type WeekFacts } from '#areas/places/server/portion-rows.ts';

type Eaten = Parameters<typeof portionsByMeal>[0];

/** From `cooked` on the food exists: what leaves the order then is waste, and its portion is not sold again. */
export function isCooked({ status }: { status: DeliveryStatus }): boolean {
  return status !== 'planned' && status !== 'cancelled';
}

/** Holds a portion for each item of a checkout, or returns the meals that are sold out; the caller then rolls back. */
export async function holdPortions(
  tx: Transaction,
  checkoutId: string,
  items: Eaten,
  facts: WeekFacts,
  { isGuarded = true }: { isGuarded?: boolean } = {},
): Promise<SoldOutMeal[]> {
  const rows = new RowChanges(facts).add(portionsByMeal(items), { held: 1 }).list();
  const hold = sql`insert into ${portionHolds} (checkout_id, meal_day_id, portions)
    select ${checkoutId}::uuid, id, held from changed`;
  return changeRows(tx, rows, facts, { isGuarded, hold });
}

/** Turns every portion held for a checkout into a booked one. False: none was held, by a release that knew no portions. */
export async function bookHeldPortions(tx: Transaction, checkoutId: string): Promise<boolean> {
  const booked = await tx.execute(sql`
    with locked as materialized (${heldBy(checkoutId)}), ended as (
      delete from ${portionHolds} where checkout_id = ${checkoutId} returning meal_day_id, portions
    )
    update ${mealDays} d set held = d.held - ended.portions, booked = d.booked + ended.portions
    from ended join locked on locked.id = ended.meal_day_id where d.id = locked.id`);
  return (booked.rowCount ?? 0) > 0;
}

/** Gives back every portion held for a checkout. */
export async function releasePortions(tx: Transaction, checkoutId: string): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (${heldBy(checkoutId)}), ended as (
      delete from ${portionHolds} where checkout_id = ${checkoutId} returning meal_day_id, portions
    )
    update ${mealDays} d set held = d.held - ended.portions
    from ended join locked on locked.id = ended.meal_day_id where d.id = locked.id`);
}

/** Locked in the fixed order first, so that updating them cannot deadlock. */
function heldBy(checkoutId: string) {
  return sql`
    select d.id from ${mealDays} d join ${portionHolds} hold on hold.meal_day_id = d.id
    where hold.checkout_id = ${checkoutId}
    order by d.meal_id, d.date, d.scope
    for no key update of d`;
}

export type PortionMove = {
  /** Null: an order that is not stored yet. */
  orderId: number | null;
  /** Items of the order that take a portion, as they were, and as they will be. */
  before: Eaten;
  after: Eaten;
  /** Of `before`: cooked already, so what leaves the order is food that exists and is not given back. */
  cooked?: Eaten;
  /** The change whose held portions this uses. */
  changeId?: string | null;
  /** True: sold whatever is left, which is staff's decision. */
  isOverLimit?: boolean;
};

/**
 * Books what an order takes more than before and gives back what it takes less, in one pass; or returns the meals that are
 * sold out, and the caller rolls back. To be called before the items are written.
 */
export async function movePortions(
  tx: Transaction,
  { orderId, before, after, cooked = [], changeId = null, isOverLimit = false }: PortionMove,
  facts: WeekFacts,
): Promise<SoldOutMeal[]> {
  const was = portionsByMeal(before);
  const net = portionDifference(was, portionsByMeal(after));
  const kept = keptOf(net, portionsByMeal(cooked));
  const changes = new RowChanges(facts)
    .add(was, { own: 1 })
    .add(net, { booked: 1 })
    .add(kept, { booked: 1, kept: 1 });
  if (changeId !== null)
    for (const { portions, ...row } of await portionsHeldForChange(tx, changeId))
      changes.addRow(row, { held: -portions });
  const soldOut = await changeRows(tx, changes.list(), facts, {
    orderId,
    isGuarded: !isOverLimit,
  });
  if (changeId !== null && soldOut.length === 0) await deleteHolds(tx, changeId);
  return isOverLimit ? [] : soldOut;
}

/** Of what leaves an order, what was cooked for it. */
function keptOf(net: readonly Portions[], cooked: readonly Portions[]): Portions[] {
  return net.flatMap(({ mealId, date, portions }) => {
    const made = cooked.find((each) => each.mealId === mealId && each.date === date);
    const kept = Math.min(Math.max(0, -portions), made?.portions ?? 0);
    return kept > 0 ? [{ mealId, date, portions: kept }] : [];
  });
}

/** Holds what a change of a paid order takes more, or returns the meals that are sold out; the caller then rolls back. */
export async function holdPortionsForChange(
  tx: Transaction,
  changeId: string,
  more: readonly Portions[],
  facts: WeekFacts,
): Promise<SoldOutMeal[]> {
  const rows = new RowChanges(facts).add(more, { held: 1 }).list();
  const hold = sql`insert into ${changePortionHolds} (change_id, meal_day_id, portions)
    select ${changeId}::uuid, id, held from changed`;
  return changeRows(tx, rows, facts, { hold });
}

/** Gives back every portion held for a change. */
export async function releaseChangePortions(
  tx: Transaction,
  changeId: string,
  facts: WeekFacts,
): Promise<void> {
  const changes = new RowChanges(facts);
  for (const { portions, ...row } of await portionsHeldForChange(tx, changeId))
    changes.addRow(row, { held: -portions });
  await changeRows(tx, changes.list(), facts, { isGuarded: false });
  await deleteHolds(tx, changeId);
}

/** The change itself is locked, so these stay what they are. */
async function portionsHeldForChange(tx: Transaction, changeId: string) {
  return tx
    .select({
      mealId: mealDays.mealId,
      date: mealDays.date,
      scope: mealDays.scope,
      portions: changePortionHolds.portions,
    })
    .from(changePortionHolds)
    .innerJoin(mealDays, sql`${mealDays.id} = ${changePortionHolds.mealDayId}`)
    .where(sql`${changePortionHolds.changeId} = ${changeId}`);
}

async function deleteHolds(tx: Transaction, changeId: string): Promise<void> {
  await tx.delete(changePortionHolds).where(sql`${changePortionHolds.changeId} = ${changeId}`);
}
