/** Portions of an order follow its deliveries. In the caller's transaction, which holds the order's lock, after the slots. */
import { eq, inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import type { MovedItem } from '#areas/order-book/rules/change/move-delivery.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { mealsSoldOut, movePortions } from '#areas/places/server/portions.ts';

type Facts = Pick<BusinessFacts, 'orderWeekStart'>;

type MovedDelivery = {
  deliveryId: number;
  before: DeliveryStatus;
  after: DeliveryStatus;
  /** Whether it is to be brought: then each of its items takes a portion. */
  takes: boolean;
};

/**
 * Gives back the portions of deliveries that are cancelled before they are cooked, and takes those of deliveries that are to
 * be brought again. What an item takes is written on it, so that it is given back once. Throws Conflict `meal_sold_out`.
 */
export async function followPortions(
  tx: Transaction,
  {
    orderId,
    moves,
    isOverLimit = false,
  }: { orderId: number; moves: readonly MovedDelivery[]; isOverLimit?: boolean },
  facts: Facts,
): Promise<void> {
  const items = await itemsOf(tx, orderId);
  const moveOf = new Map(moves.map((move) => [move.deliveryId, move]));
  const next = items.map((item) => ({ ...item, takes: takesAfter(item, moveOf) }));
  const changed = next.filter(({ takes, takesPortion }) => takes !== takesPortion);
  if (changed.length === 0) return;
  const before = items.filter(({ takesPortion }) => takesPortion);
  const after = next.filter(({ takes }) => takes);
  const soldOut = await movePortions(tx, { orderId, before, after, isOverLimit }, facts);
  if (soldOut.length > 0)
    throw mealsSoldOut(soldOut, (id) => items.find(({ mealId }) => mealId === id)?.meal.name);
  for (const takes of [true, false]) {
    const ids = changed.filter((item) => item.takes === takes).map(({ id }) => id);
    if (ids.length > 0)
      await tx.update(orderItems).set({ takesPortion: takes }).where(inArray(orderItems.id, ids));
  }
}

function takesAfter(
  { deliveryId, takesPortion }: { deliveryId: number; takesPortion: boolean },
  moveOf: ReadonlyMap<number, MovedDelivery>,
): boolean {
  const move = moveOf.get(deliveryId);
  if (!move) return takesPortion;
  if (move.takes) return true;
  // From `cooked` on the food exists.
  const isGivenBack = move.after === 'cancelled' && move.before === 'planned';
  return takesPortion && !isGivenBack;
}

/**
 * Portions of meals that are eaten on another day after a move. Staff move what is paid for, so the portion goes along even
 * where nothing is left: the day then shows none, and sells none. To be called before the items are written.
 */
export async function moveEatenPortions(
  tx: Transaction,
  { orderId, items: moved }: { orderId: number; items: readonly MovedItem[] },
  facts: Facts,
): Promise<void> {
  const items = (await itemsOf(tx, orderId)).filter(({ takesPortion }) => takesPortion);
  const dateOf = new Map(moved.map(({ id, mealDate }) => [id, mealDate]));
  const after = items.map((item) => ({ ...item, mealDate: dateOf.get(item.id) ?? item.mealDate }));
  await movePortions(tx, { orderId, before: items, after, isOverLimit: true }, facts);
}

function itemsOf(tx: Transaction, orderId: number) {
  return tx
    .select({
      id: orderItems.id,
      deliveryId: orderItems.deliveryId,
      mealId: orderItems.mealId,
      mealDate: orderItems.mealDate,
      meal: orderItems.meal,
      takesPortion: orderItems.takesPortion,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
}
