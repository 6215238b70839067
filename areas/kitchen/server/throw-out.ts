/** Cooked portions of a meal that were thrown out: they are to be cooked again. */
import { randomUUID } from 'node:crypto';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import { isHeldBack, isToCook, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { type CookMove, deliveriesMovedBy } from '#areas/kitchen/rules/cook-progress.ts';
import { followTick, insertTick, listDone, lockTicks } from '#areas/kitchen/server/cook-ticks.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Thrown = SlotKey & { mealId: number; mealName: string; portions: number | 'all' };

/**
 * Takes them off the ticks, and the bags with them back to planned, packed ones too when fewer stand on the bench. What
 * has left is not here to be thrown out. How many it was. Throws InvalidRequest for more than are here.
 */
export async function throwOut(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  { portions, mealName, ...meal }: Thrown,
): Promise<number> {
  await lockTicks(tx, meal);
  const { business } = await context.site.current();
  const bags = (await listBags(tx, meal, business)).filter(isToCook);
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
  const reason = `${mealName} was thrown out`;
  await followTick(tx, context, staff, { tick: meal, bags, moves, by: 'office', reason });
  return count;
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
