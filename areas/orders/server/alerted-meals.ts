import { inArray } from 'drizzle-orm';
import type { MealOfPerson } from '#areas/orders/rules/run-out.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { type Lost, lostBy } from '#areas/order-book/rules/recipe-change.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import type { Held } from '#areas/needs/rules/gate/verdict.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import type { FoodMatterRow } from '#areas/order-book/server/tables/incidents.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { writtenIn } from './review-recipe.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** A portion that is to be settled, as it stands now. */
export type AlertedMeal = MealOfPerson & {
  matter: FoodMatterRow;
  /** As it is now, also when it is sold no more. */
  meal: MealRow;
  /** Null: nothing holds it. */
  verdict: Held | null;
  /** What it does not meet otherwise. */
  lost: Lost;
};

/** An order whose row is locked, and what of it is to be settled. */
export type OrderToSettle = {
  row: OrderRow;
  order: Order;
  alerted: readonly AlertedMeal[];
  staff: StaffMember;
  site: SiteState;
};

/** Matters whose portion is gone, or no longer on hold, are left out: they are settled within a minute. */
export async function mealsOfMatters(
  db: Database | Transaction,
  orders: readonly Order[],
  matters: readonly FoodMatterRow[],
  facts: FreshFacts,
): Promise<{ order: Order; alerted: AlertedMeal }[]> {
  const holds = await findHolds(db, orders, facts);
  const mealsById = await findMeals(db, matters);
  const byItem = new Map(matters.map((matter) => [matter.itemId, matter]));
  // One that is on hold is settled by what holds it.
  for (const matter of matters) if (isHold(matter.kind)) byItem.set(matter.itemId, matter);
  return orders.flatMap((order) => {
    const written = writtenIn(order);
    return order.deliveries.flatMap((delivery) =>
      delivery.people.flatMap((person) =>
        person.items.flatMap((item) => {
          const matter = byItem.get(item.id);
          const verdict = holds.get(item.id)?.verdict ?? null;
          const meal = mealsById.get(item.mealId);
          if (!matter || !meal || isHold(matter.kind) !== (verdict !== null)) return [];
          const lost = lostBy(person, written, { before: null, after: meal });
          const alerted = { matter, meal, verdict, lost, delivery, person, portions: [item] };
          return [{ order, alerted }];
        }),
      ),
    );
  });
}

async function findMeals(
  db: Database | Transaction,
  matters: readonly FoodMatterRow[],
): Promise<ReadonlyMap<number, MealRow>> {
  const itemIds = matters.flatMap(({ itemId }) => itemId ?? []);
  const ofItems = db
    .select({ id: orderItems.mealId })
    .from(orderItems)
    .where(inArray(orderItems.id, itemIds));
  const rows = await db.select().from(meals).where(inArray(meals.id, ofItems));
  return new Map(rows.map((meal) => [meal.id, meal]));
}

/** What another meal must suit: what nobody has answered is left out too. */
export function needsToMeet({ person, verdict }: AlertedMeal): FoodNeeds {
  const asked = verdict?.verdict === 'question' ? verdict.question : null;
  return {
    ...person,
    allergens: [...person.allergens, ...(asked?.allergens ?? [])],
    avoid: [...person.avoid, ...(asked?.words ?? [])],
  };
}

export function portionIds(alerted: readonly AlertedMeal[]): Set<number> {
  return new Set(alerted.flatMap(({ portions }) => portions.map(({ id }) => id)));
}
