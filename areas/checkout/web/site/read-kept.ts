import { readFavourites } from '#areas/menu/web/kept-favourite-meals.ts';
import { readHouseholds } from '#areas/checkout/web/site/kept-households.ts';
import { hasOrderChange } from '#areas/checkout/web/site/kept-order-change.ts';
import { readBasket } from '#areas/checkout/web/kept-basket.ts';
import { readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { readRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { listTrackedOrders } from '#areas/order-book/web/site/kept-tracked-orders.ts';

export type Kept = ReturnType<typeof readKept>;

/** All that this browser keeps. */
export function readKept(plans: readonly number[]) {
  return {
    households: readHouseholds(),
    favourites: readFavourites(),
    plan: readRecommendedPlan(plans),
    orders: listTrackedOrders(),
    mealsUnderWay: readBasket()?.draft.people.flatMap((one) => one.mealAssignments).length ?? null,
    visit: readVisit(),
  };
}

/** What other pages keep until their work is done. */
function readVisit(): string[] {
  const placed = readPlacedOrder();
  return [
    placed && `Order ${placed.orderNumber}, with the link to its page, until you close this tab.`,
    hasOrderChange() && 'Changes to an order that you haven’t saved, until you close this tab.',
  ].filter((text) => typeof text === 'string');
}
