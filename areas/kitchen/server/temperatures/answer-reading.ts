/** What was done about a reading that failed, said once, and what follows from it for the food. */
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { answerTemperature } from '#areas/kitchen/calls/temperatures.ts';
import type { Reading } from '#areas/kitchen/rules/readings.ts';
import { actionsFor } from '#areas/kitchen/rules/record-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { wasteBatch } from '#areas/kitchen/server/record-batch.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { toReading } from '#areas/kitchen/server/temperatures/read-readings.ts';
import { findReading, lockRecord } from '#areas/kitchen/server/temperatures/record-lines.ts';
import { throwOut } from '#areas/kitchen/server/throw-out.ts';

type Answer = { id: number } & z.output<typeof answerTemperature.body>;

/**
 * A meal that was thrown out is to be cooked again, so many portions of it; of a batch nothing is left. Throws NotFound,
 * Conflict `no_failure` or `answered`, and InvalidRequest for what makes no sense of this kind.
 */
export function answerReading(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  answer: Answer,
): Promise<Reading> {
  return context.db.transaction((tx) => answerReadingIn(tx, context, staff, answer));
}

export async function answerReadingIn(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  answer: Answer,
): Promise<Reading> {
  const { id, action } = answer;
  await lockRecord(tx);
  const reading = await findReading(tx, id);
  if (reading.pass !== false)
    throw new Conflict('no_failure', 'This reading passed: there is nothing to do about it.');
  if (!actionsFor(reading.kind).includes(action))
    throw new InvalidRequest({ action: 'Please choose what was done about it' });
  // Two taps on the same button are one answer.
  if (reading.action === action) return reading;
  if (reading.action !== null)
    throw new Conflict('answered', 'Someone has said already what was done. Look again.');
  const thrownOut =
    action === 'thrown_out' ? await throwAway(tx, context, staff, { ...answer, reading }) : null;
  const [row] = await tx
    .update(temperatureReadings)
    .set({
      action,
      actionAt: new Date(context.clock()),
      actionStaffId: staff.id,
      actionStaffName: recordedName(staff),
      thrownOut,
    })
    .where(and(eq(temperatureReadings.id, id), isNull(temperatureReadings.action)))
    .returning();
  if (!row) throw new Conflict('answered', 'Someone has said already what was done. Look again.');
  return toReading(row);
}

/** How many portions; null: of no meal. */
async function throwAway(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'foodBars'>,
  staff: StaffMember,
  { reading, portions }: Pick<Answer, 'portions'> & { reading: Reading },
): Promise<number | null> {
  const { date, window, mealId, mealName, batchId } = reading;
  if (batchId !== null) await wasteBatch(tx, context, staff, batchId);
  if (mealId === null || window === null) return null;
  if (portions === undefined)
    throw new InvalidRequest({ portions: 'Enter how many portions were thrown out' });
  return throwOut(tx, context, staff, { date, window, mealId, mealName: mealName ?? '', portions });
}
