import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { purgedCheckout } from '#areas/checkout/server/end-checkout.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type CustomerRows, type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { checkouts, previewLinks } from '#areas/order-book/server/tables/checkouts.ts';
import { slotBells } from '#areas/order-book/server/tables/slots.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';

declare module '#platform/server/db/kept-table.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CustomerRows {
    bells: (Pick<typeof slotBells.$inferSelect, 'id' | 'email' | 'state' | 'createdAt'> &
      SlotKey)[];
  }
}

export const checkoutTables: readonly KeptTable[] = [
  keep(checkouts, {
    class: 'trade',
    nobody:
      'state total_cents hold_until hold_extended on_payment approved_until by_phone terms_version preview_link_id purged_at created_at tries next_try_at',
    customer:
      'id cart_key content_hash frozen_order client_secret payment_intent_id tracking_token_hash',
    days: 'unpaid: seven days after the hold ended (`areas/checkout/server/end-checkout.ts`); paid: with the order',
    erased: 'blanked; the tracking link stops working',
    erase: eraseCheckouts,
    file: 'asOrdered, and unpaidCheckouts',
    export: { without: ['client_secret', 'tracking_token_hash'] },
  }),
  keep(previewLinks, {
    class: 'set-up',
    nobody: 'id name ends_at most_orders removed_at token_hash created_at',
    staff: 'made_by',
    days: 'always',
    export: { without: ['token_hash'] },
  }),
  keep(slotBells, {
    class: 'trail',
    nobody: 'id slot_id state told_at created_at',
    customer: 'email mailbox network',
    days: 'until orders for its week close (`areas/checkout/server/bell-routes.ts`); the network as a hash',
    erased: 'deleted',
    erase: (tx, { bells }) =>
      tx.delete(slotBells).where(
        inArray(
          slotBells.id,
          bells.map(({ id }) => id),
        ),
      ),
    file: 'bells',
    export: { without: ['network'] },
  }),
  keep(orderReminders, {
    class: 'trade',
    nobody: 'created_at',
    customer: 'order_id',
    days: 'until the tick is taken back',
    erased: 'deleted',
    erase: (tx, { orderIds }) =>
      tx.delete(orderReminders).where(inArray(orderReminders.orderId, orderIds)),
    file: {
      as: 'remindersAskedFor',
      find: (tx, orderId) =>
        tx
          .select({ at: orderReminders.createdAt })
          .from(orderReminders)
          .where(eq(orderReminders.orderId, orderId)),
    },
  }),
];

/** The tracking link stops working: nothing has the hash that it is looked up by. */
async function eraseCheckouts(
  tx: Transaction,
  { checkouts: placed }: Pick<CustomerRows, 'checkouts'>,
  now: number,
): Promise<void> {
  for (const checkout of placed) {
    await tx
      .update(checkouts)
      .set({
        ...purgedCheckout(checkout, now),
        trackingTokenHash: hashTrackingToken(randomUUID()),
      })
      .where(eq(checkouts.id, checkout.id));
  }
}
