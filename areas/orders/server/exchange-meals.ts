/** Takes meals off an order, or puts others in their place at the price that was agreed. */
import { itemsOf, type Order, type OrderItem } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { applyChange, type ChangeNews } from '#areas/orders/server/apply-change.ts';
import { setStatus } from '#areas/orders/server/change-order-status.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { type RequestedRefund, settleLess } from '#areas/order-book/server/request-refund.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export type Exchange = {
  /** Locked. */
  row: OrderRow;
  order: Order;
  /** Ids of portions -> the meal instead; the caller has seen that it may take the place. */
  swaps?: ReadonlyMap<number, MealRow>;
  /** Ids of portions that leave the order. */
  gone?: ReadonlySet<number>;
  reason: string;
  /** Null: the customer, or the system. */
  staff: StaffMember | null;
  site: SiteState;
  /** Instead of the usual email; null: the caller tells of it. */
  news?: ChangeNews | null;
};

export type Exchanged = {
  /** To be sent after the commit. */
  refund: RequestedRefund | null;
  isCancelled: boolean;
};

/**
 * In the caller's transaction. What the order then costs less is refunded, never twice; with nothing left it is cancelled.
 * Throws UnsuitableFood, or Conflict `dispute_open` or `refund_too_large`.
 */
export async function exchangeMeals(
  context: Context,
  tx: Transaction,
  exchange: Exchange,
): Promise<Exchanged> {
  const { order, swaps, gone = new Set(), reason, staff, site, news } = exchange;
  const items = itemsLeft(order, gone).map((item) => {
    const meal = swaps?.get(item.id);
    return meal ? { ...item, mealId: meal.id } : item;
  });
  if (items.length === 0) return cancelAll(context, tx, exchange);
  const mealsById = new Map(site.mealsById);
  for (const meal of swaps?.values() ?? []) mealsById.set(meal.id, meal);
  await applyChange(
    context,
    tx,
    order,
    { items, keepsPrices: true },
    { staff, site: { ...site, mealsById }, isBySystem: true, ...(news !== undefined && { news }) },
  );
  if (gone.size === 0) return { refund: null, isCancelled: false };
  const { refund } = await settleLess(tx, context, {
    before: order,
    money: 'full',
    reason,
    itemIds: [...gone],
    staff,
  });
  return { refund, isCancelled: false };
}

function itemsLeft(order: Order, gone: ReadonlySet<number>): OrderItem[] {
  return itemsOf(order).filter(({ id }) => !gone.has(id));
}

async function cancelAll(
  context: Context,
  tx: Transaction,
  { row, staff, site: { business }, news }: Exchange,
): Promise<Exchanged> {
  const { refund } = await setStatus(context, tx, row, {
    staff,
    business,
    status: 'cancelled',
    refund: 'full',
    notify: news !== null,
  });
  return { refund, isCancelled: true };
}
