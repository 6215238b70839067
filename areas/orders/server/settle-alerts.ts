/** Staff settle what a changed recipe means for people who have paid: another meal, their money, or a word with them. */
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { settleRecipeAlerts } from '#areas/orders/calls/recipe-alerts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { foodMatters } from '#areas/order-book/server/tables/food-matters.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { getCurrentMeals } from '#areas/menu/server/meal-queries.ts';
import { settleMatters } from '#areas/order-book/server/follow-food.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { agreeWith } from '#areas/orders/server/agree-with.ts';
import { mealsOfMatters } from '#areas/orders/server/alerted-meals.ts';
import { listOpenPortions } from '#areas/orders/server/list-alerts.ts';
import { refundMeals } from '#areas/orders/server/refund-meals.ts';
import { swapMeals } from '#areas/orders/server/swap-meals.ts';
import { tryRefund } from '#areas/order-book/server/submit-refund.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Request = z.output<typeof settleRecipeAlerts.body>;

/**
 * All of them or none. Throws NotFound, InvalidRequest, UnsuitableFood, or Conflict `already_settled`,
 * `order_cancelled`, `dispute_open` or `refund_too_large`.
 */
export async function settleChosenAlerts(
  context: Context,
  staff: StaffMember,
  request: Request,
): Promise<void> {
  const site = await context.site.current();
  const refundIds = await context.db.transaction(async (tx) => {
    const orderIds = await listOrderIds(tx, request.ids);
    // Before the orders, as whoever saves a recipe locks them.
    const meals = await getCurrentMeals(tx, request.mealId === undefined ? [] : [request.mealId]);
    const requested: number[] = [];
    for (const orderId of orderIds) {
      const refund = await settleOfOrder(context, tx, { orderId, request, staff, site, meals });
      if (refund !== null) requested.push(refund);
    }
    return requested;
  });
  // After the commit, so that staff see how it went; a job follows up.
  for (const id of refundIds) await tryRefund(context, id);
}

/** In the sequence in which orders are locked. */
async function listOrderIds(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: foodMatters.id, orderId: foodMatters.orderId })
    .from(foodMatters)
    .where(inArray(foodMatters.id, [...ids]));
  if (rows.length < new Set(ids).size) throw new NotFound('This alert');
  return [...new Set(rows.map(({ orderId }) => orderId))].toSorted((a, b) => a - b);
}

type OneOrder = {
  orderId: number;
  request: Request;
  staff: StaffMember;
  site: SiteState;
  meals: SiteState['mealsById'];
};

/** Returns the refund to be sent after the commit. */
async function settleOfOrder(
  context: Context,
  tx: Transaction,
  { orderId, request, staff, site, meals }: OneOrder,
): Promise<number | null> {
  const row = await lockOrder(tx, orderId, undefined);
  if (row.status === 'cancelled') {
    throw new Conflict('order_cancelled', `Order ${row.number} is cancelled.`);
  }
  const order = await loadOrder(tx, row);
  const chosen = (await listOpenPortions(tx, orderId)).filter(({ id }) => request.ids.includes(id));
  await refuseSettled(tx, orderId, request.ids, chosen.length);
  const found = await mealsOfMatters(tx, [order], chosen, site.business);
  // Found to be in order since: nothing is swapped or refunded for what is not on hold.
  if (found.length < chosen.length)
    throw new Conflict('already_settled', 'This is already settled. Load the list again.');
  const alerted = found.map((one) => one.alerted);
  await settleMatters(
    tx,
    chosen.map(({ id }) => id),
    {
      how: request.action,
      by: staff.email,
      note: noteOf(request),
      now: new Date(context.clock()),
    },
  );
  const change = { row, order, alerted, staff, site };
  switch (request.action) {
    case 'swap':
      await swapMeals(context, tx, change, getMeal(meals, request.mealId));
      return null;
    case 'refund':
      return refundMeals(context, tx, change);
    case 'spoken':
      await agreeWith(context, tx, change, noteOf(request) ?? '');
      return null;
  }
}

/** Under the order's lock: someone else may have been quicker. */
async function refuseSettled(
  tx: Transaction,
  orderId: number,
  ids: readonly number[],
  open: number,
): Promise<void> {
  const rows = await tx
    .select({ orderId: foodMatters.orderId, settledBy: foodMatters.settledBy })
    .from(foodMatters)
    .where(inArray(foodMatters.id, [...ids]));
  const own = rows.filter((each) => each.orderId === orderId);
  if (own.length === open) return;
  const by = own.find(({ settledBy }) => settledBy !== null)?.settledBy;
  throw new Conflict(
    'already_settled',
    by ? `${by} has already settled this.` : 'This is already settled.',
  );
}

function noteOf({ note }: Request): string | null {
  return note?.trim() || null;
}

function getMeal(meals: SiteState['mealsById'], id: number | undefined) {
  const meal = id === undefined ? undefined : meals.get(id);
  if (!meal || meal.archivedAt)
    throw new InvalidRequest({ mealId: 'This meal is not on the menu' });
  return meal;
}
