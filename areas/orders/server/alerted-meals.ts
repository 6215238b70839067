import type { MealOfPerson } from '#areas/orders/rules/run-out.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import type { RecipeAlertRow } from '#areas/order-book/server/tables/recipe-alerts.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** An alert with the portions that it is about. */
export type AlertedMeal = MealOfPerson & { alert: RecipeAlertRow };

/** An order whose row is locked, and what of it is to be settled. */
export type OrderToSettle = {
  row: OrderRow;
  order: Order;
  alerted: readonly AlertedMeal[];
  staff: StaffMember;
  site: SiteState;
};

/** Alerts whose meal is no longer there are left out. */
export function mealsOfAlerts(
  order: Pick<Order, 'deliveries'>,
  alerts: readonly RecipeAlertRow[],
): AlertedMeal[] {
  return alerts.flatMap((alert) => {
    const delivery = order.deliveries.find(({ id }) => id === alert.deliveryId);
    const person = delivery?.people.find(({ id }) => id === alert.personId);
    const portions = person?.items.filter(({ mealId }) => mealId === alert.mealId) ?? [];
    return delivery && person && portions.length > 0 ? [{ alert, delivery, person, portions }] : [];
  });
}

/** Ids of all portions. */
export function portionIds(alerted: readonly AlertedMeal[]): Set<number> {
  return new Set(alerted.flatMap(({ portions }) => portions.map(({ id }) => id)));
}
