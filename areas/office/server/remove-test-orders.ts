/** Test orders are taken out once, before the first real one: all that hangs on orders goes, and the books begin again. */
import { inArray, sql } from 'drizzle-orm';
import { backUpByHand } from '#areas/office/server/backups.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { deliverySlots, mealDays } from '#areas/order-book/server/tables/slots.ts';
import { countByMode } from '#areas/order-book/server/is-test-order.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import { beginBooksAnew } from '#platform/server/gateway/books-since.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/**
 * Returns how many were removed; done again, none. A backup is made first. Throws Conflict `real_orders` once a real order was
 * paid, `paying_now` while one may be, and what a backup throws.
 */
export async function removeTestOrders(context: Context, staff: StaffMember): Promise<number> {
  if ((await countRemovable(context.db)) === 0) return 0;
  const { file } = await backUpByHand(context, staff);
  return context.db.transaction(async (tx) => {
    // Nothing is paid from here on. Anyone who was quicker is seen by the second look.
    await tx.execute(sql`lock table ${payments}, ${checkouts} in access exclusive mode`);
    const removed = await countRemovable(tx);
    if (removed === 0) return 0;
    await empty(tx, context);
    await beginBooksAnew(tx);
    await recordChange(tx, context, {
      staff,
      action: 'system.remove_tests',
      entityId: file,
      before: { testOrders: removed },
      after: { testOrders: 0 },
    });
    return removed;
  });
}

/** Throws Conflict when something real would go with them. */
async function countRemovable(db: Database | Transaction): Promise<number> {
  const { tests, live } = await countByMode(db);
  if (tests === 0) return 0;
  if (live > 0)
    throw new Conflict(
      'real_orders',
      'Real orders have been paid: the test orders stay, marked and counted nowhere.',
    );
  const paying = await db.$count(
    checkouts,
    inArray(checkouts.state, ['open', 'expiring', 'approved']),
  );
  if (paying > 0)
    throw new Conflict(
      'paying_now',
      `${paying === 1 ? 'Someone is' : `${paying} people are`} paying now. Try again when they have finished, or close new orders first.`,
    );
  return tests;
}

/** Triggers guard the rows of what only grows; emptying a whole table passes them. Ids go on, so that none is given twice. */
async function empty(tx: Transaction, { keptTables }: Pick<Context, 'keptTables'>): Promise<void> {
  const trade = keptTables.filter((table) => table.class === 'trade');
  await tx.execute(
    sql`truncate ${sql.join(
      trade.map(({ name }) => sql.identifier(name)),
      sql`, `,
    )}`,
  );
  // For what stays, all that is about orders.
  await tx.delete(messages).where(
    sql`${messages.orderId} is not null
      or ${messages.facts} ?| array['phoneOrder', 'notOrdered', 'notChanged', 'problem', 'recipe', 'food']`,
  );
  await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: null })
    .where(sql`${waitlistEntries.firstOrderCheckoutId} is not null`);
  await tx.update(deliverySlots).set({ held: 0, booked: 0 });
  await tx.update(mealDays).set({ held: 0, booked: 0, kept: 0 });
}
