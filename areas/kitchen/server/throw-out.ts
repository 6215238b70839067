/** Cooked portions of a meal that were thrown out: they are to be cooked again. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import { isHeldBack, isToCook, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { type CookMove, deliveriesMovedBy } from '#areas/kitchen/rules/cook-progress.ts';
import { followTick, insertTick, listDone, lockTicks } from '#areas/kitchen/server/cook-ticks.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Thrown = SlotKey & { mealId: number; mealName: string; portions: number | 'all' };

/**
 * Takes them off the ticks, and the bags with them back to planned, packed ones too when fewer stand on the bench. What
 * has left is not here to be thrown out: it is on hold. How many it was. Throws InvalidRequest for more than are here.
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
  await stopOnTheRoad(tx, context, { bags, mealId: meal.mealId, facts: business });
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

/** Portions of it that have left may not be handed over: their bags are on hold, and the driver is called. */
async function stopOnTheRoad(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { bags, mealId, facts }: { bags: readonly KitchenBag[]; mealId: number; facts: BusinessFacts },
): Promise<void> {
  const concerned = bags.filter(({ items }) => items.some((item) => item.mealId === mealId));
  // All of them at first and by their ids, like everywhere.
  const orderIds = [...new Set(concerned.map(({ orderId }) => orderId))].toSorted((a, b) => a - b);
  for (const id of orderIds) await lockOrder(tx, id, undefined);
  const stopped = await tx
    .update(orderItems)
    .set({ isThrownOut: true })
    .where(
      and(
        eq(orderItems.mealId, mealId),
        inArray(
          orderItems.deliveryId,
          tx
            .select({ id: deliveries.id })
            .from(deliveries)
            .where(
              and(
                eq(deliveries.status, 'out'),
                inArray(
                  deliveries.id,
                  concerned.map(({ deliveryId }) => deliveryId),
                ),
              ),
            ),
        ),
      ),
    )
    .returning({ orderId: orderItems.orderId });
  const ids = [...new Set(stopped.map(({ orderId }) => orderId))];
  await followFood(tx, context, ids, { facts });
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
