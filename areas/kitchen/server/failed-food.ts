import { and, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { type CookedBag, followFood } from '#areas/order-book/server/follow-food.ts';
import { LONGEST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { eatByOf } from '#areas/needs/rules/gate/fits-diet.ts';
import { itemsOfDelivery, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import { barringFailures, type Reading } from '#areas/kitchen/rules/readings.ts';
import { MEAL_KINDS, RECORD_KIND_NAMES, actionsFor } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { isStandingLine, readFood, toReading } from '#areas/kitchen/server/read-readings.ts';
import type { z } from 'zod';
import type { answerTemperature } from '#areas/kitchen/calls/food-safety-record.ts';
import { type First, sayWhoWasFirst } from '#areas/order-book/server/who-was-first.ts';
import type { Context } from '#platform/server/context.ts';
import { assertDefined, Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { wasteBatch } from '#areas/kitchen/server/record-batch.ts';
import { findReading, lockRecord } from '#areas/kitchen/server/record-reading.ts';
import { randomUUID } from 'node:crypto';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { isHeldBack, isToCook, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { type CookMove, deliveriesMovedBy } from '#areas/kitchen/rules/cook-progress.ts';
import { followTick, insertTick, listDone, lockTicks } from '#areas/kitchen/server/cook-ticks.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';

/** A meal of the bag, or a batch that may be in one: like a recall, it errs towards too many. */
export async function findFailedFood(
  tx: Transaction,
  { date, window, mealIds }: CookedBag,
): Promise<string | null> {
  const failed = await tx
    .select()
    .from(temperatureReadings)
    .where(
      and(
        eq(temperatureReadings.pass, false),
        or(
          isNull(temperatureReadings.action),
          // Whatever was cooked longer ago is in no bag of this day.
          and(
            eq(temperatureReadings.action, 'cooked_on'),
            gte(temperatureReadings.date, addDays(date, -LONGEST_KEEPS_DAYS)),
          ),
        ),
        inArray(temperatureReadings.kind, [...MEAL_KINDS]),
        isStandingLine,
      ),
    )
    .orderBy(temperatureReadings.id);
  for (const row of failed) {
    const reading = toReading(row);
    const isInBag =
      reading.batchId === null
        ? reading.date === date &&
          (window === null || (reading.window ?? window) === window) &&
          mealIds.some((id) => id === reading.mealId)
        : await isBatchIn(tx, reading.batchId, { date, mealIds });
    if (!isInBag) continue;
    const barring = barringFailures(await readFood(tx, reading));
    if (barring.some(({ id }) => id === reading.id)) return whyBarred(reading);
  }
  return null;
}

function whyBarred({ mealName, kind, tenths, action }: Reading): string {
  const food = mealName ?? '';
  if (action === 'cooked_on')
    return `${food} was cooked on, and its core was not measured since. Ask the kitchen.`;
  const measured = tenths === null ? '' : ` ${formatTenths(tenths)}`;
  return `${food}: ${RECORD_KIND_NAMES[kind]}${measured} failed, and nobody has said what was done. Ask the kitchen.`;
}

async function isBatchIn(
  tx: Transaction,
  batchId: number,
  { date, mealIds }: Pick<CookedBag, 'date' | 'mealIds'>,
): Promise<boolean> {
  const trays = await listTraysOf(tx, batchId);
  return trays.some((tray) => tray.date === date && mealIds.includes(tray.mealId));
}

type Trays = SlotKey & { mealId: number; mealName: string };

/** What was filled from a pot, or from what was made of it: the meals of a day, in each window that is cooked for. */
async function listTraysOf(tx: Transaction, batchId: number): Promise<Trays[]> {
  const { rows } = await tx.execute<Trays>(sql`
    with recursive touched as (
      select batch_id from batch_inputs where input_batch_id = ${batchId}
      union
      select i.batch_id from batch_inputs i join touched t on t.batch_id = i.input_batch_id)
    select distinct b.delivery_date as date, w.time_slot as window, b.meal_id as "mealId", m.name as "mealName"
    from touched t join batches b on b.id = t.batch_id join meals m on m.id = b.meal_id
      cross join lateral (select time_slot from deliveries where date = b.delivery_date
        union select time_slot from cook_ticks where date = b.delivery_date) w
    where b.state = 'done'
    order by 1, 2, 3`);
  return rows;
}

type Answer = { id: number } & z.output<typeof answerTemperature.body>;

/**
 * A meal that was thrown out is to be cooked again, so many portions of it; of a batch nothing is left. Throws NotFound,
 * Conflict `no_failure` or `answered`, and InvalidRequest for what makes no sense of this kind.
 */
export function answerReading(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  answer: Answer,
): Promise<Reading> {
  return context.db.transaction((tx) => answerReadingIn(tx, context, staff, answer));
}

export async function answerReadingIn(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  answer: Answer,
): Promise<Reading> {
  const { id, action } = answer;
  await lockRecord(tx);
  const reading = await findReading(tx, id);
  if (reading.pass !== false)
    throw new Conflict('no_failure', 'This reading passed: there is nothing to do about it.');
  if (!actionsFor(reading.kind).includes(action))
    throw new InvalidRequest({ action: 'Please choose what was done about it' });
  // Two taps on the same button are one answer.
  if (reading.action === action) return reading;
  if (reading.action !== null) throw await answeredBefore(tx, context, id);
  const thrownOut =
    action === 'thrown_out' ? await throwAway(tx, context, staff, { ...answer, reading }) : null;
  const [row] = await tx
    .update(temperatureReadings)
    .set({
      action,
      actionAt: new Date(context.clock()),
      actionStaffId: staff.id,
      actionStaffName: recordedName(staff),
      thrownOut,
    })
    .where(and(eq(temperatureReadings.id, id), isNull(temperatureReadings.action)))
    .returning();
  if (!row) throw await answeredBefore(tx, context, id);
  return toReading(row);
}

async function answeredBefore(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  id: number,
): Promise<Conflict> {
  return new Conflict('answered', await sayWhoWasFirst(context, await findWhoAnswered(tx, id)));
}

/** Who said what was done about it; null: nobody has. */
export async function findWhoAnswered(
  db: Database | Transaction,
  id: number,
): Promise<First | null> {
  const [row] = await db
    .select({ by: temperatureReadings.actionStaffName, at: temperatureReadings.actionAt })
    .from(temperatureReadings)
    .where(eq(temperatureReadings.id, id));
  return row?.at ? { by: row.by, at: row.at } : null;
}

async function throwAway(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  { reading, portions }: Pick<Answer, 'portions'> & { reading: Reading },
): Promise<number | null> {
  const { date, window, mealId, mealName, batchId } = reading;
  if (batchId !== null) return throwPotAway(tx, context, staff, batchId);
  if (mealId === null || window === null) return null;
  if (portions === undefined)
    throw new InvalidRequest({ portions: 'Enter how many portions were thrown out' });
  return throwOut(tx, context, staff, { date, window, mealId, mealName: mealName ?? '', portions });
}

/** Nobody knows which trays of a meal are from this pot: all that are here go with it. */
async function throwPotAway(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  batchId: number,
): Promise<number | null> {
  const trays = await listTraysOf(tx, batchId);
  // All of them at first: the person who ticks has the lock of a window while they wait for an order.
  for (const meal of trays) await lockTicks(tx, meal);
  await wasteBatch(tx, context, staff, batchId);
  let count = 0;
  for (const meal of trays)
    count += await throwOut(tx, context, staff, { ...meal, portions: 'all' });
  return trays.length === 0 ? null : count;
}

type Thrown = SlotKey & { mealId: number; mealName: string; portions: number | 'all' };

/**
 * Takes them off the ticks, and the bags with them back to planned, packed ones too when fewer stand on the bench. What
 * has left or is kept for another window is on hold, and the person who has it is warned. How many it was. Throws InvalidRequest for
 * more than are here.
 */
export async function throwOut(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  { portions, mealName, ...meal }: Thrown,
): Promise<number> {
  await lockTicks(tx, meal);
  const { business } = await context.site.current();
  const bags = (await listBags(tx, { ...meal, withUndecided: true }, business)).filter(isToCook);
  await stopElsewhere(tx, context, meal, business);
  const ticked = (await listDone(tx, meal)).get(meal.mealId) ?? 0;
  const packed = countIn(bags, meal.mealId, ['packed']);
  const bagged = packed + countIn(bags, meal.mealId, ['cooked']);
  const here = Math.max(ticked - countIn(bags, meal.mealId, LEFT), bagged);
  const count = portions === 'all' ? here : portions;
  if (count > here)
    throw new InvalidRequest({ portions: `Only ${here} of ${mealName} are cooked and still here` });
  if (count === 0) return 0;
  const taken = Math.min(count, ticked);
  if (taken > 0)
    await insertTick(tx, context, {
      staff,
      tick: { ...meal, count: -taken, key: randomUUID() },
      count: -taken,
    });
  const moves: CookMove[] = [
    ...deliveriesMovedBy(meal.mealId, bags, await listDone(tx, meal)),
    // Nobody knows which portion is in which bag.
    ...(count > here - packed ? packedWith(bags, meal.mealId) : []),
  ];
  // It names no food: what it says is read for allergies, as all reasons are.
  const reason = 'Thrown out: cook it again';
  await followTick(tx, context, staff, { tick: meal, bags, moves, by: 'office', reason });
  return count;
}

/**
 * Portions of it that have left, or whose bag is kept cold for another window, are on hold: nobody knows which of them it
 * is. Their driver is called, and who has one that still keeps is warned.
 */
async function stopElsewhere(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { date, window, mealId }: SlotKey & { mealId: number },
  facts: BusinessFacts,
): Promise<void> {
  const elsewhere = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      or(
        and(eq(deliveries.window, window), inArray(deliveries.status, [...LEFT])),
        and(isNotNull(deliveries.madeOn), ne(deliveries.status, 'cancelled')),
      ),
    );
  const isConcerned = and(
    eq(orderItems.mealId, mealId),
    eq(orderItems.cookedFor, date),
    inArray(orderItems.deliveryId, elsewhere),
  );
  const found = await tx
    .selectDistinct({ id: orderItems.orderId })
    .from(orderItems)
    .where(isConcerned)
    .orderBy(orderItems.orderId);
  const orders = new Map<number, OrderRow>();
  // All of them at first and by their ids, like everywhere.
  for (const { id } of found) orders.set(id, await lockOrder(tx, id, undefined));
  const stopped = await tx
    .update(orderItems)
    .set({ isThrownOut: true })
    .where(and(isConcerned, inArray(orderItems.orderId, [...orders.keys()])))
    .returning({ deliveryId: orderItems.deliveryId });
  await followFood(tx, context, [...orders.keys()], { facts });
  const deliveryIds = [...new Set(stopped.map(({ deliveryId }) => deliveryId))];
  const { date: today } = wallTimeAt(context.clock(), facts.timeZone);
  const isKept = (delivery: OrderDelivery) =>
    itemsOfDelivery(delivery).some(
      (item) => item.mealId === mealId && eatByOf(item.meal, date, facts) >= today,
    );
  for (const { id, deliveries: all } of await loadOrdersToCook(tx, { deliveryIds }))
    for (const delivery of all)
      if (delivery.status === 'delivered' && isKept(delivery))
        await warnOfGivenFood(tx, context, assertDefined(orders.get(id), `order ${id}`), {
          deliveryId: delivery.id,
          facts,
        });
}

const LEFT: readonly DeliveryStatus[] = ['out', 'delivered', 'missed'];

function countIn(
  bags: readonly KitchenBag[],
  mealId: number,
  statuses: readonly DeliveryStatus[],
): number {
  return bags
    .filter(({ deliveryStatus }) => statuses.includes(deliveryStatus))
    .flatMap(({ items }) => items)
    .filter((item) => item.mealId === mealId && !isHeldBack(item)).length;
}

function packedWith(bags: readonly KitchenBag[], mealId: number): CookMove[] {
  return bags
    .filter(
      ({ deliveryStatus, items }) =>
        deliveryStatus === 'packed' && items.some((item) => item.mealId === mealId),
    )
    .map(({ deliveryId }) => ({ deliveryId, status: 'planned' }));
}
