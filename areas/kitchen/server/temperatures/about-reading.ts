/** What a line of the record is about: a meal, a batch, a chill or a place. */
import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { recordTemperature } from '#areas/kitchen/calls/temperatures.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { openChills, type Reading, standingReadings } from '#areas/kitchen/rules/readings.ts';
import { MEAL_KINDS, type RecordKind } from '#areas/kitchen/rules/record-kinds.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { isStandingLine, readChill } from '#areas/kitchen/server/temperatures/read-readings.ts';

type NewReading = z.output<typeof recordTemperature.body>;

type About = Pick<
  Reading,
  'date' | 'window' | 'mealId' | 'batchId' | 'mealName' | 'startId' | 'since'
> &
  Pick<MealFacts, 'coreCelsius'>;

/**
 * `doneOn`: the day of a place that was checked, whatever day the screen shows. Throws InvalidRequest for a reading without
 * its meal or chill, and Conflict `chill_over`.
 */
export async function aboutOf(
  tx: Transaction,
  sent: NewReading,
  doneOn: PlainDate,
): Promise<About> {
  if (sent.kind === 'reached_21' || sent.kind === 'reached_5') return chillOf(tx, sent, sent.kind);
  const { date, timeSlot: window = null } = sent;
  const about = { date, window, batchId: null, startId: null, since: null, coreCelsius: null };
  if (!isOfMeal(sent.kind)) {
    const hasItsOwnDay = sent.place !== undefined || sent.at !== undefined;
    return { ...about, date: hasItsOwnDay ? doneOn : date, mealId: null, mealName: null };
  }
  if (sent.batchId !== undefined) return { ...about, ...(await batchOf(tx, sent.batchId)) };
  if (sent.mealId === undefined) throw new InvalidRequest({ mealId: 'Please choose the meal' });
  const [meal] = await tx.select().from(meals).where(eq(meals.id, sent.mealId));
  if (!meal) throw new InvalidRequest({ mealId: 'Please choose a meal of the menu' });
  return { ...about, mealId: meal.id, mealName: meal.name, coreCelsius: meal.coreCelsius };
}

export function isOfMeal(kind: RecordKind): boolean {
  return MEAL_KINDS.some((one) => one === kind);
}

/** It belongs to the day of its cooking, whatever was sent. */
async function batchOf(tx: Transaction, batchId: number) {
  const [batch] = await tx
    .select({ mealName: components.name, date: batches.cookDate })
    .from(batches)
    .innerJoin(components, eq(components.id, batches.componentId))
    .where(and(eq(batches.id, batchId), eq(batches.state, 'done')));
  if (!batch) throw new InvalidRequest({ batchId: 'Please choose a batch that was cooked' });
  return { ...batch, batchId, mealId: null };
}

/** Of a step on paper, which names its food: the chill of that food that was started last. */
async function findStart(
  tx: Transaction,
  { mealId, batchId, date, timeSlot }: NewReading,
): Promise<number | undefined> {
  const ofFood =
    batchId === undefined
      ? and(
          eq(temperatureReadings.mealId, mealId ?? 0),
          eq(temperatureReadings.date, date),
          timeSlot === undefined ? undefined : eq(temperatureReadings.window, timeSlot),
        )
      : eq(temperatureReadings.batchId, batchId);
  const [start] = await tx
    .select({ id: temperatureReadings.id })
    .from(temperatureReadings)
    .where(and(eq(temperatureReadings.kind, 'chill_start'), ofFood, isStandingLine))
    .orderBy(desc(temperatureReadings.at), desc(temperatureReadings.id))
    .limit(1);
  return start?.id;
}

/** A step of chilling belongs to what its start was of, whatever was sent. */
async function chillOf(
  tx: Transaction,
  sent: NewReading,
  kind: 'reached_21' | 'reached_5',
): Promise<About> {
  const startId = sent.startId ?? (await findStart(tx, sent));
  const readings = startId === undefined ? [] : await readChill(tx, startId);
  const start = standingReadings(readings).find(({ id }) => id === startId);
  if (start?.kind !== 'chill_start')
    throw new InvalidRequest({ startId: 'Please start the chill first' });
  const [open] = openChills(readings);
  if (!open) throw new Conflict('chill_over', 'This chill is over. Look again.');
  if (open.next !== kind)
    throw new Conflict('chill_over', 'This step of the chill is another one. Look again.');
  const { date, window, mealId, batchId, mealName } = start;
  const since: Instant = open.reached21At ?? open.startedAt;
  return { date, window, mealId, batchId, mealName, startId: start.id, since, coreCelsius: null };
}
