/** Looks through one order for meals whose recipe is no longer the one that was paid for. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  judgeRecipe,
  type Recipe,
  type RecipeFinding,
  worstFinding,
} from '#areas/order-book/rules/recipe-change.ts';
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import { alertKey, type NewAlert } from '#areas/order-book/server/recipe-alerts.ts';

/** The recipe that was paid for, and today's. */
export type ChangedRecipe = { before: Recipe; after: Recipe; mealVersion: number };

type JudgedItem = Pick<NewAlert, 'orderId' | 'deliveryId' | 'personId' | 'mealId'> & {
  finding: RecipeFinding | null;
} & Pick<NewAlert, 'before' | 'mealVersion'>;

/** `recipeOf` null: the recipe of this item has not changed. */
export function judgeOrder(
  order: Order,
  recipeOf: (item: OrderItem) => ChangedRecipe | null,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): NewAlert[] {
  const names = [...new Set(itemsOf(order).map(({ personName }) => personName))];
  const judged = order.deliveries.flatMap((delivery) =>
    delivery.people.flatMap((person) =>
      person.items.flatMap((item) => {
        const recipe = recipeOf(item);
        if (!recipe || !isAhead(delivery.status)) return [];
        const awaited = {
          ...item,
          isPlanned: isPlanned(delivery.status),
          person,
          instructions: order.customer.specialInstructions,
          names,
        };
        return [
          {
            orderId: order.id,
            deliveryId: delivery.id,
            personId: person.id,
            mealId: item.mealId,
            mealVersion: recipe.mealVersion,
            before: recipe.before,
            finding: judgeRecipe(awaited, recipe, facts),
          },
        ];
      }),
    ),
  );
  return alertsOf(judged);
}

/** One for each person's meal in a delivery. */
export function alertsOf(judged: readonly JudgedItem[]): NewAlert[] {
  return [...Map.groupBy(judged, alertKey).values()].flatMap((portions) => {
    const [first] = portions;
    const finding = worstFinding(portions.flatMap((portion) => portion.finding ?? []));
    return first && finding ? [{ ...first, finding }] : [];
  });
}

/** One of a cancelled order is looked through too: the order may be opened again. */
export const AHEAD = ['planned', 'cooked', 'packed', 'out', 'cancelled'] as const;

function isAhead(status: DeliveryStatus): boolean {
  return AHEAD.some((each) => each === status);
}

/** Not cooked yet: labels, and what may be agreed, follow today's recipe. */
export const PLANNED = ['planned', 'cancelled'] as const;

export function isPlanned(status: DeliveryStatus): boolean {
  return PLANNED.some((each) => each === status);
}
