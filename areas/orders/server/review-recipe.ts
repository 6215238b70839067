/** When a recipe changes, everything of it that is still to arrive is looked through again. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  judgeRecipe,
  noteReader,
  recipeOf,
  voidsOverrides,
} from '#areas/order-book/rules/recipe-change.ts';
import { describeRecipeChange } from '#areas/order-book/rules/recipe-words.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CookedAnswer } from '#areas/menu/calls/meals.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  type RecipeAlertRow,
  recipeAlerts,
} from '#areas/order-book/server/tables/recipe-alerts.ts';
import { announceAlerts, countConcerned } from '#areas/messages/server/announce-alerts.ts';
import { alertsOf } from '#areas/order-book/server/judge-order.ts';
import {
  alertKey,
  type NewAlert,
  raiseAlerts,
  settleAlerts,
} from '#areas/order-book/server/recipe-alerts.ts';
import { followLeftFood } from '#areas/orders/server/left-food.ts';
import { warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import {
  type AsOf,
  type AwaitedItem,
  findAwaited,
  lockAwaitedOrders,
  selectCookedIds,
  selectPlannedIds,
} from '#areas/orders/server/find-awaited.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

type Facts = Pick<BusinessFacts, 'timeZone' | 'keepsFreshDays'>;

/** In the transaction that saves the meal, whose row it has locked. `cooked`: whether what is cooked is like this too. */
export async function reviewRecipe(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { staff, facts, cooked }: { staff: StaffMember; facts: Facts; cooked: CookedAnswer },
  { before, after }: { before: MealRow; after: MealRow },
): Promise<void> {
  if (isDeepStrictEqual(recipeOf(before), recipeOf(after))) return;
  const now = context.clock();
  const today = wallTimeAt(now, facts.timeZone).date;
  const asOf = { today, keepsDays: after.shelfLifeDays ?? facts.keepsFreshDays };
  await lockAwaitedOrders(tx, after.id, asOf);
  await voidOverrides(tx, today, { before, after });
  const corrected =
    cooked === 'also' ? await correctCooked(context, tx, after, { asOf, facts }) : 0;
  const all = await findAwaited(tx, after.id, today);
  const awaited = cooked === 'also' ? all : all.filter(({ isPlanned }) => isPlanned);
  const open = await listOpenAlertsOfMeal(tx, after.id);
  const alerts = judgeAwaited(awaited, { before, after, open, facts });
  const isKnown = new Map(open.map((alert) => [alertKey(alert), alert]));
  const news = alerts.filter(
    (alert) => !isDeepStrictEqual(isKnown.get(alertKey(alert))?.finding, alert.finding),
  );
  await raiseAlerts(tx, alerts, { staffEmail: staff.email, now });
  const putBack = listPutBack(awaited, alerts, open);
  await settleAlerts(tx, putBack, { how: 'put_back', by: null, now });
  if (news.length + putBack.length + corrected === 0) return;
  const isLive = new Set(
    awaited.filter(({ orderStatus }) => orderStatus !== 'cancelled').map(({ orderId }) => orderId),
  );
  const live = news.filter(({ orderId }) => isLive.has(orderId));
  const change = `${after.name}: ${describeRecipeChange(recipeOf(before), recipeOf(after))}`;
  await announceAlerts(tx, context, live, { about: `${after.id}:${after.version}`, change });
  await recordChange(tx, context, {
    staff,
    action: 'meal.recipe_alerts',
    entity: 'meal',
    entityId: after.id,
    before: null,
    after: {
      version: after.version,
      ...countConcerned(live),
      closed: putBack.length,
      ...(corrected > 0 && { corrected }),
    },
  });
}

/** Whom a meal would concern if it were saved like this. */
export function judgeAwaited(
  awaited: readonly AwaitedItem[],
  {
    before,
    after,
    open,
    facts,
  }: { before: MealRow; after: MealRow; open: readonly RecipeAlertRow[]; facts: Facts },
): NewAlert[] {
  const isVoid = voidsOverrides(recipeOf(before), recipeOf(after));
  const paidFor = new Map(open.map((alert) => [alertKey(alert), alert.before]));
  const read = noteReader();
  const judged = awaited.map((item) => {
    const recipe = {
      before: paidFor.get(alertKey(item)) ?? recipeOf(before),
      after: recipeOf(after),
    };
    const override = isVoid && item.isPlanned ? null : item.override;
    const { orderId, deliveryId, personId, mealId } = item;
    return {
      orderId,
      deliveryId,
      personId,
      mealId,
      mealVersion: after.version,
      before: recipe.before,
      finding: judgeRecipe({ ...item, override }, recipe, facts, read),
    };
  });
  return alertsOf(judged);
}

export function listOpenAlertsOfMeal(
  tx: Pick<Transaction, 'select'>,
  mealId: number,
): Promise<RecipeAlertRow[]> {
  return tx
    .select()
    .from(recipeAlerts)
    .where(and(eq(recipeAlerts.mealId, mealId), isNull(recipeAlerts.settledAt)));
}

/** Nobody has acted on these, and the recipe suits the person again. No correction takes an allergen off cooked food. */
function listPutBack(
  awaited: readonly AwaitedItem[],
  alerts: readonly NewAlert[],
  open: readonly RecipeAlertRow[],
): number[] {
  const isJudged = new Set(awaited.filter(({ isPlanned }) => isPlanned).map(alertKey));
  const isConcerned = new Set(alerts.map(alertKey));
  return open
    .filter((alert) => isJudged.has(alertKey(alert)) && !isConcerned.has(alertKey(alert)))
    .map(({ id }) => id);
}

/** What is cooked was like this all along: its label is corrected, and takes no allergen off it. */
async function correctCooked(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { id, version }: MealRow,
  { asOf, facts }: { asOf: AsOf; facts: Facts },
): Promise<number> {
  const corrected = await tx
    .update(orderItems)
    .set({ cookedVersions: sql`${orderItems.cookedVersions} || ${version}::int` })
    .where(inArray(orderItems.id, selectCookedIds(tx, id, asOf)))
    .returning({ orderId: orderItems.orderId, deliveryId: orderItems.deliveryId });
  await warnWhoHasIt(context, tx, corrected, facts);
  // What is on the road is on hold from now on, or no longer.
  for (const deliveryId of new Set(corrected.map((one) => one.deliveryId)))
    await followLeftFood(tx, context, { deliveryId, business: facts });
  return corrected.length;
}

/** Of corrected portions: those that were handed over already. */
async function warnWhoHasIt(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  corrected: readonly { orderId: number; deliveryId: number }[],
  facts: Facts,
): Promise<void> {
  const rows = await tx
    .select({ order: orders, deliveryId: deliveries.id })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        eq(deliveries.status, 'delivered'),
        inArray(deliveries.id, [...new Set(corrected.map(({ deliveryId }) => deliveryId))]),
      ),
    )
    .orderBy(orders.id, deliveries.id);
  for (const { order, deliveryId } of rows)
    await warnOfGivenFood(tx, context, order, { deliveryId, facts });
}

/** What was agreed was about the old recipe. */
async function voidOverrides(
  tx: Transaction,
  today: PlainDate,
  { before, after }: { before: MealRow; after: MealRow },
): Promise<void> {
  if (!voidsOverrides(recipeOf(before), recipeOf(after))) return;
  await tx
    .update(orderItems)
    .set({ override: null })
    .where(inArray(orderItems.id, selectPlannedIds(tx, after.id, today)));
}
