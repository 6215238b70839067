/** Food whose reading failed, and of which nobody has said what was done, goes into no bag. */
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { CookedBag } from '#areas/order-book/server/follow-food.ts';
import { RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { isStandingLine } from '#areas/kitchen/server/temperatures/read-readings.ts';

/** A meal of the bag, or a batch that may be in one: like a recall, it errs towards too many. */
export async function findFailedFood(
  tx: Transaction,
  { date, window, mealIds }: CookedBag,
): Promise<string | null> {
  const failed = await tx
    .select()
    .from(temperatureReadings)
    .where(
      and(
        eq(temperatureReadings.pass, false),
        isNull(temperatureReadings.action),
        or(isNotNull(temperatureReadings.mealId), isNotNull(temperatureReadings.batchId)),
        isStandingLine,
      ),
    )
    .orderBy(temperatureReadings.id);
  for (const { kind, mealName, tenths, ...reading } of failed) {
    const isInBag =
      reading.batchId === null
        ? reading.date === date &&
          (reading.window ?? window) === window &&
          mealIds.some((id) => id === reading.mealId)
        : await isBatchIn(tx, reading.batchId, { date, mealIds });
    if (!isInBag) continue;
    const measured = tenths === null ? '' : ` ${formatTenths(tenths)}`;
    return `${mealName ?? ''}: ${RECORD_KIND_NAMES[kind]}${measured} failed, and nobody has said what was done. Ask the kitchen.`;
  }
  return null;
}

async function isBatchIn(
  tx: Transaction,
  batchId: number,
  { date, mealIds }: Pick<CookedBag, 'date' | 'mealIds'>,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive touched as (
      select batch_id from batch_inputs where input_batch_id = ${batchId}
      union
      select i.batch_id from batch_inputs i join touched t on t.batch_id = i.input_batch_id)
    select from touched t join batches b on b.id = t.batch_id
    where b.state = 'done' and b.delivery_date = ${date}
      and b.meal_id = any(${sql.param([...mealIds])}::int[])
    limit 1`);
  return rows.length > 0;
}
