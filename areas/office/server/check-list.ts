/** Lists of the food safety record: what failed, what is missing, and who has no training on record. */
import { formatDate, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { missingName } from '#areas/kitchen/rules/missing-checks.ts';
import type { Reading } from '#areas/kitchen/rules/readings.ts';
import { RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { describeFoodSafety } from '#areas/kitchen/server/describe-food-safety.ts';
import { listUnanswered } from '#areas/kitchen/server/temperatures/read-readings.ts';
import { describeTraining } from '#areas/staff/server/food-training.ts';
import { type FoundList, foundList } from '#areas/office/server/found-list.ts';

/** Until someone says what was done, however long ago they failed. */
export async function listFailedReadings({ db }: Pick<Context, 'db'>): Promise<FoundList> {
  const failed = await listUnanswered(db);
  return foundList(
    failed.map((reading) => ({
      id: reading.id,
      label: failedName(reading),
      date: reading.date,
      orderId: null,
    })),
  );
}

function failedName({ kind, mealName, place, window, tenths, date }: Reading): string {
  const of = [mealName ?? place, window && windowLabel(window)].filter(Boolean).join(', ');
  const measured = tenths === null ? '' : ` ${formatTenths(tenths)}`;
  return `${RECORD_KIND_NAMES[kind]}${of === '' ? '' : `: ${of}`},${measured} failed, ${formatDate(date)}`;
}

/** What should have been checked or measured in the last days and was not. */
export async function listMissingChecks(context: Context): Promise<FoundList> {
  const { gaps } = await describeFoodSafety(context);
  return foundList(
    gaps.map((gap) => ({
      id: [gap.date, gap.kind, gap.place, gap.window, gap.batchId, gap.half].join(' '),
      label: `${missingName(gap)}, ${formatDate(gap.date)}`,
      date: gap.date,
      orderId: null,
    })),
  );
}

const MONDAY = 1;

/** Once a week: nobody is trained from one day to the next. */
export async function listUntrained(
  { db }: Pick<Context, 'db'>,
  today: PlainDate,
): Promise<FoundList> {
  if (weekdayOf(today) !== MONDAY) return foundList([]);
  const { untrained } = await describeTraining(db, today);
  return foundList(
    untrained.map((name, index) => ({
      id: `${index} ${name}`,
      label: name,
      date: null,
      orderId: null,
    })),
  );
}
