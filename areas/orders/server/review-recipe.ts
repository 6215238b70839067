/** When a recipe changes, everything of it that is still to arrive is looked through again. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql, asc, gt, gte, ne, or, type SQL } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Order, OrderToCook } from '#areas/order-book/rules/order.ts';
import {
  type Lost,
  lostBy,
  recipeOf,
  describeRecipeChange,
} from '#areas/order-book/rules/recipe-change.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import type { CookedAnswer } from '#areas/menu/calls/meals.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people as peopleTable } from '#areas/order-book/server/tables/orders.ts';
import { announceHolds, countConcerned } from '#areas/messages/server/tell-customer.ts';
import {
  followFood,
  openMatters,
  type RecipeCause,
  settleMatters,
  type NewMatter,
} from '#areas/order-book/server/follow-food.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { undeclaredIn } from '#areas/menu/server/meal-queries.ts';
import { InvalidRequest } from '#platform/server/errors.ts';

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

// The portions of one meal that customers have paid for and that are still to arrive.

/** Still to arrive; one of a cancelled order is looked through too: the order may be opened again. */
const AHEAD = ['planned', 'cooked', 'packed', 'out', 'cancelled'] as const;

/** By the index on meal and date; a meal is never delivered after the day it is for. */
function isAwaited(mealId: number, today: PlainDate): SQL | undefined {
  return and(
    eq(orderItems.mealId, mealId),
    gte(orderItems.mealDate, today),
    gte(deliveries.date, today),
    inArray(deliveries.status, [...AHEAD]),
  );
}

/** `keepsDays`: how long the meal keeps after its delivery. */
type AsOf = { today: PlainDate; keepsDays: number };

/** Orders with portions that are to arrive or may still be eaten, locked in sequence: no edit may write an older recipe back. */
async function lockAwaitedOrders(
  tx: Transaction,
  mealId: number,
  { today, keepsDays }: AsOf,
): Promise<void> {
  const concerned = tx
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(or(isAwaited(mealId, today), isStillKept(mealId, addDays(today, -keepsDays))));
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, concerned))
    .orderBy(asc(orders.id))
    .for('no key update');
}

/** Cooked, and perhaps not eaten yet. */
export function selectCookedIds(
  tx: Database | Transaction,
  mealId: number,
  { today, keepsDays }: AsOf,
) {
  return tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(isStillKept(mealId, addDays(today, -keepsDays)));
}

/**
 * Cooked, for that day or a later one, wherever it is: here, forgotten here, on the road, in the customer's fridge or
 * freezer, or back from a door.
 */
function isStillKept(mealId: number, since: PlainDate): SQL | undefined {
  return and(
    eq(orderItems.mealId, mealId),
    gte(orderItems.mealDate, since),
    ne(orderItems.cookedVersions, []),
  );
}

/** For those that a recipe may concern: someone said what they may not eat, or it is eaten on a later day. */
export async function listConcerned(
  db: Database | Transaction,
  mealId: number,
  today: PlainDate,
): Promise<{ orderId: number; personId: number }[]> {
  const mayConcern = or(
    rowHasFoodNeeds(),
    ne(orders.specialInstructions, ''),
    gt(orderItems.mealDate, deliveries.date),
  );
  return db
    .selectDistinct({ orderId: orderItems.orderId, personId: orderItems.personId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(peopleTable, eq(peopleTable.id, orderItems.personId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isAwaited(mealId, today), mayConcern));
}

// What every door does that changes a meal: the editor, and a file.

type Review = typeof reviewRecipe;

/**
 * In the transaction that saves the meal, after it: orders with it are looked through again. Throws InvalidRequest when it would
 * now declare less than its recipe contains.
 */
export async function followMealChange(
  context: Parameters<Review>[0],
  tx: Transaction,
  by: Parameters<Review>[2],
  change: { before: MealRow; after: MealRow },
): Promise<void> {
  await refuseUndeclared(tx, change);
  await reviewRecipe(context, tx, by, change);
}

/** Throws InvalidRequest when a meal would now declare less than its recipe contains. */
async function refuseUndeclared(
  tx: Transaction,
  { before, after }: { before: MealRow; after: MealRow },
): Promise<void> {
  if (isDeepStrictEqual(before.allergens, after.allergens)) return;
  const book = await loadRecipeBook(tx);
  const found = undeclaredIn(book, after);
  if (!found || isDeepStrictEqual(found, undeclaredIn(book, before))) return;
  throw new InvalidRequest({
    allergens:
      found.missing.length > 0
        ? `Its recipe contains ${found.missing.join(', ')}. Change the recipe first.`
        : `Nobody has read the pack of ${found.unchecked.join(', ')}, which its recipe uses.`,
  });
}
