import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { smallMealPicture } from '#areas/menu/rules/meal-picture.ts';
import { storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { isWarmIn } from '#areas/order-book/rules/warm-portion.ts';
import type { Order, OrderDelivery, OrderItem } from '#areas/order-book/rules/order.ts';
import type { MissingReason } from '#areas/order-book/rules/pack-bag.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type { PORTION_FIELDS } from '#areas/order-book/calls/portion-fields.ts';

type TrackedItem = TrackedOrderReply['deliveries'][number]['items'][number];
export type PortionFacts = Pick<TrackedItem, keyof typeof PORTION_FIELDS>;

/** Of each portion of an order, what its page says at the table. */
export async function portionFactsOf(
  db: Database | Transaction,
  { customer, deliveries }: Pick<Order, 'customer' | 'deliveries'>,
  site: Pick<SiteState, 'business' | 'mealsById' | 'menu'>,
): Promise<(item: OrderItem, delivery: OrderDelivery) => PortionFacts> {
  const missing = await findMissing(db, deliveries);
  const shown = new Map(site.menu.map((meal) => [meal.id, meal]));
  return (item, delivery) => {
    const { meal, mealId } = item;
    const onMenu = shown.get(mealId);
    // What was cooked for an earlier day keeps from then on.
    const deliveryDate = delivery.madeOn ?? delivery.date;
    return {
      slug: onMenu?.slug ?? null,
      picture: onMenu ? smallMealPicture(onMenu) : (site.mealsById.get(mealId)?.imageUrl ?? null),
      heating: meal.heatingText,
      storage: meal.storageText,
      useBy: storageAdvice({ ...meal, deliveryDate, mealDate: item.mealDate }, site.business).useBy,
      freezable: meal.freezable,
      isWarm: isWarmIn(customer.deliveryPreference, delivery, item),
      missing: missing.get(item.id) ?? null,
    };
  };
}

/** By portion, of bags that have left the kitchen. */
async function findMissing(
  db: Database | Transaction,
  deliveries: readonly OrderDelivery[],
): Promise<Map<number, MissingReason>> {
  const left = deliveries.filter(({ status }) => status === 'out' || status === 'delivered');
  if (left.length === 0) return new Map();
  const packing = await readPacking(
    db,
    left.map(({ id }) => id),
  );
  const portions = left
    .flatMap((delivery) => packing.peopleOf(delivery))
    .flatMap(({ items }) => items);
  return new Map(
    portions.flatMap(({ id, state, reason }): [number, MissingReason][] =>
      state === 'missing' && reason ? [[id, reason]] : [],
    ),
  );
}
