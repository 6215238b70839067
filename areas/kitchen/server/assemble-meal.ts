/** A meal that is put together for a delivery date is a batch of its own, so that a recall finds whom it went to. */
import { and, eq } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/assert-defined.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { traceBatch, type TracedBy, untraceBatch } from '#areas/kitchen/server/trace-batch.ts';

type Assembly = {
  mealId: number;
  deliveryDate: PlainDate;
  /** Cooked so far, over all windows of the day; 0: none after all. */
  portions: number;
};

/** Under `lockStore`. Keeps the one batch of a meal and day up with what is ticked off. */
export async function followAssembly(
  tx: Transaction,
  by: TracedBy,
  { mealId, deliveryDate, portions }: Assembly,
): Promise<void> {
  const book = await loadRecipeBook(tx);
  const [found] = await tx
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.mealId, mealId),
        eq(batches.deliveryDate, deliveryDate),
        eq(batches.state, 'done'),
      ),
    );
  if (portions === 0) {
    if (!found) return;
    await tx
      .update(batches)
      .set({ state: 'dropped', madeQty: null, by: by.name })
      .where(eq(batches.id, found.id));
    return untraceBatch(tx, by, found, { book });
  }
  const { date: today } = wallTimeAt(by.now, by.timeZone);
  const made = { madeQty: portions, plannedQty: portions, doneAt: new Date(by.now), by: by.name };
  const [batch] = found
    ? await tx.update(batches).set(made).where(eq(batches.id, found.id)).returning()
    : await tx
        .insert(batches)
        .values({
          ...made,
          mealId,
          deliveryDate,
          cookDate: today,
          state: 'done',
        })
        .returning();
  // What is in the house now: a meal may be put together on more than one day.
  await traceBatch(tx, by, { ...assertDefined(batch, 'a batch'), cookDate: today }, { book });
}
