/** When a recipe changes, everything of it that is still to arrive is looked through again. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Order, OrderToCook } from '#areas/order-book/rules/order.ts';
import { type Lost, lostBy, recipeOf } from '#areas/order-book/rules/recipe-change.ts';
import { describeRecipeChange } from '#areas/order-book/rules/recipe-words.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CookedAnswer } from '#areas/menu/calls/meals.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { announceHolds, countConcerned } from '#areas/messages/server/tell-customer.ts';
import {
  followFood,
  openMatters,
  type RecipeCause,
  settleMatters,
} from '#areas/order-book/server/follow-food.ts';
import type { NewMatter } from '#areas/order-book/server/find-matters.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import {
  type AsOf,
  listConcerned,
  lockAwaitedOrders,
  selectCookedIds,
} from '#areas/orders/server/find-awaited.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Facts = Pick<BusinessFacts, 'timeZone' | 'keepsFreshDays'>;

type SavedMeal = { before: MealRow; after: MealRow };

/** In the transaction that saves the meal, whose row it has locked. `cooked`: whether what is cooked is like this too. */
export async function reviewRecipe(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { staff, facts, cooked }: { staff: StaffMember; facts: Facts; cooked: CookedAnswer },
  { before, after }: SavedMeal,
): Promise<void> {
  if (isDeepStrictEqual(recipeOf(before), recipeOf(after))) return;
  const now = context.clock();
  const today = wallTimeAt(now, facts.timeZone).date;
  const asOf = { today, keepsDays: after.shelfLifeDays ?? facts.keepsFreshDays };
  await lockAwaitedOrders(tx, after.id, asOf);
  const corrected =
    cooked === 'also' ? await correctCooked(context, tx, after, { asOf, facts }) : 0;
  const concerned = await listConcerned(tx, after.id, today);
  const orderIds = [...new Set(concerned.map(({ orderId }) => orderId))];
  const cause = describeRecipeChange(recipeOf(before), recipeOf(after));
  const recipe = { cause, changedBy: staff.email };
  const held = await followFood(tx, context, orderIds, { facts, recipe });
  const lost = await followLost(tx, context, orderIds, { before, after, cooked, facts, recipe });
  const news = [...held.filter(({ kind }) => isHold(kind)), ...lost];
  if (news.length + corrected === 0) return;
  const change = `${after.name}: ${cause}`;
  await announceHolds(tx, context, news, { about: `${after.id}:${after.version}`, change });
  await recordChange(tx, context, {
    staff,
    action: 'meal.recipe_alerts',
    entityId: after.id,
    after: {
      version: after.version,
      ...countConcerned(news),
      ...(corrected > 0 && { corrected }),
    },
  });
}

type Saved = SavedMeal & { cooked: CookedAnswer; facts: Facts; recipe: RecipeCause };

/** Whose portions lost something by the change, and are not on hold for it. What fits again is settled. */
async function followLost(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  orderIds: readonly number[],
  { before, after, cooked, facts, recipe }: Saved,
): Promise<NewMatter[]> {
  if (orderIds.length === 0) return [];
  const now = new Date(clock());
  const all = await loadOrdersToCook(tx, { orderIds });
  const holds = await findHolds(tx, all, facts);
  const cookedItems = cooked === 'also' ? [] : await selectCookedItems(tx, after.id, orderIds);
  const isCooked = new Set(cookedItems.map(({ id }) => id));
  const isOpen = ({ itemId }: { itemId?: number | null | undefined }) =>
    itemId != null && !holds.has(itemId) && !isCooked.has(itemId);
  const lacking = new Set(lostIn(all, { before: null, after }).map(({ itemId }) => itemId));
  const known = await tx
    .select()
    .from(foodMatters)
    .where(
      and(
        eq(foodMatters.kind, 'diet'),
        eq(foodMatters.mealName, after.name),
        inArray(foodMatters.orderId, [...orderIds]),
        isNull(foodMatters.settledAt),
      ),
    );
  const fits = known.filter(({ itemId }) => !lacking.has(itemId));
  await settleMatters(
    tx,
    fits.map(({ id }) => id),
    { how: 'put_right', by: null, now },
  );
  const lost = lostIn(all, { before, after }).filter(isOpen);
  await openMatters(tx, lost, { now, recipe });
  return lost;
}

function selectCookedItems(tx: Transaction, mealId: number, orderIds: readonly number[]) {
  return tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.mealId, mealId),
        inArray(orderItems.orderId, [...orderIds]),
        sql`${orderItems.cookedVersions} <> '{}'`,
      ),
    );
}

/** Portions of the meal that fit a diet or a wish no more; without `before`, that do not fit one. */
export function lostIn(
  all: readonly OrderToCook[],
  { before, after }: { before: MealRow | null; after: MealRow },
): NewMatter[] {
  return all.flatMap((order) => {
    if (order.status === 'cancelled') return [];
    const written = writtenIn(order);
    return order.deliveries.flatMap((delivery) =>
      delivery.status === 'delivered' || delivery.status === 'missed'
        ? []
        : delivery.people.flatMap((person) =>
            person.items
              .filter(({ mealId }) => mealId === after.id)
              .flatMap((item) => {
                const why = lostText(lostBy(person, written, { before, after }));
                if (why === '') return [];
                const { id: itemId, personName } = item;
                const whose = { orderId: order.id, deliveryId: delivery.id, itemId, personName };
                return [{ kind: 'diet' as const, ...whose, mealName: after.name, why }];
              }),
          ),
    );
  });
}

/** What the order says of all its people. */
export function writtenIn({ customer, deliveries: all }: Pick<Order, 'customer' | 'deliveries'>) {
  const everyone = all.flatMap(({ people }) => people.map(({ name }) => name));
  return { instructions: customer.specialInstructions, names: [...new Set(everyone)] };
}

/** "no longer fits: vegetarian; they wrote of almond"; empty: nothing. */
function lostText({ diets, words }: Lost): string {
  return [
    ...(diets.length > 0 ? [`no longer fits: ${diets.map(dietText).join(', ')}`] : []),
    ...(words.length > 0 ? [`they wrote of ${namesText(words)}`] : []),
  ].join('; ');
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
  return corrected.length;
}

/** For corrected portions: those that were handed over already. */
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
