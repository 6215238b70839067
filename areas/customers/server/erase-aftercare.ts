import { inArray, sql } from 'drizzle-orm';
import { emailKey } from '#platform/rules/email-address.ts';
import { ERASED } from '#areas/customers/server/erased-records.ts';
import type { CustomerRows } from '#areas/customers/server/find-customer.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { mealRatings } from '#areas/customers/server/tables/meal-ratings.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';
import { problemPhotos } from '#areas/customers/server/tables/problem-photos.ts';
import { problems } from '#areas/customers/server/tables/problems.ts';
import { ratingRefusals } from '#areas/customers/server/tables/rating-refusals.ts';

/** Stars, kinds and decisions stay; what was written and photographed goes. */
export async function eraseAftercare(tx: Transaction, rows: CustomerRows): Promise<void> {
  const orderIds = rows.orders.map(({ id }) => id);
  await tx.update(mealRatings).set({ comment: '' }).where(inArray(mealRatings.orderId, orderIds));
  await tx.delete(problemPhotos).where(inArray(problemPhotos.orderId, orderIds));
  await tx
    .update(problems)
    .set({
      text: ERASED,
      answer: sql`case when ${problems.answer} = '' then '' else ${ERASED} end`,
    })
    .where(inArray(problems.orderId, orderIds));
  await tx.delete(orderReminders).where(inArray(orderReminders.orderId, orderIds));
  await tx.delete(ratingRefusals).where(inArray(ratingRefusals.email, rows.emails.map(emailKey)));
}
