import { portionsByMeal } from '#areas/menu/rules/portion-limits.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import type { Context } from '#platform/server/context.ts';
import { soldOutForCustomer } from '#areas/checkout/server/open-checkout.ts';
import { findSoldOut } from '#areas/places/server/portions-left.ts';

/** Only looks. Throws Conflict `meal_sold_out`. */
export async function refuseSoldOut(
  context: Pick<Context, 'db' | 'site'>,
  items: CheckedOrder['items'],
): Promise<void> {
  const { business } = await context.site.current();
  const soldOut = await findSoldOut(context.db, portionsByMeal(items), business);
  if (soldOut.length > 0) throw soldOutForCustomer(soldOut);
}
