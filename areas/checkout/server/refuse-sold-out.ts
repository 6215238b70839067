import { portionsByMeal } from '#areas/menu/rules/portion-limits.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import type { Context } from '#platform/server/context.ts';
import { soldOutForCustomer } from '#areas/checkout/server/open-checkout.ts';
import { findSoldOut } from '#areas/places/server/portions-left.ts';

/** Only looks; what this basket holds itself does not count against it. Throws Conflict `meal_sold_out`. */
export async function refuseSoldOut(
  context: Pick<Context, 'db' | 'site'>,
  items: CheckedOrder['items'],
  cartKey: string | undefined,
): Promise<void> {
  const { business } = await context.site.current();
  const soldOut = await findSoldOut(context.db, portionsByMeal(items), business, { cartKey });
  if (soldOut.length > 0) throw soldOutForCustomer(soldOut);
}
