import type { ExpectedReply } from '#areas/kitchen/calls/food-safety-record.ts';
import { addDays, formatDate, type PlainDate, isPlainDate } from '#platform/rules/plain-date.ts';
import { expectedName } from '#areas/kitchen/rules/expected-readings.ts';
import {
  type CheckKind,
  CHECK_KINDS,
  isCleaning,
  type RecordKind,
} from '#areas/kitchen/rules/record-kinds.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

export const CHECK_KIND_LABELS: Record<CheckKind, string> = {
  fridge: 'Fridge',
  freezer: 'Freezer',
  cleaning: 'To clean',
  sanitising: 'To sanitise',
};

export function isCheckKind(kind: RecordKind): kind is CheckKind {
  return CHECK_KINDS.some((one) => one === kind);
}

/** "Fridge 1", "Benches: clean". */
export function checkName({ kind, place }: Pick<ExpectedReply, 'kind' | 'place'>): string {
  if (!isCleaning(kind)) return place;
  return `${place}: ${kind === 'cleaning' ? 'clean' : 'sanitise'}`;
}

/** "Fridge 1, morning, yesterday", "Core: Bulgogi, 4pm-6pm". */
export function expectedText(expected: ExpectedReply, today: PlainDate): string {
  const { kind, date, half } = expected;
  const what = isCheckKind(kind)
    ? [checkName(expected), half].filter(Boolean).join(', ')
    : expectedName(expected);
  return [what, ...(date === today ? [] : [dayText(date, today)])].join(', ');
}

function dayText(date: PlainDate, today: PlainDate): string {
  return date === addDays(today, -1) ? 'yesterday' : formatDate(date);
}

export function foodOfExpected({
  date,
  window,
  mealId,
  batchId,
  startId,
}: Pick<ExpectedReply, 'date' | 'window' | 'mealId' | 'batchId' | 'startId'>) {
  return {
    date,
    ...(window !== null && { window }),
    ...(mealId !== null && { mealId }),
    ...(batchId !== null && { batchId }),
    ...(startId !== null && { startId }),
  };
}

/** When something was done, and by whom, as it stands on paper. */
export type WrittenTime = { day: string; time: string; measuredBy: string };

export function missingOfWritten({ day, time, measuredBy }: WrittenTime): FieldErrors {
  return {
    ...(!isPlainDate(day) && { day: 'Choose the day' }),
    ...(time === '' && { at: 'Enter the time' }),
    ...(measuredBy.trim() === '' && { measuredBy: 'Enter who it was' }),
  };
}

/** `day` and `time` are the kitchen's own. */
export function sentOfWritten({ day, time, measuredBy }: WrittenTime, timeZone: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = instantOf({ date: day, minuteOfDay: hour * 60 + minute }, timeZone);
  return { at: new Date(at).toISOString(), measuredBy: measuredBy.trim() };
}
