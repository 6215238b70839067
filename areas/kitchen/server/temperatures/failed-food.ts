/** Food whose reading failed, and of which nobody has said what was done, goes into no bag. */
import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { CookedBag } from '#areas/order-book/server/follow-food.ts';
import { LONGEST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { barringFailures, type Reading } from '#areas/kitchen/rules/readings.ts';
import { MEAL_KINDS, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import {
  isStandingLine,
  readFood,
  toReading,
} from '#areas/kitchen/server/temperatures/read-readings.ts';

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
        or(
          isNull(temperatureReadings.action),
          // Whatever was cooked longer ago is in no bag of this day.
          and(
            eq(temperatureReadings.action, 'cooked_on'),
            gte(temperatureReadings.date, addDays(date, -LONGEST_KEEPS_DAYS)),
          ),
        ),
        inArray(temperatureReadings.kind, [...MEAL_KINDS]),
        isStandingLine,
      ),
    )
    .orderBy(temperatureReadings.id);
  for (const row of failed) {
    const reading = toReading(row);
    const isInBag =
      reading.batchId === null
        ? reading.date === date &&
          (reading.window ?? window) === window &&
          mealIds.some((id) => id === reading.mealId)
        : await isBatchIn(tx, reading.batchId, { date, mealIds });
    if (!isInBag) continue;
    const barring = barringFailures(await readFood(tx, reading));
    if (barring.some(({ id }) => id === reading.id)) return whyBarred(reading);
  }
  return null;
}

function whyBarred({ mealName, kind, tenths, action }: Reading): string {
  const food = mealName ?? '';
  if (action === 'cooked_on')
    return `${food} was cooked on, and its core was not measured since. Ask the kitchen.`;
  const measured = tenths === null ? '' : ` ${formatTenths(tenths)}`;
  return `${food}: ${RECORD_KIND_NAMES[kind]}${measured} failed, and nobody has said what was done. Ask the kitchen.`;
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
