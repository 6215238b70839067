/** A change that costs more waits for its payment: its new places and portions are held, and nothing else happens. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { OrderChange } from '#areas/order-book/rules/change/edit-order.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { cutoffOfSold, holdEnd } from '#areas/checkout/server/hold-bounds.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type TopUpRow,
  topUps,
  orderChanges,
} from '#areas/order-book/server/tables/order-changes.ts';
import type { ChangePlan } from '#areas/orders/server/plan-change.ts';
import { slotFull } from '#areas/orders/server/slot-full.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { mealsSoldOut } from '#areas/places/server/portions.ts';
import { takeHold } from '#areas/places/server/holds.ts';

/** The payment that the same change waits for already: a double click, or a page that was loaded again. */
export async function findSameWaiting(
  tx: Transaction,
  { order, contentHash, now }: { order: Order; contentHash: string; now: Instant },
): Promise<TopUpRow | null> {
  const [found] = await tx
    .select({ topUp: topUps })
    .from(orderChanges)
    .innerJoin(topUps, eq(topUps.id, orderChanges.topUpId))
    .where(
      and(
        eq(orderChanges.orderId, order.id),
        eq(orderChanges.state, 'waiting'),
        eq(orderChanges.contentHash, contentHash),
        eq(topUps.state, 'open'),
        eq(topUps.orderVersion, order.version),
      ),
    );
  return found && found.topUp.openUntil.getTime() > now ? found.topUp : null;
}

/** What a change of this order waited for has come to its end, paid or not, and nobody has finished the change yet. */
export async function findSettledWaiting(tx: Transaction, orderId: number): Promise<TopUpRow[]> {
  const found = await tx
    .select({ topUp: topUps })
    .from(orderChanges)
    .innerJoin(topUps, eq(topUps.id, orderChanges.topUpId))
    .where(
      and(
        eq(orderChanges.orderId, orderId),
        eq(orderChanges.state, 'waiting'),
        inArray(topUps.state, ['paid', 'ended']),
      ),
    );
  return found.map(({ topUp }) => topUp);
}

type Waiting = {
  order: Order;
  change: OrderChange;
  site: SiteState;
  now: Instant;
  plan: ChangePlan;
  contentHash: string;
};

/** In the caller's transaction, which holds the order's lock. On payment nothing is held yet. Throws Conflict `slot_full` or `meal_sold_out`. */
export async function openWaitingChange(
  tx: Transaction,
  { order, change, site, now, plan, contentHash }: Waiting,
): Promise<TopUpRow> {
  const { business, mealsById } = site;
  const open = [...order.deliveries, ...plan.newSlots].filter(
    (delivery) => now < cutoffOfSold(delivery, business),
  );
  const [topUp] = await tx
    .insert(topUps)
    .values({
      orderId: order.id,
      amountCents: plan.dueCents,
      orderVersion: order.version,
      openUntil: new Date(holdEnd(now, business.holdMinutes, open, business)),
      createdAt: new Date(now),
    })
    .returning();
  if (!topUp) throw new Error('the top-up was not stored');
  const prices = (change.items ?? []).map(
    ({ mealId }) => [mealId, mealsById.get(mealId)?.priceCents ?? 0] as const,
  );
  const content = { slots: plan.newSlots, portions: plan.morePortions };
  const [waiting] = await tx
    .insert(orderChanges)
    .values({
      orderId: order.id,
      state: 'waiting',
      changedBy: 'customer',
      what: plan.what,
      fromVersion: order.version,
      totalCents: plan.totalCents,
      waiting: {
        change,
        pricesByMeal: Object.fromEntries(prices),
        ...(plan.isOnPayment && { toHold: content }),
      },
      contentHash,
      topUpId: topUp.id,
      createdAt: new Date(now),
    })
    .returning({ id: orderChanges.id });
  if (!waiting) throw new Error('the change was not stored');
  if (plan.isOnPayment) return topUp;
  const hold = { kind: 'change', ownerId: waiting.id, holder: null } as const;
  const { full, soldOut } = await takeHold(tx, hold, content, business);
  if (full.length > 0) throw slotFull(full);
  if (soldOut.length > 0) throw mealsSoldOut(soldOut, (id) => mealsById.get(id)?.name);
  return topUp;
}
