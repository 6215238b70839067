import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { giftCardIn } from '#areas/order-book/rules/gift-card.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { CHANGED_SINCE_PACKED, contentsOf } from '#areas/order-book/rules/pack-bag.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { recordDeliveryEvents } from '#areas/order-book/server/delivery-events.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** What is packed is no longer what was ordered: such bags are to be packed again. `before`: the order as it was. */
export async function reopenBags(
  tx: Transaction,
  before: Order,
  { staff, now }: { staff: StaffMember | null; now: Instant },
): Promise<void> {
  const packed = before.deliveries.filter(({ status }) => status === 'packed');
  if (packed.length === 0) return;
  const [after] = await loadOrdersToCook(tx, { orderIds: [before.id] });
  for (const delivery of packed) {
    const then = after?.deliveries.find(({ id }) => id === delivery.id);
    if (!then || !after) continue;
    const isSameCard = isDeepStrictEqual(
      giftCardIn(after, delivery.id),
      giftCardIn(before, delivery.id),
    );
    if (isSameCard && contentsOf(then) === contentsOf(delivery)) continue;
    await tx
      .update(deliveries)
      .set({
        status: 'cooked',
        statusAt: new Date(now),
        statusBy: staff?.id ?? null,
        version: delivery.version + 1,
      })
      .where(eq(deliveries.id, delivery.id));
    await recordDeliveryEvents(tx, [
      {
        delivery,
        status: 'cooked',
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
