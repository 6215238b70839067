import { inArray, sql } from 'drizzle-orm';
import { emailKey } from '#domain/customer/email-address.ts';
import { ERASED } from '#server/customers/erased-records.ts';
import type { CustomerRows } from '#server/customers/find-customer.ts';
import type { Transaction } from '#server/db/client.ts';
import { mealRatings } from '#server/db/schema/aftercare/meal-ratings.ts';
import { orderReminders } from '#server/db/schema/aftercare/order-reminders.ts';
import { problemPhotos } from '#server/db/schema/aftercare/problem-photos.ts';
import { problems } from '#server/db/schema/aftercare/problems.ts';
import { ratingRefusals } from '#server/db/schema/aftercare/rating-refusals.ts';

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
