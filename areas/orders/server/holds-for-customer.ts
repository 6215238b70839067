import { and, eq, isNull } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { whyDeliveryUnchangeable } from '#areas/order-book/rules/change/customer-changes.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { itemsOfDelivery, type Order } from '#areas/order-book/rules/order.ts';
import { heldForCustomer, nextOfHold } from '#areas/order-book/rules/recipe-words.ts';
import { findHolds } from '#areas/order-book/server/holds.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

type Reader = {
  now: Instant;
  business: BusinessFacts;
  /** Another meal and the money back are the payer's to choose. */
  isPayer: boolean;
};

/** By portion: what its customer reads of a hold, or that they have it and may not eat it. */
export async function holdsForCustomer(
  db: Database | Transaction,
  order: Order,
  { now, business, isPayer }: Reader,
): Promise<(item: { id: number }) => string | null> {
  const holds = await findHolds(db, [order], business);
  const open = await db
    .select()
    .from(foodMatters)
    .where(and(eq(foodMatters.orderId, order.id), isNull(foodMatters.settledAt)));
  const texts = order.deliveries.flatMap((delivery) =>
    itemsOfDelivery(delivery).flatMap(({ id, meal, personName }): [number, string][] => {
      const own = open.filter(({ itemId }) => itemId === id);
      const given = own.find(({ kind }) => kind === 'given_held');
      if (given) return [[id, `Please do not eat it: ${given.why}. Call ${business.phone}.`]];
      const hold = holds.get(id);
      if (!hold || isEnded(delivery.status)) return [];
      const { verdict } = hold;
      const isNew = own.some(({ kind, cause }) => kind === verdict.verdict && cause !== null);
      const canChange = whyDeliveryUnchangeable(delivery, now, business) === null;
      const next = isPayer ? nextOfHold(canChange, business.phone) : '';
      return [[id, heldForCustomer({ mealName: meal.name, personName, verdict, isNew, next })]];
    }),
  );
  const byItem = new Map(texts);
  return ({ id }) => byItem.get(id) ?? null;
}
