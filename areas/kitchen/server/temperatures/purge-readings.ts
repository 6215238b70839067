import { lt, sql } from 'drizzle-orm';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';

/** The law asks for three months, whatever the setting says. */
const FEWEST_MONTHS = 3;

/** Deletes what is older than the record has to be. By day: a correction belongs to the day of what it corrects. */
export async function purgeTemperatureReadings({
  db,
  clock,
  site,
}: Pick<Context, 'db' | 'clock' | 'site'>): Promise<void> {
  const { business } = await site.current();
  const { date: today } = wallTimeAt(clock(), business.timeZone);
  const months = Math.max(FEWEST_MONTHS, business.temperatureMonths);
  await db.transaction(async (tx) => {
    // The table refuses every other deletion.
    await tx.execute(sql`select set_config('mealrun.purging', 'temperature_readings', true)`);
    const first = sql`(${today}::date - make_interval(months => ${months}::int))::date`;
    await tx.delete(temperatureReadings).where(lt(temperatureReadings.date, first));
  });
}
