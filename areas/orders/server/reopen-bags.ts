import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { giftCardIn } from '#areas/order-book/rules/gift-card.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { CHANGED_SINCE_PACKED, contentsOf } from '#areas/order-book/rules/pack-bag.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * What is packed is no longer what was ordered: such bags are to be packed again, and with a portion that is not cooked to be
 * cooked first. `before`: the order as it was.
 */
export async function reopenBags(
  tx: Transaction,
  before: Order,
  { staff, now }: { staff: StaffMember | null; now: Instant },
): Promise<void> {
  const ready = before.deliveries.filter(
    ({ status }) => status === 'packed' || status === 'cooked',
  );
  if (ready.length === 0) return;
  const uncooked = await findUncooked(tx, ready);
  const [after] = await loadOrdersToCook(tx, { orderIds: [before.id] });
  for (const delivery of ready) {
    const then = after?.deliveries.find(({ id }) => id === delivery.id);
    if (!then || !after) continue;
    const isSameCard = isDeepStrictEqual(
      giftCardIn(after, delivery.id),
      giftCardIn(before, delivery.id),
    );
    const isSame = isSameCard && contentsOf(then) === contentsOf(delivery);
    const status = uncooked.has(delivery.id) ? 'planned' : 'cooked';
    if (isSame || status === delivery.status) continue;
    await tx
      .update(deliveries)
      .set({
        status,
        statusAt: new Date(now),
        statusBy: staff?.id ?? null,
        version: delivery.version + 1,
      })
      .where(eq(deliveries.id, delivery.id));
    await recordDeliveryEvents(tx, [
      {
        delivery,
        status,
        isDecisive: true,
        at: now,
        receivedAt: now,
        staff,
        changeId: randomUUID(),
        reason: CHANGED_SINCE_PACKED,
      },
    ]);
  }
}

/** Of these deliveries, those with a portion that nobody has cooked. */
async function findUncooked(
  tx: Transaction,
  ready: readonly { id: number }[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectDistinct({ id: orderItems.deliveryId })
    .from(orderItems)
    .where(
      and(
        inArray(
          orderItems.deliveryId,
          ready.map(({ id }) => id),
        ),
        eq(orderItems.cookedVersions, []),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
