import { readFavourites } from '#web/storage/favourite-meals.ts';
import { readHouseholds } from '#web/storage/households.ts';
import { hasOrderChange } from '#web/storage/order-change.ts';
import { readOrderDraft } from '#web/storage/order-draft.ts';
import { readPlacedOrder } from '#web/storage/placed-order.ts';
import { readRecommendedPlan } from '#web/storage/recommended-plan.ts';
import { readSlotBell } from '#web/storage/slot-bell.ts';
import { listTrackedOrders } from '#web/storage/tracked-orders.ts';

export type Kept = ReturnType<typeof readKept>;

/** All that this browser keeps. */
export function readKept(plans: readonly number[]) {
  return {
    households: readHouseholds(),
    favourites: readFavourites(),
    plan: readRecommendedPlan(plans),
    orders: listTrackedOrders(),
    mealsUnderWay:
      readOrderDraft()?.draft.people.flatMap((one) => one.mealAssignments).length ?? null,
    visit: readVisit(),
  };
}

/** What other pages keep until their work is done. */
function readVisit(): string[] {
  const placed = readPlacedOrder();
  return [
    placed && `Order ${placed.orderNumber}, with the link to its page, until you close this tab.`,
    hasOrderChange() && 'Changes to an order that you haven’t saved, until you close this tab.',
    readSlotBell() !== null && 'The key to the delivery time that we hold for you.',
  ].filter((text) => typeof text === 'string');
}
